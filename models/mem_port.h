/* Golden model of a memory port (memory protocol 1-5, 7, 8; modules 3). Event driven: it is told
 * every accepted flit, AXI transfer and response, and judges every flit that leaves and every AXI
 * transfer that is issued. It predicts what, never when: any burst shape, interleaving and latency
 * the protocol allows passes.
 *
 * Order of calls within one cycle: everything the port RECEIVES or is ANSWERED (accept, read_beat,
 * write_response) is judged against outputs of later cycles only, so call the outputs of a cycle
 * (emit, read_issue, write_issue, write_beat) before its inputs. A flit that leaves in the very
 * cycle its data arrives would be a combinational path and is reported.
 *
 * Addresses are 40-bit byte addresses as seen on AXI, beats are 32 bytes. `cycle` never decreases.
 * Every judging call returns true when the event is legal (v->check is then CHECK_NONE and nothing
 * else in *v is written); otherwise it fills all of *v, which may not be NULL.
 */
#ifndef MODELS_MEM_PORT_H
#define MODELS_MEM_PORT_H

#include "flit.h"
#include "verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Requests whose memory is inside the agent the port belongs to (its staging store) and therefore
 * never shows on the AXI the model is told of. Without hooks there are none.
 *
 * A request whose first address serves() claims is inside as a whole. Its words may neither be read
 * nor written on AXI (AXI-RANGE). A read of it may be answered in any cycle after the one that
 * accepted it, with any payload that may_hold() allows, else MAG-STAGE; everything else about its
 * flits is judged as ever. A write of it may be acknowledged in any cycle after the one that
 * accepted its last data flit.
 *
 * MEM-STARVE neither counts inside requests as waiting (when their data is there is not known) nor,
 * among reads and among complete writes, as having been let past. Where they may be waiting unseen
 * the bounds of others are those for two classes that wait; and since answers may reach the port in
 * the order it asked, no word counts as waiting while an inside read is unfinished, no ack while an
 * inside write is. */
struct mem_port_inside {
    bool (*serves)(void *context, uint64_t addr); /* NULL: no request is inside */
    /* Whether a read accepted at `since` and answered at `now` may carry this payload. */
    bool (*may_hold)(void *context, uint64_t addr, const struct word *value, uint64_t since,
                     uint64_t now);
    /* A word of a write was accepted and may be visible from now on; all 32 bytes. */
    uint32_t (*write_begin)(void *context, uint64_t addr, const struct word *data, uint32_t strb,
                            uint64_t cycle);
    /* The ack of that write was sent: the word is certainly visible. Not called for writes that a
     * reset cut off: who resets the model resets the memory too. */
    void (*write_end)(void *context, uint32_t handle, uint64_t cycle);
    /* A word it may hold now, for reports. May be NULL. */
    void (*example)(void *context, uint64_t addr, struct word *out);
    void *context;
};

struct mem_port_config {
    uint8_t mem_x, mem_y; /* the port's own coordinate: src of everything it sends */
    uint8_t mesh_id;      /* 0-3, used when ap_decode */
    bool ap_decode;       /* apertures are examined (memory protocol 8) */
    unsigned wr_slots;    /* WR_SLOTS */
    unsigned q_depth;     /* Q_DEPTH, flits per intake queue */
    unsigned q_margin;    /* Q_MARGIN */
    bool seed_rules;      /* true: the (P) rules of modules 3 are not applied */
    bool queued_answers;  /* read data reaches the port any time after the model was told, in the
                             order told: a word counts as there (MEM-STARVE) when one that was told
                             later leaves before it */
    struct mem_port_inside inside;
};

struct mem_port_model;

/* NULL when memory runs out, here and nowhere else: later growth that fails ends the process with
 * one line on stderr, since a model that forgets work would judge wrongly. */
struct mem_port_model *mem_port_model_new(const struct mem_port_config *config);
void mem_port_model_free(struct mem_port_model *m);
/* Forgets all work under way; statistics, message and evaluation counts stay. Legal in any state;
 * handles of write bursts from before it are dead and must not be used again. */
void mem_port_model_reset(struct mem_port_model *m);

/* ---- what the port receives ---------------------------------------------------------------- */

/* A flit transferred on mem_in. Never illegal from the port's side. */
void mem_port_model_accept(struct mem_port_model *m, const struct flit *f, uint64_t cycle);
/* An R beat was accepted by the port: the word at `addr` was answered with `data` (any rresp). */
void mem_port_model_read_beat(struct mem_port_model *m, uint64_t addr, const struct word *data,
                              uint64_t cycle);
/* The B of the burst `burst` (from write_issue) was accepted by the port: the handle is dead. */
void mem_port_model_write_response(struct mem_port_model *m, uint32_t burst, uint64_t cycle);

/* ---- what the port does -------------------------------------------------------------------- */

