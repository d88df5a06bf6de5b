/* When a pin that may be withheld (busy, a ready, a valid not yet raised) is withheld: one
 * generator for every BFM. It knows nothing about links or AXI. */
#ifndef CSRC_BFM_STALL_H
#define CSRC_BFM_STALL_H

#include "sim/rng.h"

#include <stdbool.h>

/* The longest stall a random setting makes, in cycles (checks: bounds). */
enum { STALL_LONGEST = 500 };

enum stall_pattern {
    STALL_NEVER,
    STALL_RANDOM,     /* each cycle on its own, with `permille` */
    STALL_BURSTS,     /* stalled for stall_min..stall_max cycles, free for free_min..free_max */
    STALL_ALTERNATE,  /* every other cycle */
    STALL_UNTIL_OFFER /* stalled until something has been offered for stall_min..stall_max cycles
                         (at least 1), free for that one transfer */
};

struct stall_knobs {
    enum stall_pattern pattern;
    unsigned permille;             /* 0-999 */
    unsigned stall_min, stall_max; /* cycles */
    unsigned free_min, free_max;   /* cycles, at least 1 */
    bool withheld; /* stalled for good while set; a scenario may switch it at any time */
};

struct stall {
    struct stall_knobs knobs;
    struct rng rng;
    bool stalled;
    bool waiting;  /* STALL_UNTIL_OFFER: the delay of the offer has been drawn */
    unsigned left; /* cycles before `stalled` toggles */
};

/* Common settings. */
struct stall_knobs stall_never(void);
struct stall_knobs stall_random(unsigned permille);
struct stall_knobs stall_bursts(unsigned stall_min, unsigned stall_max, unsigned free_min,
                                unsigned free_max);
struct stall_knobs stall_alternate(void);
struct stall_knobs stall_until_offer(unsigned delay_min, unsigned delay_max);
/* Stalls of 100-500 cycles with at most 200 free ones between them. */
struct stall_knobs stall_long(void);
/* A random legal setting, never withheld. `until_offer`: STALL_UNTIL_OFFER may be drawn. */
void stall_randomise(struct stall_knobs *knobs, struct rng *rng, bool until_offer);

/* The longest stall the setting makes, in cycles; for STALL_RANDOM one that is practically never
 * exceeded. Says nothing of `withheld`. */
unsigned stall_longest(const struct stall_knobs *knobs);

/* Whether the pin is withheld in this cycle; call once a cycle. `offered`: in the cycle before, the
 * other side offered something that did not transfer (used by STALL_UNTIL_OFFER only). */
bool stall_next(struct stall *s, bool offered);

#endif
