/* The watchdog over one memory port: judges every outstanding item of the golden model, so a hang
 * is reported by name within its bound, also while other work moves (checks.md, SIM-STALL).
 *
 * It knows nothing but the model and the handshake pins. Verdicts: SIM-STALL, MEM-INDEP, AXI-WAIT,
 * LINK-WEDGE; mem_stall.h says why. Looked at every 64 cycles, so a bound may be exceeded by up to
 * 200 cycles.
 */
#ifndef CSRC_CHECK_MEM_WATCH_H
#define CSRC_CHECK_MEM_WATCH_H

#include "mem_port.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Settled pins of one cycle, before its rising edge. */
struct mem_watch_pins {
    bool mem_in_valid, mem_in_busy;
    bool mem_out_valid, mem_out_busy;
    bool aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;
    bool ar_valid, ar_ready, r_valid, r_ready;
    bool r_owed; /* the memory has taken an AR it has not answered in full */
    bool w_led;  /* the memory has taken W beats of an AW it has not */
    bool b_owed; /* the memory has taken a whole write burst (AW and last W) without its B */
};

struct mem_watch_config {
    unsigned injected; /* longest latency plus stall the scenario's memory and sink may inject,
                          cycles; added to the bound of 2,000 */
    uint8_t withheld;  /* OUTSIDE_*: resources the scenario withholds for good */
    bool seed_rules;   /* MEM-INDEP is a (P) rule */
};

/* Why a SIM-STALL happened, for scenarios that expect one. */
enum mem_watch_cause {
    MEM_WATCH_NO_CAUSE,
    MEM_WATCH_DESIGN,     /* nothing outside the port held the item */
    MEM_WATCH_OUTSIDE,    /* nothing moves, and something outside holds it */
    MEM_WATCH_OPEN_WRITES /* more sources have a write open than there are slots: by design */
};

/* Zero-initialised by mem_watch_init; the fields are the watchdog's own. */
struct mem_watch {
    struct mem_watch_config config;
    uint32_t bound;           /* cycles */
    uint8_t held;             /* OUTSIDE_* held in the last cycle ticked */
    bool waiting[WAIT_COUNT]; /* an item of the kind was there at the last look */
    uint8_t needs[WAIT_COUNT];
    uint8_t may_wait[WAIT_COUNT];
    uint32_t stuck[WAIT_COUNT];         /* cycles without progress that nothing outside held */
    uint64_t progress[WAIT_COUNT];      /* the model's counter at the last look */
    uint64_t last_transfer;             /* cycle of the last transfer on any interface */
    uint64_t held_since[OUTSIDE_COUNT]; /* first cycle of the present hold; valid when held */
    uint64_t in_held_since;             /* mem_in_valid && mem_in_busy since */
    bool in_held;
    uint32_t busy_run, room_run;          /* LINK-WEDGE: cycles in a row */
    bool ar_owed, aw_owed, w_owed, w_led; /* AXI-WAIT: owed with nothing else in flight; w_led: the
                                             W of an AW that is still being offered */
    uint32_t ar_wait, aw_wait, w_wait, w_led_wait;
    uint32_t until_look;        /* ticks until the next look */
    enum mem_watch_cause cause; /* of the last SIM-STALL */
    uint64_t blamed;            /* the request of a verdict that nothing outside held; or 0 */
    bool wedged;                /* the verdict is LINK-WEDGE */
    uint64_t evaluations[CHECK_COUNT]; /* per check ID: looks at which it could have tripped */
};

void mem_watch_init(struct mem_watch *w, const struct mem_watch_config *config, uint64_t cycle);
/* Forgets every count; call it in each cycle of reset instead of a tick. */
void mem_watch_reset(struct mem_watch *w, uint64_t cycle);
/* A scenario starts or stops withholding something; restarts all counts. */
void mem_watch_withhold(struct mem_watch *w, uint8_t outside, uint64_t cycle);

/* Once per cycle, after all events of the cycle were told to the model. False: *v is filled. */
bool mem_watch_tick(struct mem_watch *w, const struct mem_port_model *m,
                    const struct mem_watch_pins *pins, uint64_t cycle, struct verdict *v);

#endif
