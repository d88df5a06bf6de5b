#include "check/mag_items.h"

#include <stdio.h>

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

struct mag_watch_item mag_item_at(const struct mag_watch_models *m,
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

bool mag_item_exists(const struct mag_watch_models *m, unsigned at) {
    return at >= MAG_ITEM_HOST ||
           (at < MAG_ITEM_PATH ? at / WAIT_COUNT < m->ports
                               : (at - MAG_ITEM_PATH) / AGENT_PATH_COUNT < m->ports);
}

unsigned mag_item_requester(unsigned at) {
    if (at < MAG_ITEM_PATH) {
        return at / WAIT_COUNT;
    }
    if (at >= MAG_ITEM_MOVER) {
        return MAG_MOVER;
    }
    return at >= MAG_ITEM_RI && at < MAG_ITEM_OFFER ? MAG_INBOUND : MAG_HOST;
}

bool mag_item_writes(unsigned at) {
    if (at < MAG_ITEM_PATH) {
        const unsigned kind = at % WAIT_COUNT;
        return kind == WAIT_WRITE_AW || kind == WAIT_WRITE_W || kind == WAIT_ACK_OUT;
    }
    return (at >= MAG_ITEM_HOST && at < MAG_ITEM_OFFER &&
            (at - MAG_ITEM_HOST) % WINDOW_WAIT_COUNT >= WINDOW_WRITE_ISSUE) ||
           (at >= MAG_ITEM_OFFER && at < MAG_ITEM_MOVER && at != MAG_ITEM_OFFER + OFFER_SM_AR);
}

/* ---- in words -------------------------------------------------------------------------------- */

const char *mag_outside_text(unsigned bit) {
    return outside_hold[bit];
}

void mag_item_describe(const struct mag_watch_models *m, unsigned at, char *buf, size_t size) {
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

const char *mag_item_kind(unsigned at) {
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

void mag_item_place(struct text *t, unsigned at) {
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
