/* MAG-FAIR at dram_* (modules 5, convergence): the shares of those who have a burst waiting whenever
 * one is issued, where the memory is slow; nobody waits for many bursts of one other, at any pace. */
#include "bench/mag_bench_parts.h"

/* Two bursts closer than this say nothing of shares: a requester needs some cycles to ask again. */
enum { FAIR_INTERVAL = 24, FAIR_WORDS = 64 };
/* Bursts of one other requester while one waits: one, and those granted before it asked. */
enum { PASSED_MOST = 16, LOOK_EVERY = 64 };
/* After a write channel was held for so long, reads of a copy may wait for its own writes for a
 * while. */
enum { WRITES_SLOW = 32, WRITES_SLOW_FOR = 2048 };

static bool held_long(const struct mag_bench *b, const struct axi_check *c) {
    const struct axi_channel *aw = &c->channel[AXI_AW], *w = &c->channel[AXI_W];
    return (aw->held && b->sim->cycle - aw->held_since > WRITES_SLOW) ||
           (w->held && b->sim->cycle - w->held_since > WRITES_SLOW);
}

static void note_slow_writes(struct mag_bench *b) {
    if (held_long(b, &b->dram_check) || held_long(b, &b->remote_check)) {
        b->slow_writes_until = b->sim->cycle + WRITES_SLOW_FOR;
    }
}

/* Nothing that was read has to wait for long until it can be written. */
static bool mover_can_write(const struct mag_bench *b) {
    return b->sim->cycle >= b->slow_writes_until && b->writes_out[MAG_MOVER] <= 1 &&
           axi_check_writes(&b->remote_check) <= 1;
}

/* Of a move with words in the store it is not seen how far it is, and so what it wants next. */
static bool mover_hungry(const struct mag_bench *b, bool writes) {
    const struct mover_owed owed = mover_judge_owed(b->move.judge);
    if (!owed.moving || owed.go != MOVER_CODE_NONE || owed.faulted || b->move.unseen > 0 ||
        owed.writes_left < FAIR_WORDS || b->sim->cycle - owed.since < FAIR_WORDS) {
        return false;
    }
    const bool fills = b->move.regs.mode == MOVER_FILL;
    return writes ? fills && !b->move.remote : !fills && mover_can_write(b);
}

static bool waits(bool present, uint64_t since, uint64_t last) {
    return present && since <= last;
}

/* With the queue of the other direction near full, or behind a marked flit, a request may wait at the
 * input. */
static bool taken_in(const struct mag_bench *b, unsigned port, bool writes) {
    const struct mem_port_room room = mem_port_model_room(b->port_model[port]);
    return (writes ? room.few_reads : room.few_writes) &&
           !agent_model_oldest(b->agent_model, AGENT_PATH_ENC, port).present;
}

/* A port whose answers have not left may lack the room, or the slot, to ask. */
static bool port_hungry(const struct mag_bench *b, unsigned port, bool writes, uint64_t last) {
    const struct mem_port_model *m = b->port_model[port];
    if (!taken_in(b, port, writes)) {
        return false;
    }
    if (writes) {
        const struct mem_port_item w = mem_port_model_oldest(m, WAIT_WRITE_AW);
        return waits(w.present, w.since, last) && !mem_port_model_oldest(m, WAIT_ACK_OUT).present;
    }
    const struct mem_port_item plain = mem_port_model_oldest(m, WAIT_READ_PLAIN_AR);
    const struct mem_port_item stream = mem_port_model_oldest(m, WAIT_READ_STREAM_AR);
    return (waits(plain.present && !plain.needs_room, plain.since, last) ||
            waits(stream.present && !stream.needs_room, stream.since, last)) &&
           !mem_port_model_oldest(m, WAIT_PLAIN_OUT).present &&
           !mem_port_model_oldest(m, WAIT_STREAM_OUT).present;
}

static bool window_hungry(const struct window_model *m, bool writes, uint64_t last) {
    const struct window_item i =
        window_model_oldest(m, writes ? WINDOW_WRITE_ISSUE : WINDOW_READ_ISSUE);
    return waits(i.present, i.since, last) &&
           !window_model_oldest(m, writes ? WINDOW_WRITE_ANSWER : WINDOW_READ_ANSWER).present;
}

static bool hungry(const struct mag_bench *b, unsigned id, bool writes, uint64_t last) {
    if (mag_is_port(id)) {
        return port_hungry(b, id, writes, last);
    }
    if (id == MAG_MOVER) {
        return mover_hungry(b, writes);
    }
    return window_hungry(id == MAG_HOST ? b->host_model : b->inbound_model, writes, last);
}

