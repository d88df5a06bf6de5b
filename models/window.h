/*
 * The golden model of an AXI slave of the agent and of what it does to the memory behind it: the
 * host window sm_* and the writes from another mesh ri_* (modules 5). It judges both sides: the
 * bursts issued on the converged memory channel under the slave's requester number (5 host, 6
 * ri_*), and the answers on the slave itself. It predicts what, never when: bursts may be split,
 * merged and delayed as AXI allows.
 *
 *   A burst served     INCR, size 5, aligned to 32 bytes. Every word of it is read or written, at
 *                      most once, data and strobes unchanged; then it is answered, in order per id.
 *   A burst refused    any other size, burst type or alignment: nothing is issued, every beat of R
 *                      or the one B says SLVERR; what such a beat carries is not compared.
 *   Addresses          WINDOW_HOST: issued unchanged, all 40 bits. WINDOW_INBOUND: bits 35:0, or
 *                      with bit 39 set and a staging store: not issued but written to the store,
 *                      where a word past its end makes the B a SLVERR.
 *   Errors             an R beat carries the resp the memory gave that word, and its data unless
 *                      the resp is an error; a B carries OKAY when every burst of it was answered
 *                      so, else one of the errors it was answered with.
 *
 * Where AXI leaves a choice the design has it: a word without strobes need not be issued; bytes
 * without a strobe are not compared; one read of memory may serve several bursts that owe the word;
 * an answer may leave in the very cycle the memory's arrives.
 *
 * Check IDs: MAG-HOST or MAG-INBOUND by the kind of slave; MAG-ALIAS when nothing but bits 39:36 of
 * an issued address is wrong; MAG-STAGE for the resp of a write to the store; MAG-INDEP for an AW
 * issued before all its data was there. With seed_rules the (P) ones of them are not judged.
 *
 * Order of calls within one cycle, other than for the port model: first what the slave RECEIVES and
 * what the memory ANSWERS (_accept_, _memory_), then what the agent DOES (_issue_, _answer_).
 * `cycle` never decreases. Judging calls return true when the event is legal (v->check is then
 * CHECK_NONE and nothing else in *v is written); otherwise they fill all of *v, which may not be
 * NULL, and go on as if what came closest had happened.
 */
#ifndef MODELS_WINDOW_H
#define MODELS_WINDOW_H

#include "staging.h"
#include "verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum window_kind { WINDOW_HOST, WINDOW_INBOUND };

struct window_config {
    enum window_kind kind;
    struct staging
        *staging;    /* WINDOW_INBOUND: the store, not owned; NULL: none, bit 39 is dropped */
    bool seed_rules; /* the (P) rules are not applied */
};

/* AW or AR as on the pins. */
struct window_burst {
    uint64_t addr;  /* 40-bit byte address */
    unsigned beats; /* 1-256 */
    uint8_t id;     /* 4 bits */
    uint8_t size;   /* 5: 32 bytes */
    uint8_t type;   /* 1: INCR */
};

struct window_model;

/* NULL when memory runs out, here and nowhere else: later growth that fails ends the process with
 * one line on stderr. */
struct window_model *window_model_new(const struct window_config *config);
void window_model_free(struct window_model *m);
/* Forgets all work under way; statistics stay. The staging store has a reset of its own. */
void window_model_reset(struct window_model *m);

/* ---- what the slave receives ----------------------------------------------------------------- */

/* AW handshake on the slave. */
void window_model_accept_write(struct window_model *m, const struct window_burst *b,
                               uint64_t cycle);
/* W handshake on the slave; bound to the AWs in their order, may lead them. wlast is not read. */
void window_model_accept_data(struct window_model *m, const struct word *data, uint32_t strb,
                              uint64_t cycle);
/* AR handshake on the slave. */
void window_model_accept_read(struct window_model *m, const struct window_burst *b, uint64_t cycle);

/* ---- what the memory answers ----------------------------------------------------------------- */

/* R beat accepted on the memory channel: the word at `addr`, which is the address issued. */
void window_model_memory_data(struct window_model *m, uint64_t addr, const struct word *data,
                              uint8_t resp, uint64_t cycle);
/* B accepted there, of the burst `burst` (from issue_write): the handle is dead. */
void window_model_memory_response(struct window_model *m, uint32_t burst, uint8_t resp,
                                  uint64_t cycle);

/* ---- what the agent does --------------------------------------------------------------------- */

