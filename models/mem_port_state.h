/* What the port model remembers. Private to mem_port_*.c.
 *
 * Reads. An accepted read is a fixed sequence of flits (entry, destination, word), and `pos` is how
 * many have left. Which words it owes to AXI is found through a map from 4 KB page to the requests
 * that touch it. Each owed word (struct cell) remembers every value memory gave for its address
 * since the read was accepted: any of them is a legal payload.
 *
 * Like requests. Reads that allow the very same flit cannot be told apart, so all of them become
 * tangled: of each only an interval is known in which its true place lies, of all together how many
 * flits they still owe. A flit that fits one of them alone, and that sum, narrow the intervals; a
 * read whose interval is one place is exact again (mem_port_tangle.c). Should they pile up, the
 * model goes blind: it only counts the flits owed until the last read is answered.
 *
 * Writes. The beats of an AW are bound to the write that owes the address; if several do, binding
 * waits for the data. Writes of equal address and data are exchanged when an ack needs it.
 */
#ifndef MODELS_MEM_PORT_STATE_H
#define MODELS_MEM_PORT_STATE_H

#include "mem_port.h"
#include "mem_port_chain.h"
#include "mem_port_pool.h"
#include "text.h"

#define PAGE_SHIFT 12                         /* 4 KB */
#define OFFSET_MASK ((UINT64_C(1) << 36) - 1) /* the local part of an address */
#define PAGE_BUCKETS 1024
#define NEXT_BUCKETS 1024
#define COORDINATES 256 /* x in 7:4, y in 3:0 */
#define DESTINATIONS_MAX 4
#define READ_PAGES_MAX 9 /* 1,020 words from any word of a page */
#define WRITE_PAGES_MAX 2
#define WRITE_WORDS_MAX 8 /* WBURST, memory protocol 4.2 */
#define BURST_WORDS_MAX 256
#define CELL_CLASSES 9 /* 4 .. 1,024 cells */
#define SEEN_FLITS 256 /* flits remembered to recognise a repeated one */
#define DROPPED_KEPT 64
#define TANGLED_MAX 64 /* beyond it reads are not judged until all are answered */

enum { PLAIN = 0, STREAM = 1, READ_KINDS = 2 };

struct page_ref {
    struct chain chain;
    uint64_t page;
    void *owner; /* struct read_req or struct write_req, by the map it is in */
};

struct page_map {
    struct chain bucket[PAGE_BUCKETS];
};

struct more_value {
    struct more_value *next;
    struct word value;
    uint64_t arrived;
};

/* One word owed to a read. */
struct cell {
    struct word value;
    uint64_t arrived; /* cycle of the first beat with this value, when has_value */
    struct more_value *more;
    bool has_value;
    bool accessed; /* one AXI access of the multiset is used up by this claim */
    bool covered;  /* some access was issued since the read was accepted */
};

/* Where in its sequence of flits a read stands. */
struct spot {
    uint16_t entry, word; /* word within the entry */
    uint8_t destination;  /* index: 0 the requester, then the peers */
};

struct read_req {
    uint64_t id; /* unique, ascending in order of acceptance over reads and writes */
    uint64_t accepted;
    struct descriptor descriptor;
    uint64_t addr;
    uint32_t words;
    uint8_t src, txn;
    uint8_t kind;
    uint8_t n_dst, dst[DESTINATIONS_MAX];
    uint16_t entries, entry_words; /* a plain read is one entry of len + 1 words */

    uint32_t pos, total; /* flits */
    struct spot spot;
    uint16_t key; /* destination and txn of the next flit */

    struct cell *cells;
    unsigned cell_class;
    uint32_t uncovered, unaccessed, unarrived; /* words */
    uint64_t moved;                            /* cycle of the last AR that covered a word of it */
    uint64_t placed; /* cycle in which its next word last changed or came */
    bool issued;
    bool shared; /* its words overlap another read's: which access was whose is not known */
    bool inside; /* served inside the agent (mem_port.h): its cells never have a value */

    struct word sent[ENTRY_WORDS_MAX]; /* what destination 0 got of the present entry */
    uint8_t sent_known;                /* one bit a word */

    bool ready; /* the next flit's word has arrived */
    uint64_t ready_since, ready_flits;
    uint64_t finished_then; /* reads of its kind finished when it became ready */
    uint32_t overtaken;     /* later reads with an AR before its first */

    bool tangled;      /* `pos` is then the least place */
    uint32_t most_pos; /* the greatest place, when tangled */
    bool fits;         /* scratch: the flit being judged fits places first_fit to last_fit */
    uint32_t first_fit, last_fit;

    struct chain by_age;
    struct chain tangled_chain;
    struct chain uncovered_chain;
    struct chain next_chain; /* bucket of `key` */
    struct chain ready_chain;
    struct page_ref page[READ_PAGES_MAX];
    unsigned pages;
};

