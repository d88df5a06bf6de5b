/* The memory port (memory protocol 1-5, 7, 8; modules 3): which scenarios each variant runs. */
#include "mem_port_scenarios.h"
#include "rtl_suites.h"

/* A scenario of this variant as the suite calls it, and its row of the table. */
#define ON(variant, name)                                                                          \
    static void variant##_##name(struct sim *s) {                                                  \
        name(s, &dut_##variant);                                                                   \
    }
#define ROW(variant, name) {#name, variant##_##name},
#define RANDOM(variant, scenario, contents, cycles)                                                \
    static void variant##_##scenario(struct sim *s) {                                              \
        random_traffic(s, &dut_##variant, contents, cycles);                                       \
    }

MEM_PORT_EVERYWHERE(ON, mem_port)
MEM_PORT_LONG(ON, mem_port)
RANDOM(mem_port, random, SPARSE_TAGGED, 1000000)
RANDOM(mem_port, random_words, SPARSE_RANDOM, 200000)
RANDOM(mem_port, random_zeros, SPARSE_ZEROS, 200000)
RANDOM(mem_port, random_real, SPARSE_REAL, 200000)

const struct scenario mem_port_scenarios[] = {
    MEM_PORT_EVERYWHERE(ROW, mem_port) /* */
    MEM_PORT_LONG(ROW, mem_port)       /* */
    ROW(mem_port, random)              /* */
    ROW(mem_port, random_words)        /* */
    ROW(mem_port, random_zeros)        /* */
    ROW(mem_port, random_real)         /* */
};
const size_t mem_port_scenario_count = sizeof mem_port_scenarios / sizeof *mem_port_scenarios;

/* The corners: all of the above but what is long. */
#define CORNER(variant, cycles)                                                                    \
    MEM_PORT_EVERYWHERE(ON, variant)                                                               \
    RANDOM(variant, random, SPARSE_TAGGED, cycles)                                                 \
    const struct scenario variant##_scenarios[] = {MEM_PORT_EVERYWHERE(ROW, variant)               \
                                                       ROW(variant, random)};                      \
    const size_t variant##_scenario_count = sizeof variant##_scenarios / sizeof(struct scenario);

CORNER(mem_port_ap, 1000000)
CORNER(mem_port_min, 300000)
CORNER(mem_port_max, 300000)
CORNER(mem_port_odd, 300000)