/* AR handshake on the memory channel for `beats` (1-256) words from `addr`. */
bool window_model_issue_read(struct window_model *m, uint64_t addr, unsigned beats, uint64_t cycle,
                             struct verdict *v);
/* AW handshake there. *burst receives a handle (valid also after a verdict). */
bool window_model_issue_write(struct window_model *m, uint64_t addr, unsigned beats, uint64_t cycle,
                              uint32_t *burst, struct verdict *v);
/* One W beat of that burst, beat `index` from 0, told when its AW and the beat have transferred. */
bool window_model_issue_data(struct window_model *m, uint32_t burst, unsigned index,
                             const struct word *data, uint32_t strb, uint64_t cycle,
                             struct verdict *v);
/* R handshake on the slave. */
bool window_model_answer_data(struct window_model *m, uint8_t id, const struct word *data,
                              uint8_t resp, bool last, uint64_t cycle, struct verdict *v);
/* B handshake on the slave. */
bool window_model_answer_write(struct window_model *m, uint8_t id, uint8_t resp, uint64_t cycle,
                               struct verdict *v);

/* ---- what is outstanding --------------------------------------------------------------------- */

/* Like the kinds of mem_port.h: each waits for one thing. */
enum window_wait {
    WINDOW_READ_ISSUE,   /* an accepted read with words for which no AR was issued */
    WINDOW_READ_ANSWER,  /* a read whose next beat is known, R not accepted on the slave */
    WINDOW_WRITE_ISSUE,  /* a write with all its data, not wholly covered by AWs */
    WINDOW_WRITE_DATA,   /* an AW issued, W beats missing */
    WINDOW_WRITE_ANSWER, /* a write whose B is known, B not accepted on the slave */
    WINDOW_WAIT_COUNT
};

/* What lies outside and can hold it, as bits of a mask. The first five are the memory's. */
enum window_outside {
    WINDOW_NEEDS_AR = 1u << 0,      /* arready */
    WINDOW_NEEDS_R = 1u << 1,       /* read data owed by the memory */
    WINDOW_NEEDS_AW = 1u << 2,      /* awready */
    WINDOW_NEEDS_W = 1u << 3,       /* wready */
    WINDOW_NEEDS_B = 1u << 4,       /* write responses owed by the memory */
    WINDOW_NEEDS_SLAVE_R = 1u << 5, /* the slave's rready */
    WINDOW_NEEDS_SLAVE_B = 1u << 6, /* the slave's bready */
    WINDOW_NEEDS_SOURCE = 1u << 7   /* W beats its master still owes */
};

/* As struct mem_port_item: a cycle in which one of `needs` is held does not count; withheld for
 * good, any of `may_wait` excuses the item for ever. */
struct window_item {
    bool present;
    uint64_t since;    /* cycle from which it has been waiting for this */
    uint64_t progress; /* counts up each time anything moved that is legally ahead of it */
    uint8_t needs, may_wait;
};

/* The longest-waiting item of a kind. Looks at every outstanding burst, so not for every cycle. */
struct window_item window_model_oldest(const struct window_model *m, enum window_wait kind);
/* One line without newline: the burst and what it waits for; empty without an item. */
void window_model_describe(const struct window_model *m, enum window_wait kind, char *buf,
                           size_t size);
/* No burst is without its answer. W beats whose AW never came are not work. */
bool window_model_idle(const struct window_model *m);
/* Bursts outstanding: reads with R beats missing, writes whose B has not left. */
unsigned window_model_reads(const struct window_model *m);
unsigned window_model_writes(const struct window_model *m);
/* One line per outstanding burst (at most `max_lines`, then "... and N more"), oldest first, for
 * stall and SIM-END reports. Always terminated; `size` > 0. */
void window_model_list(const struct window_model *m, char *buf, size_t size, unsigned max_lines);

/* ---- evidence -------------------------------------------------------------------------------- */

struct window_stats {
    uint64_t reads, writes, refused;      /* bursts accepted; refused ones count in both */
    uint64_t words_read, words_written;   /* on the memory channel */
    uint64_t words_staged;                /* told to the store */
    uint64_t beats_answered, errors;      /* R beats and Bs on the slave; of them with an error */
    uint64_t splits;                      /* bursts issued that begin inside another one's words */
    uint64_t partial_strobes, no_strobes; /* W beats accepted */
    uint64_t evaluations[CHECK_COUNT];    /* per check ID */
};
const struct window_stats *window_model_stats(const struct window_model *m);

#endif
