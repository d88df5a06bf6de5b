#include "check/mag_watch.h"

#include "text.h"

#include <stdio.h>
#include <string.h>

enum { STALL_BOUND = 2000, WAIT_BOUND = 256, LOOK_EVERY = 64 };

static const char *const outside_hold[MAG_OUTSIDE_COUNT] = {
    "noc_out_busy[0] is high",
    "noc_out_busy[1] is high",
    "noc_out_busy[2] is high",
    "noc_out_busy[3] is high",
    "agt_rx_busy is high",
    "enc_busy is high",
    "the memory delays dram_ar",
    "the memory owes read data",
    "the memory delays dram_aw",
    "dram_wready is low",
    "the memory owes a write response",
    "rm_awready is low",
    "rm_wready is low",
    "the other mesh owes a write response",
    "sm_rready is low",
    "sm_bready is low",
    "the host owes write data",
    "ri_bready is low",
    "the interlink owes write data",
    "an endpoint owes data flits",
};

static const char *const port_kind[WAIT_COUNT] = {
    [WAIT_READ_PLAIN_AR] = "a plain read has words without an AR",
    [WAIT_READ_STREAM_AR] = "a streaming read has words without an AR",
    [WAIT_PLAIN_OUT] = "a plain word is not sent",
    [WAIT_STREAM_OUT] = "a streaming word is not sent",
    [WAIT_WRITE_AW] = "a complete write has words without an AW",
    [WAIT_WRITE_W] = "an AW was issued but its W beats are missing",
    [WAIT_ACK_OUT] = "a write is not acknowledged",
};

static const char *const path_kind[AGENT_PATH_COUNT] = {
    [AGENT_PATH_RX] = "a flit to the control agent waits",
    [AGENT_PATH_ENC] = "a marked flit waits for the encapsulator",
    [AGENT_PATH_TX] = "a flit of the control agent waits",
    [AGENT_PATH_INJ] = "a flit of the interlink waits",
};

static const char *const window_kind_text[WINDOW_WAIT_COUNT] = {
    [WINDOW_READ_ISSUE] = "a read has words without an AR",
    [WINDOW_READ_ANSWER] = "a read is not answered",
    [WINDOW_WRITE_ISSUE] = "a complete write has words without an AW",
    [WINDOW_WRITE_DATA] = "an AW was issued but its W beats are missing",
    [WINDOW_WRITE_ANSWER] = "a write is not answered",
};

static const char *const offer_name[OFFER_COUNT] = {"sm_aw", "sm_w", "sm_ar", "ri_aw", "ri_w"};

/* ---- the items, seen in one shape ------------------------------------------------------------ */

static uint32_t moved_bit(uint32_t mask, uint32_t from, uint32_t to) {
    return (mask & from) != 0 ? to : 0;
}

static uint32_t port_needs(uint8_t mask, unsigned port) {
    return moved_bit(mask, OUTSIDE_OUT, MAG_LINK(port)) | moved_bit(mask, OUTSIDE_AR, MAG_DRAM_AR) |
           moved_bit(mask, OUTSIDE_R, MAG_DRAM_R) | moved_bit(mask, OUTSIDE_AW, MAG_DRAM_AW) |
           moved_bit(mask, OUTSIDE_W, MAG_DRAM_W) | moved_bit(mask, OUTSIDE_B, MAG_DRAM_B) |
           moved_bit(mask, OUTSIDE_SOURCE, MAG_SOURCE);
}

static uint32_t window_needs(uint8_t mask, bool host) {
    return moved_bit(mask, WINDOW_NEEDS_AR, MAG_DRAM_AR) |
           moved_bit(mask, WINDOW_NEEDS_R, MAG_DRAM_R) |
           moved_bit(mask, WINDOW_NEEDS_AW, MAG_DRAM_AW) |
           moved_bit(mask, WINDOW_NEEDS_W, MAG_DRAM_W) |
           moved_bit(mask, WINDOW_NEEDS_B, MAG_DRAM_B) |
           moved_bit(mask, WINDOW_NEEDS_SLAVE_R, MAG_HOST_R) |
           moved_bit(mask, WINDOW_NEEDS_SLAVE_B, host ? MAG_HOST_B : MAG_RI_B) |
           moved_bit(mask, WINDOW_NEEDS_SOURCE, host ? MAG_HOST_W : MAG_RI_W);
}

