/* The parts the bench of the agent is made of; private to csrc/bench/mag_*.c. */
#ifndef CSRC_BENCH_MAG_BENCH_PARTS_H
#define CSRC_BENCH_MAG_BENCH_PARTS_H

#include "bench/mag_bench.h"

#define MAG_OFFSET_MASK ((UINT64_C(1) << 36) - 1)

/* mag_bench_links.c: the mesh, the control agent, the interlink's flits. In this order within a
 * cycle, around everything else. */
void mag_links_begin(struct mag_bench *b);
void mag_links_out(struct mag_bench *b);
void mag_links_in(struct mag_bench *b);
void mag_links_end(struct mag_bench *b);
void mag_links_in_reset(struct mag_bench *b);

/* mag_bench_memory.c: dram_*, rm_*, sm_*, ri_* and who they belong to. */
void mag_memory_sample(struct mag_bench *b);
void mag_memory_in_reset(struct mag_bench *b);
/* After the BFMs took the cycle: what memory holds is what was paired with each AW. */
void mag_memory_check_written(struct mag_bench *b);
/* Fills b->now.held and the offers. */
void mag_memory_held(struct mag_bench *b);

/* mag_bench_fair.c: requester `id` issues a burst on dram_*; before the models are told. */
void mag_judge_fairness(struct mag_bench *b, unsigned id, bool writes);
/* Nobody waits while others go on; once per cycle, after everything was told to the models. */
void mag_judge_waits(struct mag_bench *b);

/* mag_bench_status.c: counters, messages, the occupants' registers. */
void mag_status_sample(struct mag_bench *b);
void mag_status_in_reset(struct mag_bench *b);
/* With nothing under way the counters are exact. */
void mag_status_judge_counts(struct mag_bench *b);

/* mag_bench_gauges.c */
unsigned mag_gauges(void *bench, struct gauge out[GAUGES_MAX]);

/* mag_bench_stall.c: report and cause of a failure that is a wait; `f` may be NULL. Of what the
 * watchdog found, and of item `at` of it. */
void mag_stall_report(const struct mag_bench *b, struct failure *f);
void mag_stall_report_item(const struct mag_bench *b, unsigned at, struct failure *f);
/* Once per cycle, before the watchdog: since when what is owed. */
void mag_stall_note(struct mag_bench *b);
/* Last in a cycle: a failure found in it says how many control flits were lost. */
void mag_stall_note_lost(struct mag_bench *b);
/* struct stall_explainer of the bank's check. */
void mag_stall_explain_late_entry(const void *bench, struct stall_chain *chain);

/* mag_bench_probe.c */
void mag_probe(void *bench);

static inline bool mag_is_port(unsigned id) {
    return id < MAG_PORTS;
}

static inline void mag_meter(struct mag_meter *m, uint64_t cycle) {
    if (m->count++ == 0) {
        m->first = cycle;
    }
    m->last = cycle;
}

static inline struct mag_watch_models mag_models(const struct mag_bench *b) {
    return (struct mag_watch_models){.ports = b->ports,
                                     .port = b->port_model,
                                     .agent = b->agent_model,
                                     .host = b->host_model,
                                     .ri = b->inbound_model,
                                     .mover = b->move.judge};
}

#endif
