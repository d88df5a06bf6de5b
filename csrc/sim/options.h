/* Everything a run depends on besides the binary. */
#ifndef CSRC_SIM_OPTIONS_H
#define CSRC_SIM_OPTIONS_H

#include "check_id.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim;

/* What uninitialised registers hold before the first cycle. */
enum register_fill { FILL_RANDOM, FILL_ZEROS, FILL_ONES };

/* Stimuli that can be left out: those a foreign design may do without, and those the minimiser takes
 * away. WITHOUT=word,... Random streams draw as if nothing were left out, so what stays is the same.
 */
enum without {
    WITHOUT_PLAIN = 1u << 0,          /* plain reads */
    WITHOUT_PEERS = 1u << 1,          /* multicast */
    WITHOUT_STREAM = 1u << 2,         /* streaming reads */
    WITHOUT_STAGING = 1u << 3,        /* the staging store */
    WITHOUT_APERTURES = 1u << 4,      /* addresses with bit 39 set */
    WITHOUT_LONG_WRITES = 1u << 5,    /* write descriptors with len > 7 */
    WITHOUT_ORPHAN_DATA = 1u << 6,    /* write data that matches no open write */
    WITHOUT_NON_MEMORY = 1u << 7,     /* other flit types at a memory port */
    WITHOUT_RESERVED_FLAGS = 1u << 8, /* reserved and ignored fields set */
    WITHOUT_SPLIT_4K = 1u << 9,       /* requests that cross 4 KB */
    WITHOUT_ABANDON = 1u << 10,       /* abandoned entries */
    WITHOUT_MODE_CHANGE = 1u << 11,   /* id and mode changing after start */
    WITHOUT_DEPTH2 = 1u << 12,        /* overlapping entries */
    WITHOUT_DISPLAYS = 1u << 13,      /* ERROR lines are not compared */
    WITHOUT_MID_RESET = 1u << 14,     /* reset in the middle of traffic */
    WITHOUT_WRITES = 1u << 15,        /* writes to memory through a port */
    WITHOUT_ERRORS = 1u << 16,        /* error responses of the memory */
    WITHOUT_STALLS = 1u << 17,        /* busy and ready withheld, answers coupled */
    WITHOUT_GAPS = 1u << 18,          /* pauses in what is sent */
    WITHOUT_WAITS = 1u << 19,         /* latencies: memory, grants, dones */
    WITHOUT_REGISTERS = 1u << 20,     /* register writes of the bank in random traffic */
    WITHOUT_DRAINS = 1u << 21,        /* letting everything drain in the middle of traffic */
    WITHOUT_HOST = 1u << 22,          /* bursts of the host window */
    WITHOUT_INBOUND = 1u << 23,       /* bursts of the interlink's write side */
    WITHOUT_MOVES = 1u << 24,         /* random moves of the agent's mover */
    WITHOUT_AGENT = 1u << 25,         /* flits of the control agent */
    WITHOUT_INTERLINK = 1u << 26,     /* flits of the interlink */
    WITHOUT_POKES = 1u << 27 /* the mover's registers and sources written while it is busy */
};

/* The words in bit order, for parsing and help. */
extern const char *const without_words[];
extern const unsigned without_count;

enum { EPOCHS_MAX = 1024, EPOCH_WORDS = EPOCHS_MAX / 64 };

struct run_options {
    uint64_t seed;
    uint64_t cycles;    /* length of random scenarios; 0: the scenario's own */
    uint64_t idle_seed; /* garbage on payload pins while valid is low; never changes a trace */
    enum register_fill fill;
    uint64_t fill_seed; /* of FILL_RANDOM; 0: `seed` */
    /* Of random traffic: the endpoints or requesters that send, by number; 0: all. */
    uint64_t endpoints;
    /* Of random traffic: the pieces that run (sim_epoch), the first is 0, and the number after the
     * last of them; 0: all. */
    uint64_t epochs[EPOCH_WORDS];
    unsigned epochs_end;
    bool seed_rules;                          /* RULES=seed: every (P) rule and (P) stimulus off */
    uint32_t without;                         /* enum without */
    uint64_t waived[(CHECK_COUNT + 63) / 64]; /* counted and listed, do not fail the run */
    const char *waive_reason[CHECK_COUNT];    /* NULL: waived without a file, or not at all */
    unsigned window_before, window_after;     /* cycles of waves around a failure */
    bool waves;                               /* dump the whole run */
    bool ring;                                /* keep its last cycles and replay a failure */
    unsigned done_bound;                      /* cycles from the last beat to done at the slot */
    /* How often each situation was met (BIN_COUNT of them, bins.h), shared by runs; NULL: situations are
     * not counted, for that costs as much as a golden model. */
    uint64_t *bins;
    /* Called when the DUT is attached, to add observers; never changes a trace. May be NULL. */
    void (*attached)(struct sim *s, void *context);
    void *attached_context;
};

void options_init(struct run_options *o);
static inline bool options_waived(const struct run_options *o, enum check_id id) {
    return (o->waived[id / 64] >> (id % 64)) & 1;
}
static inline void options_waive(struct run_options *o, enum check_id id) {
    o->waived[id / 64] |= UINT64_C(1) << (id % 64);
}
/* Parses "word,word" / "ID,ID"; on an unknown one writes one line to `error` and returns false. */
bool options_parse_without(struct run_options *o, const char *list, char error[512]);
bool options_parse_waive(struct run_options *o, const char *list, char error[256]);
/* The endpoint or requester `number` sends in random traffic. */
static inline bool options_sends(const struct run_options *o, unsigned number) {
    return o->endpoints == 0 || (o->endpoints >> (number & 63) & 1);
}
/* Parses "3,7-9"; at least one number. On a wrong one writes one line to `error` and returns false. */
bool options_parse_endpoints(struct run_options *o, const char *list, char error[256]);
bool options_parse_epochs(struct run_options *o, const char *list, char error[256]);
/* The numbers below `count` whose bits are set, as such a list. */
void number_list(const uint64_t *bits, unsigned count, char *text, size_t size);
/* Decimal, 0x hex, or 1e6 style; the whole text must be used. */
bool parse_count(const char *text, uint64_t *value);

#endif
