/* MAG-FAIR at dram_*: who has a burst waiting whenever one is issued (modules 5, convergence). */
#include "bench/mag_bench_parts.h"

/* Two bursts closer than this say nothing: a requester needs some cycles to ask again. */
enum { FAIR_INTERVAL = 24, FAIR_WORDS = 64 };

static bool mover_hungry(const struct mag_bench *b, bool writes) {
    const struct mover_owed owed = mover_judge_owed(b->move.judge);
    if (!owed.moving || owed.go != MOVER_CODE_NONE || owed.faulted ||
        owed.writes_left < FAIR_WORDS || b->sim->cycle - owed.since < FAIR_WORDS) {
        return false;
    }
    return writes ? b->move.regs.mode == MOVER_FILL : b->move.regs.mode != MOVER_FILL;
}

static bool waits(bool present, uint64_t since, uint64_t last) {
    return present && since <= last;
}

/* A port whose answers have not left may lack the room, or the slot, to ask. */
static bool port_hungry(const struct mem_port_model *m, bool writes, uint64_t last) {
    if (writes) {
        const struct mem_port_item w = mem_port_model_oldest(m, WAIT_WRITE_AW);
        return waits(w.present, w.since, last) && !mem_port_model_oldest(m, WAIT_ACK_OUT).present;
    }
    const struct mem_port_item plain = mem_port_model_oldest(m, WAIT_READ_PLAIN_AR);
    const struct mem_port_item stream = mem_port_model_oldest(m, WAIT_READ_STREAM_AR);
    return (waits(plain.present, plain.since, last) || waits(stream.present, stream.since, last)) &&
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
        return port_hungry(b->port_model[id], writes, last);
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
    if (b->sim->cycle - before < FAIR_INTERVAL) {
        if (f->used != 0) {
            burst_fairness_restart(f);
        }
        return;
    }
    const uint8_t mask = saturated(b, writes, before);
    if ((mask >> id & 1) == 0) {
        burst_fairness_restart(f);
    } else if (!burst_fairness_issue(f, id, mask, &v)) {
        sim_fail_verdict(b->sim, writes ? "dram_aw" : "dram_ar", &v, NULL);
    }
}
