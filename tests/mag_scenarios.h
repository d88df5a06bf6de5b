/* Scenarios of the whole agent. Every one takes the variant it runs on and follows its parameters:
 * what a variant does not have (a store, an interlink, more ports) is left out there. */
#ifndef TESTS_MAG_SCENARIOS_H
#define TESTS_MAG_SCENARIOS_H

#include "bench/mag_request.h"
#include "dut/variants.h"

/* X(variant, name) */
#define MAG_SMOKE(X, variant)                                                                      \
    X(variant, endpoints_write_and_read_dram_at_every_port)                                        \
    X(variant, endpoints_write_and_read_the_staging_store)                                         \
    X(variant, the_host_writes_and_reads_dram)                                                     \
    X(variant, refused_host_bursts_answer_slverr)                                                  \
    X(variant, host_bursts_above_the_own_dram_answer_decerr)                                       \
    X(variant, writes_of_other_meshes_reach_dram_and_store)                                        \
    X(variant, control_flits_reach_the_agent)                                                      \
    X(variant, an_agent_that_is_never_drained_loses_flits_and_holds_nobody)                        \
    X(variant, marked_bursts_reach_the_encapsulator)                                               \
    X(variant, agent_and_interlink_flits_leave_by_their_row)                                       \
    X(variant, a_copy_moves_dram_to_dram)                                                          \
    X(variant, a_fill_writes_every_width)                                                          \
    X(variant, moves_reach_the_store_and_come_back)                                                \
    X(variant, moves_to_another_mesh_leave_by_rm)                                                  \
    X(variant, a_transform_converts_dram_to_dram)                                                  \
    X(variant, every_go_fault_is_followed_by_a_good_move)                                          \
    X(variant, addresses_of_other_meshes_alias)                                                    \
    X(variant, occupant_registers_answer)                                                          \
    X(variant, reset_in_the_middle_leaves_no_trace)                                                \
    X(variant, the_first_requests_come_from_everybody_at_once)                                     \
    X(variant, everything_at_once)

#define MAG_DECLARE(variant, name) void name(struct sim *s, const struct dut_type *type);
MAG_SMOKE(MAG_DECLARE, any)
#undef MAG_DECLARE

/* Constrained-random system traffic for `cycles` cycles, unless the user says. */
void random_system_traffic(struct sim *s, const struct dut_type *type, uint64_t cycles);

#endif
