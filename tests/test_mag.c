/* The whole agent (memory protocol 1, 6-9; modules 4, 5): which scenarios each variant runs. */
#include "mag_scenarios.h"
#include "rtl_suites_mag.h"

/* A scenario of this variant as the suite calls it, and its row of the table. */
#define ON(variant, name)                                                                          \
    static void variant##_##name(struct sim *s) {                                                  \
        name(s, &dut_##variant);                                                                   \
    }
#define ROW(variant, name) {#name, variant##_##name},

#define VARIANT(variant, cycles)                                                                   \
    MAG_SMOKE(ON, variant)                                                                         \
    static void variant##_random(struct sim *s) {                                                  \
        random_system_traffic(s, &dut_##variant, cycles);                                          \
    }                                                                                              \
    const struct scenario variant##_smoke_scenarios[] = {MAG_SMOKE(ROW, variant)                   \
                                                             ROW(variant, random)};                \
    const size_t variant##_smoke_scenario_count =                                                  \
        sizeof variant##_smoke_scenarios / sizeof(struct scenario);

VARIANT(mag, 300000)
VARIANT(mag1, 300000)
VARIANT(mag2, 300000)
VARIANT(mag3, 300000)
VARIANT(mag4, 300000)
VARIANT(mag5, 300000)
VARIANT(mag1s, 300000)
