/* Spoils the outputs of a transform slot or of a bare bank on their way to the checks, and puts the
 * real ones back (struct saboteur, sim/sim.h). A spoiler sees the cycle's pins and may change what
 * is shown; requesters, too, see what is shown. */
#ifndef TESTS_SABOTEUR_H
#define TESTS_SABOTEUR_H

#include "bank.h"
#include "sim/sim.h"

struct slot_outputs {
    uint8_t gnt; /* 0 at a bare bank */
    uint8_t done, fault;
    uint32_t cfg_rdata;
    struct word word[BANK_WORDS_MAX];
};

/* A done that is on its way, with its words. */
struct late_answer {
    uint64_t due; /* cycle in which it is shown, at the earliest */
    struct word word[BANK_WORDS_MAX];
};

enum { LATE_ANSWERS = 8 };

struct slot_saboteur {
    struct saboteur hooks;
    struct sim *sim;
    struct {
        const uint8_t *req, *start, *beat_valid, *id, *mode; /* of requester 0 in the low bits */
        const uint32_t *beat;
        const uint8_t *cfg_en, *cfg_addr;
        uint8_t *gnt, *done, *fault;
        uint32_t *cfg_rdata, *word[BANK_WORDS_MAX];
    } pins;
    void (*change)(struct slot_saboteur *x, struct slot_outputs *shown);
    struct slot_outputs real;
    unsigned dones;                        /* real ones so far, this cycle's included */
    struct late_answer late[LATE_ANSWERS]; /* a ring */
    unsigned first, count;
    struct word latest[BANK_WORDS_MAX]; /* the words of the latest done that was shown */
    /* A spoiler's own. */
    unsigned knob;
    uint64_t mark;
    unsigned seen;
    struct word beats[BANK_BEATS_MAX];
};

/* From the next cycle on `change` sees every cycle; `knob` is its own. The run owns the result.
 * cfg_rdata follows what `change` makes of the fault pins. */
struct slot_saboteur *sabotage(struct sim *s,
                               void (*change)(struct slot_saboteur *x, struct slot_outputs *shown),
                               unsigned knob);

/* For spoilers of done: takes the real done off the pins, a late one may be shown in its place. */
void sabotage_withhold(struct slot_saboteur *x, struct slot_outputs *shown);
/* Shows the real done of this cycle `cycles` later, with its words. */
void sabotage_answer_later(struct slot_saboteur *x, unsigned cycles);

#endif