/* AR handshake for `beats` (1-256) words from `addr`: AXI-RANGE, AXI-DUP, MEM-DROP, MEM-STARVE. */
bool mem_port_model_read_issue(struct mem_port_model *m, uint64_t addr, unsigned beats,
                               uint64_t cycle, struct verdict *v);
/* AW handshake. *burst receives a handle for write_beat and write_response (valid also after a
 * verdict). AXI-RANGE, AXI-DUP, MEM-DROP; MEM-WORDER and MEM-STARVE where the addresses alone tell
 * which write it is. */
bool mem_port_model_write_issue(struct mem_port_model *m, uint64_t addr, unsigned beats,
                                uint64_t cycle, uint32_t *burst, struct verdict *v);
/* One W beat of that burst, reported when both its AW and the beat have transferred (W may lead):
 * beat `index` from 0, `cycle` that of the W transfer itself (it may be earlier than the AW's, but
 * not decreasing over the W beats). AXI-STRB, MEM-WDATA, MEM-WBIND; MEM-WORDER and MEM-STARVE where
 * only the data tells which write it is. A beat the AW was already reported for stays quiet. */
bool mem_port_model_write_beat(struct mem_port_model *m, uint32_t burst, unsigned index,
                               const struct word *data, uint32_t strb, uint64_t cycle,
                               struct verdict *v);
/* A flit transferred on mem_out: all MEM-* flit checks, attribution as in checks.md. */
bool mem_port_model_emit(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                         struct verdict *v);

/* ---- what is outstanding -------------------------------------------------------------------- */

/* The kinds of outstanding item the watchdog judges; each is waiting for exactly one thing. */
enum mem_port_wait {
    WAIT_READ_PLAIN_AR,  /* an accepted plain read with words for which no AR was issued */
    WAIT_READ_STREAM_AR, /* the same for a streaming read */
    WAIT_PLAIN_OUT,      /* a plain word whose data has arrived, or is inside, not yet sent */
    WAIT_STREAM_OUT,     /* a streaming word like that, next in its run */
    WAIT_WRITE_AW,       /* a complete write that has a slot, not (wholly) covered by AWs */
    WAIT_WRITE_W,        /* an AW issued whose data flits are all here, W beats missing */
    WAIT_ACK_OUT,        /* a write with all B accepted, or inside and complete; ack not sent */
    WAIT_COUNT
};

/* What lies outside the port and can hold it, as bits of a mask. */
enum mem_port_outside {
    OUTSIDE_OUT = 1u << 0,    /* mem_out_busy */
    OUTSIDE_AR = 1u << 1,     /* m_arready */
    OUTSIDE_R = 1u << 2,      /* read data the memory owes */
    OUTSIDE_AW = 1u << 3,     /* m_awready */
    OUTSIDE_W = 1u << 4,      /* m_wready */
    OUTSIDE_B = 1u << 5,      /* write responses the memory owes */
    OUTSIDE_SOURCE = 1u << 6, /* data flits a source still owes for a write already on AXI */
    OUTSIDE_COUNT = 7
};

struct mem_port_item {
    bool present;
    uint64_t number;   /* of the request (struct mem_port_request); 0: which one is not known */
    uint64_t since;    /* cycle from which it has been waiting for this */
    uint64_t progress; /* counts up each time anything moved that is legally ahead of it */
    bool needs_room;   /* may legally wait because earlier read data has not left the port */
    uint8_t needs;     /* OUTSIDE_*: a cycle in which one of them is held does not count */
    uint8_t may_wait;  /* OUTSIDE_*: withheld for good, any of these excuses it for ever */
};

/* The longest-waiting item of a kind with nothing of its kind legally ahead of it. O(1) but for
 * WAIT_WRITE_W, which looks at one burst. */
struct mem_port_item mem_port_model_oldest(const struct mem_port_model *m, enum mem_port_wait kind);
/* One line without newline: the request in protocol vocabulary and what it waits for. Empty when
 * no item of that kind is present. */
void mem_port_model_describe(const struct mem_port_model *m, enum mem_port_wait kind, char *buf,
                             size_t size);

/* Where an unfinished request stands: the one thing it waits for next. */
enum mem_port_stage {
    STAGE_AR,    /* a read: the next word it owes has no AR */
    STAGE_R,     /* that word has an AR, its data has not arrived */
    STAGE_DATA,  /* a write: its source has not sent all data flits */
    STAGE_SLOT,  /* all accepted, but flits of it are behind a descriptor without a slot */
    STAGE_AW,    /* words of it have no AW */
    STAGE_W,     /* W beats are missing */
    STAGE_B,     /* responses are missing */
    STAGE_ORDER, /* answered, behind an earlier write of its source */
    STAGE_OUT    /* its next word or its ack is there, waits to be sent */
};

