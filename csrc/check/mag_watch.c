#include "check/mag_watch.h"

#include "sim/wrap.h"

#include <stdio.h>
#include <string.h>

enum { STALL_BOUND = 2000, WAIT_BOUND = 256, LOOK_EVERY = 64 };

/* ---- life ------------------------------------------------------------------------------------ */

void mag_watch_init(struct mag_watch *w, const struct mag_watch_config *config, uint64_t cycle) {
    uint64_t seen[CHECK_COUNT];
    const uint64_t full[2] = {w->mailbox_full[0], w->mailbox_full[1]};
    memcpy(seen, w->evaluations, sizeof seen);
    *w = (struct mag_watch){.config = *config, .mailbox_full = {full[0], full[1]}};
    memcpy(w->evaluations, seen, sizeof seen);
    w->bound = STALL_BOUND + config->injected;
    mag_watch_reset(w, cycle);
}

void mag_watch_reset(struct mag_watch *w, uint64_t cycle) {
    memset(w->stuck, 0, sizeof w->stuck);
    w->lives = 0;
    for (unsigned at = 0; at < MAG_ITEM_COUNT; at++) {
        w->item[at].present = false;
    }
    memset(w->held, 0, sizeof w->held);
    w->blamed = MAG_NO_ITEM;
    w->ar_owed = w->aw_owed = false;
    w->ar_wait = w->aw_wait = w->w_wait = 0;
    w->last_transfer = w->spoken = cycle;
    w->until_look = LOOK_EVERY;
}

/* ---- every 64th cycle ------------------------------------------------------------------------ */

/* Nothing can starve an item before it waits. */
static void start_counting(struct mag_watch *w, const struct mag_watch_cycle *now, unsigned at) {
    w->stuck[at] = 0;
    memcpy(w->issued[at], now->issued[mag_item_writes(at)], sizeof w->issued[at]);
}

static void look_at_items(struct mag_watch *w, const struct mag_watch_models *m,
                          const struct mag_watch_cycle *now) {
    w->lives = 0;
    for (unsigned at = 0; at < MAG_ITEM_COUNT; at++) {
        if (!mag_item_exists(m, at)) {
            continue;
        }
        const struct mag_watch_item item = mag_item_at(m, now, at);
        const struct mag_watch_item *before = &w->item[at];
        if (!item.present || !before->present || item.progress != before->progress) {
            start_counting(w, now, at);
        }
        w->item[at] = item;
        if (item.present) {
            w->live[w->lives++] = (uint8_t)at;
        }
    }
}

static bool blame_item(struct mag_watch *w, const struct mag_watch_models *m, unsigned at,
                       enum check_id check, struct verdict *v) {
    *v = (struct verdict){.check = check};
    struct text what = text_into(v->what, sizeof v->what);
    mag_item_place(&what, at);
    text_add(&what, ": %s for %u cycles in which nothing outside held it%s", mag_item_kind(at),
             w->stuck[at],
             check == CHECK_MAG_INDEP ? ", and it does not need what is withheld" : "");
    mag_item_describe(m, at, v->request, sizeof v->request);
    struct text progress = text_into(v->progress, sizeof v->progress);
    text_add(&progress, "waiting since ");
    text_cycle(&progress, w->item[at].since);
    v->since = w->item[at].since;
    w->blamed = at;
    w->stuck[at] = 0;
    return true;
}

/* Words in the store move unseen, slowed down by whoever else uses it. */
static uint64_t unseen_bound(const struct mag_watch_cycle *now) {
    return 8 * now->mover_unseen;
}

static bool blame_stuck(struct mag_watch *w, const struct mag_watch_models *m,
                        const struct mag_watch_cycle *now, struct verdict *v) {
    const uint32_t withheld = w->config.withheld;
    const enum check_id check = withheld == 0 ? CHECK_SIM_STALL : CHECK_MAG_INDEP;
    for (unsigned i = 0; i < w->lives; i++) {
        const unsigned at = w->live[i];
        const bool excused = (w->item[at].may_wait & withheld) != 0;
        w->evaluations[check] += !excused;
        if (w->stuck[at] < w->bound + (at == MAG_ITEM_MOVER ? unseen_bound(now) : 0)) {
            continue;
        }
        if (!excused && !(withheld != 0 && w->config.seed_rules)) {
            return blame_item(w, m, at, check, v);
        }
        w->stuck[at] = 0;
    }
    return false;
}

bool mag_watch_owed(const struct mag_watch *w) {
    uint32_t owed = w->held[0] & (MAG_RM_B | MAG_HOST_W | MAG_RI_W);
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        owed |= w->held[id] & (MAG_DRAM_R | MAG_DRAM_B);
    }
    return owed != 0;
}

static bool blame_standstill(struct mag_watch *w, const struct mag_watch_cycle *now, uint64_t cycle,
                             struct verdict *v) {
    const uint64_t from = w->spoken > w->last_transfer ? w->spoken : w->last_transfer;
    if ((w->lives == 0 && !mag_watch_owed(w)) ||
        cycle - from < w->bound + 2 * LOOK_EVERY + unseen_bound(now)) {
        return false;
    }
    w->spoken = cycle;
    *v = (struct verdict){.check = CHECK_SIM_STALL, .since = w->last_transfer};
    snprintf(v->what, sizeof v->what, "nothing moved for %s cycles while work is outstanding",
             text_grouped(cycle - w->last_transfer));
    w->blamed = MAG_NO_ITEM;
    return true;
}