enum write_kind { WRITE_SERVED, WRITE_REFUSED, WRITE_SWALLOWED };
enum claim_state { CLAIM_FREE, CLAIM_BOUND, CLAIM_ANSWERED };

/* One word a write owes to memory. */
struct claim {
    enum claim_state state;
    uint32_t burst, beat; /* when bound */
    uint64_t answered;    /* cycle of the B */
    struct word data;
    uint64_t arrived; /* cycle of the data flit; beats [0, got) have one */
    uint32_t visible; /* of an inside write: the handle of write_begin */
};

struct write_req {
    uint64_t id;
    uint64_t accepted, completed; /* cycles of the descriptor and of the last data flit */
    struct descriptor descriptor;
    uint64_t addr;
    enum write_kind kind;
    uint8_t src, txn;
    uint32_t words, got;
    bool inside;     /* served inside the agent (mem_port.h): its claims are never bound */
    bool slot;       /* its descriptor has been popped by the ideal intake */
    uint32_t popped; /* data flits popped by the ideal intake */
    uint64_t pop_completed;
    uint64_t completion; /* order of last data flits, 0 before */
    struct claim claim[WRITE_WORDS_MAX];
    uint32_t free_claims, answered;
    bool touched; /* an AW of it was issued */
    bool acked;
    bool ready; /* the ack may leave */
    uint64_t ready_since, ready_flits;
    uint32_t overtaken, acks_past;
    uint64_t moved;

    struct chain by_age;
    struct chain by_source; /* served writes without ack, descriptor order */
    struct chain unissued;  /* complete, words without AW left; order of the last data flit */
    struct chain ready_chain;
    struct page_ref page[WRITE_PAGES_MAX];
    unsigned pages;
};

struct bound_beat {
    struct write_req *write; /* NULL: nobody's, or not yet known */
    uint32_t index;
    bool unresolved;
    bool written;
};

struct write_burst {
    uint32_t handle;
    uint64_t addr, issued;
    unsigned beats, written, unresolved;
    struct chain unwritten_chain; /* bursts with W beats missing, AW order */
    struct chain unresolved_chain;
    struct bound_beat beat[BURST_WORDS_MAX];
};

struct dropped {
    uint64_t id, accepted;
    enum flit_type type;
    uint8_t src, txn;
    struct descriptor descriptor;
    uint64_t addr;
    uint32_t words;
    bool too_long; /* len > 7, else a refused aperture */
};

struct intake_flit {
    struct write_req *write; /* NULL: an orphan data flit */
    struct flit descriptor;  /* only of a descriptor */
    uint64_t accepted;
    bool is_descriptor;
};

/* When there last was an inside request that others may have been behind. */
struct last_inside {
    uint64_t cycle, flits; /* flits: flits_out then */
};

/* Let past by the oldest waiting item of a class since one of its class last left. */
struct let_past {
    uint32_t entries, others;
};

struct mem_port_model {
    struct mem_port_config config;
    uint8_t self; /* own coordinate */
    uint64_t next_id;
    uint64_t flits_out;

    struct page_map read_pages, write_pages;
    struct chain next_flit[NEXT_BUCKETS]; /* live reads by key */
    struct chain reads, tangled;
    int64_t tangled_owed; /* flits all tangled reads together still owe */
    uint32_t tangled_count;
    bool blind; /* too many like reads: only how many flits are owed is known */
    int64_t blind_owed;
    uint64_t tangled_moved; /* cycle of the last flit one of them sent */
    struct chain uncovered[READ_KINDS], ready[READ_KINDS];
    struct read_req *open; /* its entry is between first and last word to one destination */
    uint32_t live[READ_KINDS], most_live[READ_KINDS]; /* unfinished; the most since reset */
    uint32_t inside_reads[READ_KINDS];                /* of them, served inside the agent */
    uint32_t inside_acks;                             /* inside writes complete, ack not sent */
    struct last_inside last_inside_read, last_inside_ack;
    uint32_t in_service;
    uint64_t finished[READ_KINDS]; /* but for those that were tangled to the end */
    uint64_t unarrived;            /* words of live reads without data */
    struct read_req *starved_read;

    struct chain writes, by_source[COORDINATES], unissued, acks_ready;
    struct chain bursts_unwritten, bursts_unresolved;
    struct write_req *open_write[COORDINATES];
    uint32_t complete_writes; /* served, all data accepted, no ack sent */
    uint32_t bursts_live;
    struct write_burst **burst; /* by handle */
    uint32_t *burst_free;
    uint32_t burst_count, burst_free_count;

