/* Scenario tables of the agent's mesh side, one a variant, and of the waits it measures. */
#ifndef TESTS_RTL_SUITES_MAG_MESH_H
#define TESTS_RTL_SUITES_MAG_MESH_H

#include "sim/suite.h"

#define MAG_MESH_TABLE(table)                                                                      \
    extern const struct scenario table##_scenarios[];                                              \
    extern const size_t table##_scenario_count;
MAG_MESH_TABLE(mag_mesh)
MAG_MESH_TABLE(mag1_mesh)
MAG_MESH_TABLE(mag2_mesh)
MAG_MESH_TABLE(mag3_mesh)
MAG_MESH_TABLE(mag4_mesh)
MAG_MESH_TABLE(mag5_mesh)
MAG_MESH_TABLE(mag1s_mesh)
MAG_MESH_TABLE(mag4_wait)
#undef MAG_MESH_TABLE

#endif
