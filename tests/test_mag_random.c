/* Constrained-random system traffic: everything at once. */
#include "bench/mag_traffic.h"
#include "mag_scenarios.h"

void random_system_traffic(struct sim *s, const struct dut_type *type, uint64_t cycles) {
    struct mag_bench *b = mag_bench_new(s, type);
    struct mag_traffic *t = mag_traffic_new(b);
    cycles = s->options->cycles ? s->options->cycles : cycles;
    mag_traffic_run(b, cycles);
    mag_finish(b);
    const uint64_t parts = cycles / 20000; /* a shorter run may see nothing of a kind */
    sim_expect_seen(s, "flits", s->seen.flits, parts * 200);
    sim_expect_seen(s, "moves", t->moves, (parts + 4) / 5);
    sim_expect_seen(s, "host beats", b->host.stats.read_beats + b->host.stats.write_beats,
                    parts * 100);
}
