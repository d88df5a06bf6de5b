/* Constrained-random system traffic: everything at once. */
#include "bench/mag_traffic.h"
#include "mag_scenarios.h"

void random_system_traffic(struct sim *s, const struct dut_type *type, uint64_t cycles) {
    struct mag_bench *b = mag_bench_new(s, type);
    struct mag_traffic *t = mag_traffic_new(b);
    cycles = s->options->cycles ? s->options->cycles : cycles;
    mag_traffic_run(b, cycles);
    mag_finish(b);
    sim_expect_seen(s, "flits", s->seen.flits, cycles / 100);
    sim_expect_seen(s, "moves", t->moves, 1 + cycles / 100000);
    sim_expect_seen(s, "host beats", b->host.stats.read_beats + b->host.stats.write_beats,
                    cycles / 200);
}
