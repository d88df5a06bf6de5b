/* Which scenarios of the agent's mesh side each variant runs: all of them. With four ports those
 * that measure a wait are a suite of their own, for `make bench`. */
#include "mag_mesh_scenarios.h"
#include "rtl_suites_mag_mesh.h"

/* A scenario of this variant as the suite calls it, and its row of the table. */
#define ON(variant, name)                                                                          \
    static void variant##_##name(struct sim *s) {                                                  \
        name(s, &dut_##variant);                                                                   \
    }
#define ROW(variant, name) {#name, variant##_##name},

#define TABLE(table, variant, LIST)                                                                \
    LIST(ON, variant)                                                                              \
    const struct scenario table##_scenarios[] = {LIST(ROW, variant)};                              \
    const size_t table##_scenario_count = sizeof table##_scenarios / sizeof *table##_scenarios;

#define UNMEASURED(X, variant)                                                                     \
    MAG_MESH(X, variant)                                                                           \
    MAG_CU_DATA(X, variant)                                                                        \
    MAG_REFUSALS(X, variant)                                                                       \
    MAG_WITHHELD(X, variant)
#define FOUR_PORTS(X, variant)                                                                     \
    UNMEASURED(X, variant)                                                                         \
    MAG_WITHOUT_STORE(X, variant)
#define STORE(X, variant)                                                                          \
    UNMEASURED(X, variant)                                                                         \
    MAG_SATURATED(X, variant)                                                                      \
    MAG_WITH_STORE(X, variant)
#define NO_STORE(X, variant)                                                                       \
    UNMEASURED(X, variant)                                                                         \
    MAG_SATURATED(X, variant)                                                                      \
    MAG_WITHOUT_STORE(X, variant)

TABLE(mag_mesh, mag, STORE)
TABLE(mag1_mesh, mag1, NO_STORE)
TABLE(mag2_mesh, mag2, NO_STORE)
TABLE(mag3_mesh, mag3, STORE)
TABLE(mag4_mesh, mag4, FOUR_PORTS)
TABLE(mag5_mesh, mag5, STORE)
TABLE(mag1s_mesh, mag1s, STORE)
TABLE(mag4_wait, mag4, MAG_SATURATED)