/* Who had a burst waiting all the time since the one before, and nothing of its own under way that
 * could have kept it from asking. */
static uint8_t saturated(const struct mag_bench *b, bool writes, uint64_t last) {
    const unsigned *under_way = writes ? b->writes_out : b->reads_out;
    uint8_t mask = 0;
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        if ((id < b->ports || id >= MAG_MOVER) && under_way[id] == 0 &&
            hungry(b, id, writes, last)) {
            mask |= (uint8_t)(1u << id);
        }
    }
    return mask;
}

void mag_judge_fairness(struct mag_bench *b, unsigned id, bool writes) {
    struct burst_fairness *f = writes ? &b->write_fairness : &b->read_fairness;
    uint64_t *last = writes ? &b->last_write_issue : &b->last_read_issue;
    const uint64_t before = *last;
    struct verdict v;
    *last = b->sim->cycle;
    note_slow_writes(b);
    if (b->sim->cycle - before < FAIR_INTERVAL) {
        if (f->used != 0) {
            burst_fairness_restart(f);
        }
        return;
    }
    const uint8_t mask = saturated(b, writes, before);
    if (sim_counts_bins(b->sim)) {
        mag_cover_fair(b, id, writes, mask);
    }
    if ((mask >> id & 1) == 0) {
        burst_fairness_restart(f);
    } else if (!burst_fairness_issue(f, id, mask, &v)) {
        sim_fail_verdict(b->sim, writes ? "dram_aw" : "dram_ar", &v, NULL);
    }
}

/* ---- at any pace ----------------------------------------------------------------------------- */

static bool still_waits(const struct mag_bench *b, const struct mag_waiting *w, unsigned id,
                        bool writes) {
    const uint64_t own = writes ? b->issued_writes[id] : b->issued_reads[id];
    return (writes ? b->writes_out[id] : b->reads_out[id]) == 0 && own == w->issued[id] &&
           hungry(b, id, writes, b->sim->cycle - LOOK_EVERY);
}

static const char *const requester[MAG_REQUESTERS] = {
    "port 0", "port 1", "port 2", "port 3", "the mover", "the host window", "the interlink (ri_*)"};

/* The item of the watchdog that is this burst. */
static unsigned waiting_item(const struct mag_bench *b, unsigned id, bool writes) {
    if (id >= MAG_MOVER) {
        return (unsigned)(id == MAG_HOST ? MAG_ITEM_HOST : MAG_ITEM_RI) +
               (writes ? WINDOW_WRITE_ISSUE : WINDOW_READ_ISSUE);
    }
    if (writes) {
        return mag_item_of_port(WAIT_WRITE_AW, id);
    }
    const unsigned plain = mag_item_of_port(WAIT_READ_PLAIN_AR, id);
    const unsigned stream = mag_item_of_port(WAIT_READ_STREAM_AR, id);
    const struct mag_watch_item *item = b->watch.item;
    return item[plain].present && (!item[stream].present || item[plain].since <= item[stream].since)
               ? plain
               : stream;
}

static void blame_passed(struct mag_bench *b, const struct mag_waiting *w, unsigned id,
                         bool writes) {
    const uint64_t *issued = writes ? b->issued_writes : b->issued_reads;
    sim_evaluated(b->sim, CHECK_MAG_FAIR);
    for (unsigned other = 0; other < MAG_REQUESTERS; other++) {
        const uint64_t passed = issued[other] - w->issued[other];
        if (passed > PASSED_MOST) {
            struct failure *f =
                sim_fail(b->sim, CHECK_MAG_FAIR, writes ? "dram_aw" : "dram_ar",
                         "%s has a burst waiting, and %llu bursts of %s went before it",
                         requester[id], (unsigned long long)passed, requester[other]);
            mag_stall_report_item(b, waiting_item(b, id, writes), f);
            return;
        }
    }
}

/* Counting starts with the second look at which the same burst waits. */
static void look_at(struct mag_bench *b, unsigned id, bool writes) {
    struct mag_waiting *w = &b->waiting[writes][id];
    const bool waits_now = still_waits(b, w, id, writes);
    if (waits_now && w->counting) {
        blame_passed(b, w, id, writes);
        return;
    }
    memcpy(w->issued, writes ? b->issued_writes : b->issued_reads, sizeof w->issued);
    w->counting = waits_now;
}

/* The mover is left out: it may collect words before it asks (a copy is to run without gaps). */
void mag_judge_waits(struct mag_bench *b) {
    if (b->sim->cycle % LOOK_EVERY != 0) {
        return;
    }
    note_slow_writes(b);
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        if (id < b->ports || id > MAG_MOVER) {
            look_at(b, id, false);
            look_at(b, id, true);
        }
    }
}
