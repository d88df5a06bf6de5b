/* The cycle loop: the only code that evaluates a model.
 *
 * One cycle (design: how a cycle flows):
 *   1. drive   every BFM writes input pins from its own state
 *   2. settle  one eval with the clock low
 *   3. sample  monitors turn settled pins into events; checkers and golden models judge them;
 *              then observers look, and the waves get the settled pins
 *   4. edge    one eval with the clock high; `cycle` advances
 *
 * A check that fails calls sim_fail(); the first one wins, the loop finishes the cycle (and, while
 * replaying, the rest of the wave window) and then leaves the scenario by longjmp. Nothing may be
 * held across sim_cycle() that is not registered with sim_own().
 */
#ifndef CSRC_SIM_SIM_H
#define CSRC_SIM_SIM_H

#include "dut/dut.h"
#include "sim/events.h"
#include "sim/failure.h"
#include "sim/options.h"
#include "sim/rng.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

/* A level the harness knows and the pins do not show: work outstanding, slots open, a queue. */
struct gauge {
    const char *name; /* literal, e.g. "write slots" */
    uint32_t value;
    uint32_t capacity; /* 0: none is known */
};

enum { GAUGES_MAX = 32 };

/* A bench: one per DUT, owns its BFMs and checkers. */
struct bench_hooks {
    void (*drive)(void *bench);
    void (*sample)(void *bench);
    /* One cycle in 64, after sample: inputs other than clock and reset are varied, the model is
     * settled with sim_settle(), outputs are judged, inputs restored and settled again.
     * May be NULL. */
    void (*probe)(void *bench);
    /* The levels after this cycle's sample: always the same ones in the same order. Returns how
     * many. Called only when somebody looks. May be NULL. */
    unsigned (*gauges)(void *bench, struct gauge out[GAUGES_MAX]);
};

/* Looks at every cycle of a run and never changes it: statistics, a table, a ring. */
struct observer {
    void (*cycle)(void *self); /* after sample and probe: pins are settled and the DUT's own */
    void (*end)(void *self);   /* once, before the DUT goes, however the run ends; may be NULL */
    void *self;
};

enum { OBSERVERS_MAX = 6 };

/* A figure a scenario measured, exact in simulated cycles (make bench). */
struct measure {
    char what[56], unit[20];
    double value, target;
    bool at_most; /* the target is an upper bound */
};

enum { MEASURES = 8 };

/* What a run has seen; scenarios state their minimum with sim_expect_seen(). */
struct evidence {
    uint64_t flits, words;  /* compared */
    uint64_t random_cycles; /* of constrained-random traffic */
    uint64_t sent;          /* to the DUT: flits, entries started, moves, bursts */
    uint64_t senders;       /* endpoints or requesters that sent in random traffic, by number */
    unsigned epochs;        /* of random traffic, up to the present one */
    uint64_t control_lost;  /* control flits an agent lost to a full mailbox, as it may */
    uint64_t evaluations[CHECK_COUNT];
    uint64_t waived[CHECK_COUNT];
    uint64_t failed[CHECK_COUNT]; /* all of them; the first is in struct failure */
    unsigned measures;
    struct measure measure[MEASURES];
};

struct wave_window {
    bool on;
    uint64_t from, to; /* cycles, inclusive */
    char path[512];
    void (*attached)(struct sim *s); /* from sim_attach() when on: adds what else the waves have */
};

/* Spoils what the DUT shows on its way to the bench, so that a test can prove a check live. The DUT
 * itself runs on unspoilt. */
struct saboteur {
    void (*spoil)(void *self);   /* after settle: changes output pins */
    void (*restore)(void *self); /* after sample: puts them back */
    void *self;
};

struct sim {
    const struct run_options *options;
    char test[96]; /* "suite.test": scope of the random streams */
    uint64_t cycle;
    bool in_reset;         /* reset is asserted in this cycle */
    uint64_t reset_cycles; /* cycles of reset so far, this one included; 0 outside */
    uint64_t since_reset;  /* cycles since reset was released, 0 in the first */
    struct dut *dut;
    const struct bench_hooks *hooks;
    void *bench;
    bool goes_on;                    /* failures are counted, the run does not end at one */
    const struct saboteur *saboteur; /* NULL but in tests of the checks */
    uint64_t hash;                   /* of every transfer with its cycle */
    struct evidence seen;
    /* Situations met by this run alone (BIN_COUNT of them, bins.h), for stimulus that asks what is
     * missing; NULL: none does. */
    uint64_t *bins;
    struct failure failure;
    struct event_ring events;
    struct wave_window wave;
    struct sim_private *private;
};

/* Makes the model of `type` and installs the bench. One DUT per run. */
void sim_attach(struct sim *s, const struct dut_type *type, const struct bench_hooks *hooks,
                void *bench);
