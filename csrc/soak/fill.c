#include "soak/fill.h"

static const struct {
    enum register_fill fill;
    uint64_t seed;
    const char *what;
} fills[] = {
    {FILL_RANDOM, 0x5eed1, "registers filled with random bits"},
    {FILL_RANDOM, 0x5eed2, "registers filled with other random bits"},
    {FILL_ZEROS, 0, "registers filled with zeros"},
    {FILL_ONES, 0, "registers filled with ones"},
};

const char *fill_compare(const char *suite, const struct scenario *scenario,
                         const struct run_options *options, struct run_result *first,
                         uint64_t *cycles) {
    struct run_options o = *options;
    *cycles = 0;
    for (unsigned i = 0; i < sizeof fills / sizeof *fills; i++) {
        struct run_result result;
        o.fill = fills[i].fill;
        o.fill_seed = fills[i].seed;
        scenario_run(suite, scenario, &o, NULL, i == 0 ? first : &result, NULL);
        *cycles += i == 0 ? first->cycles : result.cycles;
        if (i > 0 && !result.interrupted &&
            (result.hash != first->hash || result.cycles != first->cycles ||
             result.failure.set != first->failure.set)) {
            return fills[i].what;
        }
    }
    return NULL;
}