struct mem_port_request {
    uint64_t number; /* from 1, ascending in order of acceptance over reads and writes */
    enum mem_port_stage stage;
    bool write;
    bool work;   /* the port owes something: not so while data flits are missing, nor if refused */
    bool slot;   /* a write whose descriptor has taken a slot */
    bool issued; /* some of its words had an AR or AW */
    struct position source, destination; /* destination: of its next flit */
    uint64_t accepted;                   /* no two requests have the same */
    uint64_t since;                      /* cycle of its latest known progress */
    unsigned words, data;                /* words it reads or writes; data flits accepted */
    uint8_t txn;
};

/* Fills at most `max` of the unfinished requests, oldest first; returns how many. Reads too like
 * each other to be told apart (statistics: blind) are not among them. */
size_t mem_port_model_requests(const struct mem_port_model *m, struct mem_port_request *out,
                               size_t max);
/* One line without newline: that request and what it waits for. Empty when it is not unfinished. */
void mem_port_model_describe_request(const struct mem_port_model *m, uint64_t number, char *buf,
                                     size_t size);

/* Upper bounds of what may still sit in the intake queues, for LINK-WEDGE. O(1). */
struct mem_port_room {
    unsigned depth;          /* Q_DEPTH */
    unsigned slots;          /* WR_SLOTS */
    unsigned unserved_reads; /* accepted reads that may still be in the read intake */
    unsigned held_slots;     /* writes that hold a slot: descriptor popped, ack not sent */
    unsigned write_backlog;  /* write flits that cannot be popped: no slot is free */
    bool few_reads;          /* unserved_reads is too low for the read intake to be near full */
    bool few_writes;         /* write_backlog for the write intake */
    bool room;               /* both intakes must have room: busy has no excuse */
};
struct mem_port_room mem_port_model_room(const struct mem_port_model *m);

/* The write intake of a port that pops whenever it may, for the hang that is by design (modules 3:
 * more sources with an open write than WR_SLOTS). */
struct mem_port_intake {
    bool blocked;           /* the head is a descriptor and no slot is free */
    struct flit head;       /* that descriptor */
    uint64_t head_since;    /* cycle in which it was accepted */
    unsigned slots_waiting; /* slots whose data flits have not all been popped */
    unsigned open_sources;  /* sources with a write accepted but without all of its data popped */
    bool hang_by_design;    /* every slot waits for data, none can ever be freed */
};
struct mem_port_intake mem_port_model_intake(const struct mem_port_model *m);

/* True when nothing is owed: no unfinished served read, no write with all its data accepted and no
 * ack sent. Unanswerable requests (dropped ones, writes whose data never came) are not work. */
bool mem_port_model_idle(const struct mem_port_model *m);
/* One line per outstanding request (at most `max_lines`, then "... and N more"), oldest first, for
 * stall and SIM-END reports. Always terminated; `size` > 0. */
void mem_port_model_list(const struct mem_port_model *m, char *buf, size_t size,
                         unsigned max_lines);

/* Diagnostics of the RTL (SIM-DISPLAY), counted since the model was made. `messages`: what the
 * traffic accepted so far gives in all. `messages_due`: those of them whose cause has left the
 * intake of any port that serves what it can, so they must show within 256 cycles; a dropped
 * request behind others that are still being served is not due yet. A reset loses the difference.
 */
enum mem_port_message {
    MSG_ORPHAN_DATA,
    MSG_NOT_MEMORY,
    MSG_LONG_WRITE,
    MSG_APERTURE_READ,
    MSG_APERTURE_WRITE,
    MSG_COUNT
};
extern const char *const mem_port_message_code[MSG_COUNT]; /* "ORPHAN_DATA", ... */
uint64_t mem_port_model_messages(const struct mem_port_model *m, enum mem_port_message code);
uint64_t mem_port_model_messages_due(const struct mem_port_model *m, enum mem_port_message code);

/* ---- evidence ------------------------------------------------------------------------------- */

struct mem_port_stats {
    uint64_t reads_plain, reads_stream, writes, dropped;  /* requests accepted */
    uint64_t flits_plain, flits_stream, flits_peer, acks; /* flits compared; a peer's copy counts
                                                             in flits_stream and flits_peer */
    uint64_t words_read, words_written;                   /* AXI words attributed */
    uint64_t inside_reads, inside_writes; /* requests accepted, also counted above */
    uint64_t inside_words; /* flits of inside reads compared, data flits of inside writes */
    uint64_t splits_4k;    /* requests whose words cross a 4 KB boundary */
    uint64_t tangled; /* flits that several requests with like destination, txn and data allowed */
    uint64_t blind;   /* flits not judged: more such requests than can be kept apart */
    uint64_t worst_let_past[WAIT_COUNT]; /* MEM-STARVE: worst number of others let past */
    uint64_t evaluations[CHECK_COUNT];   /* per check ID */
};
/* Valid until the next call with this model. */
const struct mem_port_stats *mem_port_model_stats(struct mem_port_model *m);

#endif