/* Adds an observer to the run. */
void sim_observe(struct sim *s, const struct observer *observer);
/* Drops every observer without its end(): for a copy of the run, which is not theirs. */
void sim_stop_observing(struct sim *s);
/* Registers `object` to be released by `release` when the run ends, however it ends. */
void sim_own(struct sim *s, void *object, void (*release)(void *object));
/* calloc that the run owns; never NULL. */
void *sim_alloc(struct sim *s, size_t size);

/* The present cycle goes to the wave file. */
static inline bool sim_waves_now(const struct sim *s) {
    return s->wave.on && s->cycle >= s->wave.from && s->cycle <= s->wave.to;
}

/* Runs one cycle / n cycles. Does not return when a check fails. */
void sim_cycle(struct sim *s);
void sim_cycles(struct sim *s, uint64_t n);
/* Asserts reset for n >= 1 cycles; the bench sees s->in_reset in each of them. */
void sim_reset(struct sim *s, unsigned n);
/* For probes only: evaluates with the clock low. */
void sim_settle(struct sim *s);

/* A random stream of this run. */
void sim_rng(const struct sim *s, struct rng *r, const char *name);

/* The epochs of random traffic: pieces of random length with settings of their own, numbered from 0.
 * Each draws from streams of its own, so that one can be left out without changing the next.
 * True when epoch *number runs, or the first after it that the options do not leave out, whose number
 * is then in *number; false when none is left. */
bool sim_epoch(struct sim *s, unsigned *number);
/* A random stream of an epoch; that of epoch 0 is the run's own of that name. */
void sim_epoch_rng(const struct sim *s, struct rng *r, const char *name, unsigned epoch);
/* Notes that a source sends in random traffic; false when the options leave it out. */
static inline bool sim_sends(struct sim *s, unsigned number) {
    const bool sends = options_sends(s->options, number);
    s->seen.senders |= (uint64_t)sends << (number & 63);
    return sends;
}
/* Whether the options leave a stimulus out. */
static inline bool sim_without(const struct sim *s, uint32_t what) {
    return (s->options->without & what) != 0;
}

/* Counts one evaluation of a check. */
static inline void sim_evaluated(struct sim *s, enum check_id id) {
    s->seen.evaluations[id]++;
}
/* Whether somebody wants situations counted (bins.h). Where nobody does, no time may be spent on it. */
static inline bool sim_counts_bins(const struct sim *s) {
    return s->options->bins != NULL || s->bins != NULL;
}
/* Counts one; only where sim_counts_bins(). */
static inline void sim_bin(const struct sim *s, unsigned bin) {
    if (s->options->bins) {
        s->options->bins[bin]++;
    }
    if (s->bins) {
        s->bins[bin]++;
    }
}
/* Records a failure. Returns the object to add rows to, or NULL when it is not the first, is waived
 * or belongs to a rule that RULES=seed switches off. */
__attribute__((format(printf, 4, 5))) struct failure *
sim_fail(struct sim *s, enum check_id id, const char *where, const char *what, ...);
/* Records a model's verdict; `actual` may be NULL. */
struct failure *sim_fail_verdict(struct sim *s, const char *where, const struct verdict *v,
                                 const struct flit *actual);

/* Adds a transfer to the trace hash. */
static inline void sim_hash(struct sim *s, uint64_t value) {
    uint64_t h = (s->hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    s->hash = h ^ (h >> 29);
}
static inline void sim_hash_words(struct sim *s, const uint32_t *words, unsigned count) {
    for (unsigned i = 0; i + 1 < count; i += 2) {
        sim_hash(s, words[i] | (uint64_t)words[i + 1] << 32);
    }
    if (count & 1) {
        sim_hash(s, words[count - 1]);
    }
}
/* Records an event in the ring and the hash; fill the returned object's a, b and words FIRST via
 * the arguments. `words` may be NULL. */
static inline void sim_event(struct sim *s, enum event_kind kind, const char *where, uint64_t a,
                             uint64_t b, const uint32_t *words, unsigned count) {
    struct event *e = event_next(&s->events);
    e->cycle = s->cycle;
    e->kind = (uint8_t)kind;
    e->where = where;
    e->a = a;
    e->b = b;
    for (unsigned i = 0; i < count; i++) {
        e->words[i] = words[i];
    }
    sim_hash(s, s->cycle ^ (uint64_t)kind << 56);
    sim_hash(s, a ^ b << 40);
    sim_hash_words(s, words, count);
}

/* A line the RTL printed, counted per `ERROR <module> <CODE>:`; sim_displays gives the count. */
uint64_t sim_displays(const struct sim *s, const char *code);

/* Records a figure for `make bench`. */
void sim_measured(struct sim *s, const char *what, double value, const char *unit, double target,
                  bool at_most);

/* Positive evidence: fails the run (SIM-END) unless `actual` >= `least`. */
void sim_expect_seen(struct sim *s, const char *what, uint64_t actual, uint64_t least);

#endif