static struct mag_watch_item port_item(const struct mag_watch_models *m,
                                       const struct mag_watch_cycle *now, unsigned port,
                                       enum mem_port_wait kind) {
    const struct mem_port_item i = mem_port_model_oldest(m->port[port], kind);
    struct mag_watch_item item = {.present = i.present,
                                  .since = i.since,
                                  .progress = i.progress,
                                  .needs = port_needs(i.needs, port),
                                  .may_wait = port_needs(i.may_wait, port)};
    /* With a queue of the engine near full the item may still be at the input, behind a flit for
     * that queue: reads there wait for memory and for the link, writes for slots, too. */
    const bool at_input =
        i.present && kind != WAIT_WRITE_W && !mem_port_model_room(m->port[port]).room;
    if (at_input) {
        item.needs |= MAG_DRAM | MAG_LINK(port);
        item.may_wait |= MAG_DRAM | MAG_LINK(port);
    }
    if (i.present && agent_model_oldest(m->agent, AGENT_PATH_ENC, port).present) {
        item.needs |= MAG_ENC; /* it may be behind a marked flit */
        item.may_wait |= MAG_ENC;
    }
    /* Flits of higher rank go first on the output, without bound; reads wait until there is room. */
    if (at_input || i.needs_room || kind == WAIT_PLAIN_OUT || kind == WAIT_STREAM_OUT ||
        kind == WAIT_ACK_OUT) {
        item.progress += now->passed_out[port];
    }
    return item;
}

/* Flits of one input keep their order, so one that leaves by another port may be in the way, and
 * before a marked flit one for an engine that is full: then the engine's items are judged. */
static struct mag_watch_item path_item(const struct mag_watch_models *m, enum agent_path path,
                                       unsigned port) {
    const struct agent_item i = agent_model_oldest(m->agent, path, port);
    struct mag_watch_item item = {.present = i.present,
                                  .since = i.since,
                                  .progress = i.progress,
                                  .needs = i.needs,
                                  .may_wait = i.needs};
    if (path == AGENT_PATH_ENC && i.present && !mem_port_model_room(m->port[port]).room) {
        item.present = false;
    }
    if (i.present && (path == AGENT_PATH_TX || path == AGENT_PATH_INJ)) {
        for (unsigned p = 0; p < m->ports; p++) {
            if (p != port && agent_model_oldest(m->agent, path, p).present) {
                item.needs |= MAG_LINK(p);
                item.may_wait |= MAG_LINK(p);
            }
        }
    }
    return item;
}

static struct mag_watch_item window_side(const struct window_model *m, enum window_wait kind,
                                         bool host) {
    const struct window_item i = window_model_oldest(m, kind);
    return (struct mag_watch_item){.present = i.present,
                                   .since = i.since,
                                   .progress = i.progress,
                                   .needs = window_needs(i.needs, host),
                                   .may_wait = window_needs(i.may_wait, host)};
}

static struct mag_watch_item offer_item(const struct mag_watch_cycle *now, enum mag_offer offer) {
    const uint32_t data = offer == OFFER_SM_AW ? MAG_HOST_W : offer == OFFER_RI_AW ? MAG_RI_W : 0;
    return (struct mag_watch_item){.present = now->offered >> offer & 1,
                                   .progress = now->offer_transfers[offer],
                                   .needs = data,
                                   .may_wait = data};
}

static struct mag_watch_item mover_item(const struct mag_watch_models *m,
                                        const struct mag_watch_cycle *now) {
    const struct mover_owed owed = mover_judge_owed(m->mover);
    const uint32_t needs = MAG_DRAM | (now->mover_remote ? MAG_RM : 0);
    return (struct mag_watch_item){.present = owed.moving,
                                   .since = owed.since,
                                   .progress = now->mover_moved,
                                   .needs = needs,
                                   .may_wait = needs};
}

static struct mag_watch_item item_at(const struct mag_watch_models *m,
                                     const struct mag_watch_cycle *now, unsigned at) {
    if (at < MAG_ITEM_PATH) {
        return port_item(m, now, at / WAIT_COUNT, (enum mem_port_wait)(at % WAIT_COUNT));
    }
    if (at < MAG_ITEM_HOST) {
        const unsigned n = at - MAG_ITEM_PATH;
        return path_item(m, (enum agent_path)(n % AGENT_PATH_COUNT), n / AGENT_PATH_COUNT);
    }
    if (at < MAG_ITEM_RI) {
        return window_side(m->host, (enum window_wait)(at - MAG_ITEM_HOST), true);
    }
    if (at < MAG_ITEM_OFFER) {
        return window_side(m->ri, (enum window_wait)(at - MAG_ITEM_RI), false);
    }
    if (at < MAG_ITEM_MOVER) {
        return offer_item(now, (enum mag_offer)(at - MAG_ITEM_OFFER));
    }
    return mover_item(m, now);
}