/* ---- AXI-WAIT -------------------------------------------------------------------------------- */

static bool issues_read(unsigned at) {
    return at < MAG_ITEM_PATH
               ? at % WAIT_COUNT == WAIT_READ_PLAIN_AR || at % WAIT_COUNT == WAIT_READ_STREAM_AR
               : at == MAG_ITEM_HOST + WINDOW_READ_ISSUE;
}

static bool issues_write(unsigned at) {
    return at < MAG_ITEM_PATH
               ? at % WAIT_COUNT == WAIT_WRITE_AW
               : at == MAG_ITEM_HOST + WINDOW_WRITE_ISSUE || at == MAG_ITEM_RI + WINDOW_WRITE_ISSUE;
}

/* Whether a burst is owed that nothing but its address channel can hold. */
static void look_at_waits(struct mag_watch *w) {
    w->ar_owed = w->aw_owed = false;
    for (unsigned i = 0; i < w->lives; i++) {
        const unsigned at = w->live[i];
        w->ar_owed |= issues_read(at) && w->item[at].needs == MAG_DRAM_AR;
        w->aw_owed |= issues_write(at) && w->item[at].needs == MAG_DRAM_AW;
    }
    w->evaluations[CHECK_AXI_WAIT] += w->ar_owed || w->aw_owed;
}

static void note_waits(struct mag_watch *w, const struct mag_watch_cycle *now) {
    const bool ar = now->dram.ar_valid || now->dram.ar_ready || !w->ar_owed || !now->dram.quiet;
    const bool w_refused = now->dram.w_valid && !now->dram.w_ready;
    const bool aw =
        now->dram.aw_valid || (now->dram.aw_ready && !w_refused) || !w->aw_owed || !now->dram.quiet;
    const bool data = now->dram.w_valid || !now->dram.aw_valid || now->dram.aw_ready ||
                      now->dram.led || !now->dram.quiet;
    w->ar_wait = ar ? 0 : w->ar_wait + 1;
    w->aw_wait = aw ? 0 : w->aw_wait + 1;
    w->w_wait = data ? 0 : w->w_wait + 1;
}

static bool blame_wait(struct mag_watch *w, struct verdict *v) {
    const char *what = w->ar_wait > WAIT_BOUND   ? "dram_arvalid is low while dram_arready is low"
                       : w->aw_wait > WAIT_BOUND ? "dram_awvalid is low while dram_awready or "
                                                   "dram_wready is low"
                       : w->w_wait > WAIT_BOUND  ? "dram_wvalid is low while its dram_awvalid "
                                                   "waits for dram_awready"
                                                 : NULL;
    if (what == NULL) {
        return false;
    }
    *v = (struct verdict){.check = CHECK_AXI_WAIT};
    snprintf(v->what, sizeof v->what,
             "%s, for %d cycles, though the transfer is owed and nothing else is in flight", what,
             WAIT_BOUND);
    snprintf(v->hint, sizeof v->hint,
             "valid may not wait for a ready, of its own channel or another");
    w->ar_wait = w->aw_wait = w->w_wait = 0;
    return true;
}

/* ---- every cycle ----------------------------------------------------------------------------- */

static void note_holds(struct mag_watch *w, unsigned id, uint32_t held, uint64_t cycle) {
    for (uint32_t begun = held & ~w->held[id]; begun != 0; begun &= begun - 1) {
        w->held_since[id][__builtin_ctz(begun)] = cycle;
    }
    w->held[id] = held;
}

static void note_mailbox(struct mag_watch *w, uint64_t cycle) {
    if ((w->held[0] & MAG_AGENT) != 0) {
        w->mailbox_full[0] = w->held_since[0][__builtin_ctz(MAG_AGENT)];
        w->mailbox_full[1] = cycle;
    }
}

bool mag_watch_tick(struct mag_watch *w, const struct mag_watch_models *m,
                    const struct mag_watch_cycle *now, uint64_t cycle, struct verdict *v) {
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        if (now->held[id] != w->held[id]) {
            note_holds(w, id, now->held[id], cycle);
        }
    }
    note_mailbox(w, cycle);
    if (now->moved) {
        w->last_transfer = cycle;
    }
    for (unsigned i = 0; i < w->lives; i++) {
        const unsigned at = w->live[i];
        w->stuck[at] += (now->held[mag_item_requester(at)] & w->item[at].needs) == 0;
    }
    note_waits(w, now);
    if (--w->until_look > 0) {
        return true;
    }
    w->until_look = LOOK_EVERY;
    look_at_items(w, m, now);
    look_at_waits(w);
    return !blame_wait(w, v) && !blame_stuck(w, m, now, v) && !blame_standstill(w, now, cycle, v);
}

bool mag_watch_owes(const struct mag_watch *w, const struct mag_watch_models *m,
                    const struct mag_watch_cycle *now) {
    for (unsigned at = 0; at < MAG_ITEM_COUNT; at++) {
        if (mag_item_exists(m, at)) {
            const struct mag_watch_item item = mag_item_at(m, now, at);
            if (item.present && (item.may_wait & w->config.withheld) == 0) {
                return true;
            }
        }
    }
    return false;
}
