/* The contract of a bank, judged by its golden model, or, where it has none, by what it answered
 * before: XF-DATA, XF-SHAPE, XF-HOLD, XF-MODE, XF-GAP, XF-FAULT and XF-REG (modules 1). Watches a bare bank or the outside of a slot; it needs no fixed
 * latency between the two. What it cannot judge because the stream itself breaks the contract is
 * XF-DRIVE. */
#ifndef CSRC_CHECK_BANK_CHECK_H
#define CSRC_CHECK_BANK_CHECK_H

#include "bfm/entry_plan.h"
#include "check/bank_memory.h"
#include "check/slot_cycle.h"
#include "check/stall_chain.h"
#include "sim/sim.h"

/* The latest thing that moved: a start, a beat or a done, and whose. */
struct bank_latest {
    const char *what; /* "start", "beat" or "done"; NULL: nothing since reset */
    unsigned who;
    uint64_t entry, cycle;
};

/* Called for every owed done, after it was judged. */
typedef void bank_answer(void *context, const struct bank_result *result, uint32_t *const *word);

struct bank_stats {
    uint64_t dones;                 /* answers seen */
    uint64_t first_done, last_done; /* cycles */
};

enum { SEEN_ENTRIES = 4 }; /* two owed, one open, a power of two */

struct bank_check {
    struct sim *sim;
    const char *where;
    const struct slot_shapes *shapes;
    struct bank_model model;

    /* Entries in step with the model's. */
    struct seen_entry entry[SEEN_ENTRIES];
    unsigned oldest, entries;
    uint64_t numbered;

    /* The words that must not move. */
    bool holding;
    unsigned held_depth, held_words;
    uint64_t held_since;
    struct word held[BANK_WORDS_MAX];
    struct entry_info held_for;

    /* For XF-MODE: the latest cycle in which each value stood on the pins. */
    uint64_t id_seen[BANK_IDS_MAX], mode_seen[BANK_IDS_MAX];

    /* For XF-GAP: what the bank got right so far, and the last entry it got right without gaps. */
    uint32_t right_smooth[BANK_IDS_MAX]; /* entries without any */
    uint32_t right_lead[BANK_IDS_MAX];   /* with a gap before the first beat only */
    uint32_t right_gaps[BANK_IDS_MAX];   /* with gaps between beats */
    bool has_smooth;
    struct seen_entry smooth;

    /* For a bank whose words nobody predicts: what it gave before. */
    struct bank_memory memory;
    struct neighbour previous; /* the latest entry started */

    struct bank_latest latest;
    struct stall_explainer explainer; /* of a done that does not come */
    /* The latest write to a register of an occupant: there from the next cycle on. */
    bool wrote;
    uint8_t wrote_id, wrote_addr;
    uint32_t wrote_data;

    struct bank_stats stats;
    bank_answer *answer; /* may be NULL */
    void *context;
};

/* `model` is initialised by the caller (with models or foreign); `shapes` are the rules in force.
 */
void bank_check_init(struct bank_check *c, struct sim *s, const char *where,
                     const struct slot_shapes *shapes);
void bank_check_sample(struct bank_check *c, const struct slot_cycle *now);
/* Judges a settled cfg_rdata: XF-REG. */
void bank_check_register(struct bank_check *c, unsigned id, unsigned addr, uint8_t fault,
                         uint32_t rdata);
/* Forgets all entries; the fault pins show `fault`. For a bank that was not watched from its reset
 * on, when nothing is under way. */
void bank_check_join(struct bank_check *c, uint8_t fault);
/* Statistics start again. */
void bank_check_restart_stats(struct bank_check *c);
/* Nothing is owed and no entry is open. */
bool bank_check_idle(const struct bank_check *c);

#endif