static bool exists(const struct mag_watch_models *m, unsigned at) {
    return at >= MAG_ITEM_HOST ||
           (at < MAG_ITEM_PATH ? at / WAIT_COUNT < m->ports
                               : (at - MAG_ITEM_PATH) / AGENT_PATH_COUNT < m->ports);
}

/* As whom an item meets the memory. */
static unsigned requester_of(unsigned at) {
    if (at < MAG_ITEM_PATH) {
        return at / WAIT_COUNT;
    }
    if (at >= MAG_ITEM_MOVER) {
        return MAG_MOVER;
    }
    return at >= MAG_ITEM_RI && at < MAG_ITEM_OFFER ? MAG_INBOUND : MAG_HOST;
}

/* ---- life ------------------------------------------------------------------------------------ */

void mag_watch_init(struct mag_watch *w, const struct mag_watch_config *config, uint64_t cycle) {
    uint64_t seen[CHECK_COUNT];
    memcpy(seen, w->evaluations, sizeof seen);
    *w = (struct mag_watch){.config = *config};
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
    w->held = 0;
    w->ar_owed = w->aw_owed = false;
    w->ar_wait = w->aw_wait = w->w_wait = 0;
    w->last_transfer = cycle;
    w->until_look = LOOK_EVERY;
}

/* ---- every 64th cycle ------------------------------------------------------------------------ */

static void look_at_items(struct mag_watch *w, const struct mag_watch_models *m,
                          const struct mag_watch_cycle *now) {
    w->lives = 0;
    for (unsigned at = 0; at < MAG_ITEM_COUNT; at++) {
        if (!exists(m, at)) {
            continue;
        }
        const struct mag_watch_item item = item_at(m, now, at);
        const struct mag_watch_item *before = &w->item[at];
        if (!item.present || !before->present || item.progress != before->progress) {
            w->stuck[at] = 0;
        }
        w->item[at] = item;
        if (item.present) {
            w->live[w->lives++] = (uint8_t)at;
        }
    }
}

static void describe(const struct mag_watch_models *m, unsigned at, char *buf, size_t size) {
    buf[0] = '\0';
    if (at < MAG_ITEM_PATH) {
        mem_port_model_describe(m->port[at / WAIT_COUNT], (enum mem_port_wait)(at % WAIT_COUNT),
                                buf, size);
    } else if (at < MAG_ITEM_HOST) {
        const unsigned n = at - MAG_ITEM_PATH;
        agent_model_describe(m->agent, (enum agent_path)(n % AGENT_PATH_COUNT),
                             n / AGENT_PATH_COUNT, buf, size);
    } else if (at < MAG_ITEM_RI) {
        window_model_describe(m->host, (enum window_wait)(at - MAG_ITEM_HOST), buf, size);
    } else if (at < MAG_ITEM_OFFER) {
        window_model_describe(m->ri, (enum window_wait)(at - MAG_ITEM_RI), buf, size);
    } else if (at >= MAG_ITEM_MOVER) {
        const struct mover_owed owed = mover_judge_owed(m->mover);
        snprintf(buf, size, "a move with %zu words to write, %llu read beats and %llu B owed to it",
                 owed.writes_left, (unsigned long long)owed.read_beats,
                 (unsigned long long)owed.responses);
    }
}

static const char *kind_text(unsigned at) {
    if (at < MAG_ITEM_PATH) {
        return port_kind[at % WAIT_COUNT];
    }
    if (at < MAG_ITEM_HOST) {
        return path_kind[(at - MAG_ITEM_PATH) % AGENT_PATH_COUNT];
    }
    if (at < MAG_ITEM_OFFER) {
        return window_kind_text[(at - MAG_ITEM_HOST) % WINDOW_WAIT_COUNT];
    }
    return at < MAG_ITEM_MOVER ? "what is offered is not taken" : "a move makes no progress";
}