    struct intake_flit *intake; /* ring of what the ideal write intake cannot pop */
    uint32_t intake_size, intake_head, intake_count;
    uint32_t slots_used;

    struct let_past past[WAIT_COUNT];
    uint64_t moved[WAIT_COUNT];

    struct flit seen[SEEN_FLITS];
    uint64_t seen_count;
    struct dropped dropped[DROPPED_KEPT];
    uint64_t dropped_count;

    uint64_t *dropped_waiting; /* ring: ids of dropped reads behind unfinished ones */
    uint32_t dropped_size, dropped_head, dropped_waiting_count;

    uint64_t messages[MSG_COUNT], due[MSG_COUNT];
    bool used; /* since the last reset */
    struct mem_port_stats stats;
    uint64_t responses_judged, acks_judged, flits_judged, beats_judged, ars_judged, aws_judged;
    uint64_t entries_judged, orders_judged, drops_judged, inside_judged;

    struct pool read_pool, write_pool, burst_pool, value_pool, cell_pool[CELL_CLASSES];
};

static inline uint8_t coordinate(uint8_t x, uint8_t y) {
    return (uint8_t)((x & 15) << 4 | (y & 15));
}

static inline uint16_t flit_key(uint8_t dst, uint8_t txn) {
    return (uint16_t)(dst << 8 | txn);
}

static inline struct chain *page_bucket(struct page_map *map, uint64_t page) {
    return &map->bucket[(page ^ page >> 10) & (PAGE_BUCKETS - 1)];
}

static inline struct chain *next_bucket(struct mem_port_model *m, uint16_t key) {
    return &m->next_flit[(key ^ key >> 6) & (NEXT_BUCKETS - 1)];
}

static inline uint8_t read_txn(const struct read_req *r, struct spot spot) {
    return (uint8_t)(r->txn + (r->kind == STREAM ? spot.entry : 0));
}

static inline uint32_t cell_index(const struct read_req *r, struct spot spot) {
    return (uint32_t)spot.entry * r->entry_words + spot.word;
}

static inline bool read_owes(const struct read_req *r, uint64_t addr) {
    return addr >= r->addr && addr - r->addr < (uint64_t)r->words * WORD_BYTES;
}

static inline bool write_owes(const struct write_req *w, uint64_t addr) {
    return addr >= w->addr && addr - w->addr < (uint64_t)w->words * WORD_BYTES;
}

/* ---- mem_port.c ----------------------------------------------------------------------------- */

void map_request(struct page_map *map, struct page_ref *refs, unsigned *count, void *owner,
                 uint64_t addr, uint32_t words);
void remember_dropped(struct mem_port_model *m, const struct flit *f, const struct descriptor *d,
                      bool too_long, uint64_t cycle);
/* The newest dropped request of this type that names the word, or NULL. */
const struct dropped *dropped_word(const struct mem_port_model *m, enum flit_type request,
                                   uint64_t addr);
/* The newest dropped request of this type the flit could answer, or NULL. */
const struct dropped *dropped_answer(const struct mem_port_model *m, enum flit_type request,
                                     const struct flit *f);
bool seen_before(const struct mem_port_model *m, const struct flit *f);
bool aperture_refused(const struct mem_port_model *m, uint64_t addr);

/* ---- mem_port_reads.c ------------------------------------------------------------------------ */

void accept_read(struct mem_port_model *m, const struct flit *f, uint64_t cycle);
struct spot read_spot(const struct read_req *r, uint32_t pos);
/* Moves a read to another place in its sequence (not to its end). */
void read_place(struct mem_port_model *m, struct read_req *r, uint32_t pos);
/* Its last flit has left: forgets it. */
void read_finish(struct mem_port_model *m, struct read_req *r);
/* Whether the next word has arrived, for fairness and the watchdog; call it after every move. */
void read_update_ready(struct mem_port_model *m, struct read_req *r, uint64_t cycle);
bool cell_allows(const struct cell *cell, const struct word *payload, uint64_t cycle);
/* Whether its data can be in the port: it arrived, or it is inside, where nobody sees it arrive. */
bool word_is_here(const struct read_req *r, struct spot spot);

/* ---- mem_port_match.c ------------------------------------------------------------------------ */

/* All fields but the payload, which the data model judges. */
bool header_fits(const struct mem_port_model *m, const struct read_req *r, struct spot spot,
                 const struct flit *f);
/* `exact`: a peer's copy must equal what destination 0 got. */
bool payload_fits(const struct mem_port_model *m, const struct read_req *r, struct spot spot,
                  const struct flit *f, bool exact, uint64_t cycle);
bool emit_response(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                   struct verdict *v);
/* Counts the flits up to and including `pos` as sent, the last of them being f. Not for tangled
 * reads. */
