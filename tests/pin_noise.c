#include "pin_noise.h"

static void drive(void *self) {
    struct pin_noise *n = self;
    uint32_t words[PIN_WORDS_MAX];
    for (unsigned i = 0; i < n->pins; i++) {
        if (n->pin[i].input) {
            rng_fill(&n->rng, words, PIN_WORDS_MAX);
            pin_set(&n->pin[i], words);
        }
    }
}

static void sample(void *self) {
    (void)self;
}

static unsigned gauges(void *self, struct gauge out[GAUGES_MAX]) {
    const struct pin_noise *n = self;
    out[0] = (struct gauge){"cycle parity", (uint32_t)(n->sim->cycle & 1), 1};
    out[1] = (struct gauge){"of five [x]", (uint32_t)(n->sim->cycle % 5), 4};
    return 2;
}

struct pin_noise *pin_noise_new(struct sim *s, const struct dut_type *type) {
    static const struct bench_hooks hooks = {.drive = drive, .sample = sample, .gauges = gauges};
    struct pin_noise *n = sim_alloc(s, sizeof *n);
    n->sim = s;
    sim_rng(s, &n->rng, "pins");
    sim_attach(s, type, &hooks, n);
    n->pins = pins_of(s->dut, n->pin);
    return n;
}