static void add_place(struct text *t, unsigned at) {
    if (at < MAG_ITEM_PATH) {
        text_add(t, "port %u", at / WAIT_COUNT);
    } else if (at < MAG_ITEM_HOST) {
        text_add(t, "port %u", (at - MAG_ITEM_PATH) / AGENT_PATH_COUNT);
    } else if (at < MAG_ITEM_OFFER) {
        text_add(t, "%s", at < MAG_ITEM_RI ? "sm" : "ri");
    } else {
        text_add(t, "%s", at < MAG_ITEM_MOVER ? offer_name[at - MAG_ITEM_OFFER] : "mover");
    }
}

static void add_held(struct text *t, const struct mag_watch *w, uint32_t mask, const char *none) {
    bool first = true;
    for (unsigned i = 0; i < MAG_OUTSIDE_COUNT; i++) {
        if (mask >> i & 1) {
            text_add(t, "%s%s since ", first ? "" : ", ", outside_hold[i]);
            text_cycle(t, w->held_since[i]);
            first = false;
        }
    }
    if (first) {
        text_add(t, "%s", none);
    }
}

static bool blame_item(struct mag_watch *w, const struct mag_watch_models *m, unsigned at,
                       enum check_id check, struct verdict *v) {
    *v = (struct verdict){.check = check};
    struct text what = text_into(v->what, sizeof v->what);
    add_place(&what, at);
    text_add(&what, ": %s for %u cycles in which nothing outside held it%s", kind_text(at),
             w->stuck[at],
             check == CHECK_MAG_INDEP ? ", and it does not need what is withheld" : "");
    describe(m, at, v->request, sizeof v->request);
    struct text progress = text_into(v->progress, sizeof v->progress);
    text_add(&progress, "waiting since ");
    text_cycle(&progress, w->item[at].since);
    w->outside = false;
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

static bool blame_standstill(struct mag_watch *w, const struct mag_watch_cycle *now, uint64_t cycle,
                             struct verdict *v) {
    if (w->lives == 0 || cycle - w->last_transfer < w->bound + 2 * LOOK_EVERY + unseen_bound(now)) {
        return false;
    }
    const uint32_t held = w->held & ~(uint32_t)MAG_SOURCE;
    *v = (struct verdict){.check = CHECK_SIM_STALL};
    struct text what = text_into(v->what, sizeof v->what);
    struct text hint = text_into(v->hint, sizeof v->hint);
    text_add(&what, "nothing moved for ");
    text_cycle(&what, cycle - w->last_transfer);
    text_add(&what, " cycles while work is outstanding; %s",
             held != 0 ? "cause: outside" : "nothing outside holds it");
    add_held(&hint, w, held, "");
    w->outside = held != 0;
    w->last_transfer = cycle;
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

static void note_holds(struct mag_watch *w, uint32_t held, uint64_t cycle) {
    for (uint32_t begun = held & ~w->held; begun != 0; begun &= begun - 1) {
        w->held_since[__builtin_ctz(begun)] = cycle;
    }
    w->held = held;
}

bool mag_watch_tick(struct mag_watch *w, const struct mag_watch_models *m,
                    const struct mag_watch_cycle *now, uint64_t cycle, struct verdict *v) {
    if (now->held[0] != w->held) {
        note_holds(w, now->held[0], cycle);
    }
    if (now->moved) {
        w->last_transfer = cycle;
    }
    for (unsigned i = 0; i < w->lives; i++) {
        const unsigned at = w->live[i];
        w->stuck[at] += (now->held[requester_of(at)] & w->item[at].needs) == 0;
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
        if (exists(m, at)) {
            const struct mag_watch_item item = item_at(m, now, at);
            if (item.present && (item.may_wait & w->config.withheld) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* ---- the report ------------------------------------------------------------------------------ */

void mag_watch_report(const struct mag_watch *w, const struct mag_watch_models *m, uint64_t cycle,
                      char *buf, size_t size) {
    struct text t = text_into(buf, size);
    char line[384];
    text_add(&t, "  last move ");
    text_cycle(&t, cycle - w->last_transfer);
    text_add(&t, " cycles ago\n");
    for (unsigned i = 0; i < w->lives; i++) {
        const unsigned at = w->live[i];
        text_add(&t, "  ");
        add_place(&t, at);
        describe(m, at, line, sizeof line);
        text_add(&t, ": %s; %s; ", kind_text(at), line);
        add_held(&t, w, w->held & w->item[at].needs, "nothing outside holds it");
        text_add(&t, "\n");
    }
}
