/* The watchdog over the whole agent: every outstanding item of every golden model must progress
 * unless something outside that it needs is held (SIM-STALL); what the scenario withholds for good
 * may hold only what needs it (MAG-INDEP); nothing may stand still with work outstanding; and no
 * valid on dram_* may wait for a ready (AXI-WAIT).
 *
 * It knows the models and the handshake pins, nothing else. Items are looked at every 64 cycles, so
 * a bound may be exceeded by up to 200 cycles. The memory is shared: a cycle in which its channel
 * serves another requester does not count either. */
#ifndef CSRC_CHECK_MAG_WATCH_H
#define CSRC_CHECK_MAG_WATCH_H

#include "check/mag_items.h"

enum { MAG_NO_ITEM = MAG_ITEM_COUNT };

struct mag_watch_config {
    unsigned injected; /* longest latency plus stall the BFMs may inject, cycles; added to 2,000 */
    uint32_t withheld; /* MAG_* */
    bool seed_rules;   /* MAG-INDEP is a (P) rule */
};

/* Zero-initialised by mag_watch_init; the fields are the watchdog's own. */
struct mag_watch {
    struct mag_watch_config config;
    uint32_t bound;                             /* cycles */
    uint32_t held[MAG_REQUESTERS];              /* in the last cycle ticked */
    struct mag_watch_item item[MAG_ITEM_COUNT]; /* at the last look */
    uint32_t stuck[MAG_ITEM_COUNT]; /* cycles without progress that nothing outside held */
    uint8_t live[MAG_ITEM_COUNT];   /* the items that are present */
    unsigned lives;
    uint64_t last_transfer, spoken; /* cycles: anything moved; a standstill was reported */
    uint64_t held_since[MAG_REQUESTERS][MAG_OUTSIDE_COUNT]; /* valid while held */
    uint64_t mailbox_full[2]; /* agt_rx_busy was high the last time: from, to; cycles */
    /* Bursts by requester when the item made progress last: of its own direction. */
    uint64_t issued[MAG_ITEM_COUNT][MAG_REQUESTERS];
    unsigned blamed; /* the item of the last verdict; MAG_NO_ITEM: everything stands still */
    uint32_t until_look;
    bool ar_owed, aw_owed;             /* at the last look */
    uint32_t ar_wait, aw_wait, w_wait; /* AXI-WAIT: cycles in a row */
    uint64_t evaluations[CHECK_COUNT];
};

void mag_watch_init(struct mag_watch *w, const struct mag_watch_config *config, uint64_t cycle);
/* Forgets every count; in each cycle of reset instead of a tick. */
void mag_watch_reset(struct mag_watch *w, uint64_t cycle);
/* Once per cycle, after all events of the cycle were told to the models. False: *v is filled. */
bool mag_watch_tick(struct mag_watch *w, const struct mag_watch_models *m,
                    const struct mag_watch_cycle *now, uint64_t cycle, struct verdict *v);
/* Something is outstanding that none of what is withheld excuses. Looks at all models. */
bool mag_watch_owes(const struct mag_watch *w, const struct mag_watch_models *m,
                    const struct mag_watch_cycle *now);
/* Somebody outside owes an answer, or the data of a write: work that is no item. */
bool mag_watch_owed(const struct mag_watch *w);

#endif