void read_advance_past(struct mem_port_model *m, struct read_req *r, uint32_t pos,
                       const struct flit *f, uint64_t cycle);
/* Whether r is between the first and the last word of an entry to one destination. */
bool between_words(const struct read_req *r);

/* ---- mem_port_tangle.c ----------------------------------------------------------------------- */

void tangle(struct mem_port_model *m, struct read_req *r);
void blind_flit(struct mem_port_model *m);
/* Finds the tangled reads that allow f and notes where; returns how many. */
unsigned tangled_fits(struct mem_port_model *m, const struct flit *f, uint64_t cycle);
/* Credits f to the tangled reads noted by tangled_fits(). */
void tangled_credit(struct mem_port_model *m, uint64_t cycle);
/* A tangled read that may send a flit with f's destination and txn next, and where; or NULL. */
struct read_req *tangled_stream(const struct mem_port_model *m, const struct flit *f,
                                struct spot *spot);

/* ---- mem_port_blame.c ------------------------------------------------------------------------ */

/* Names what is wrong with a MEM_RD_RESP that no live read allows, and consumes it. */
void blame_response(struct mem_port_model *m, const struct flit *f, uint64_t cycle,
                    struct verdict *v);
/* A type no memory port sends. */
void blame_type(struct mem_port_model *m, const struct flit *f, uint64_t cycle, struct verdict *v);

/* ---- mem_port_writes.c ----------------------------------------------------------------------- */

void accept_write(struct mem_port_model *m, const struct flit *f, uint64_t cycle);
void accept_data(struct mem_port_model *m, const struct flit *f, uint64_t cycle);
/* True when every word of the write was answered before `cycle`, if need be by exchanging claims
 * with a write of the same address and data. */
bool write_answered(struct mem_port_model *m, struct write_req *w, uint64_t cycle);
/* The ack was sent: frees the slot. */
void write_acknowledge(struct mem_port_model *m, struct write_req *w, uint64_t cycle);
void free_bursts(struct mem_port_model *m);
bool write_has_twin(struct mem_port_model *m, const struct write_req *w, uint32_t index);

/* ---- mem_port_acks.c ------------------------------------------------------------------------- */

bool emit_ack(struct mem_port_model *m, const struct flit *f, uint64_t cycle, struct verdict *v);

/* ---- mem_port_inside.c ----------------------------------------------------------------------- */

bool is_inside(const struct mem_port_model *m, uint64_t addr);
/* Whether word `index` of an inside read may carry this payload. */
bool inside_allows(const struct mem_port_model *m, const struct read_req *r, uint32_t index,
                   const struct word *payload, uint64_t cycle);
/* Data flit `got` of an inside write was accepted. */
void store_inside(struct mem_port_model *m, struct write_req *w, uint64_t cycle);
/* Its ack was sent. */
void end_inside(struct mem_port_model *m, struct write_req *w, uint64_t cycle);

/* ---- mem_port_fairness.c: MEM-STARVE --------------------------------------------------------- */

void fair_read_issued(struct mem_port_model *m, const struct read_req *r);
bool fair_read_verdict(struct mem_port_model *m, struct verdict *v);
bool fair_read_flit(struct mem_port_model *m, const struct read_req *r, struct spot spot,
                    uint64_t cycle, struct verdict *v);
bool fair_read_finished(struct mem_port_model *m, const struct read_req *r, uint64_t cycle,
                        struct verdict *v);
bool fair_ack(struct mem_port_model *m, const struct write_req *w, uint64_t cycle,
              struct verdict *v);
bool fair_write_issued(struct mem_port_model *m, const struct write_req *w, uint64_t cycle,
                       struct verdict *v);

/* ---- mem_port_text.c ------------------------------------------------------------------------- */

void text_node(struct text *t, uint8_t coord); /* (2,3) */
void text_read(struct text *t, const struct read_req *r);
void text_read_progress(struct text *t, const struct read_req *r, struct spot spot);
void text_write(struct text *t, const struct write_req *w);
void text_write_progress(struct text *t, const struct write_req *w);
/* The request, where it stands and `wants`, what it waits for; nothing for NULL. */
void text_read_wants(struct text *t, const struct read_req *r, const char *wants);
void text_write_wants(struct text *t, const struct write_req *w, const char *wants);
void text_dropped(struct text *t, const struct dropped *d);

void verdict_read(struct verdict *v, const struct read_req *r, struct spot spot);
void verdict_write(struct verdict *v, const struct write_req *w);
void verdict_dropped(struct verdict *v, const struct dropped *d);
void verdict_expect_read(struct verdict *v, const struct mem_port_model *m,
                         const struct read_req *r, struct spot spot);
void verdict_expect_ack(struct verdict *v, const struct mem_port_model *m,
                        const struct write_req *w);

#endif
