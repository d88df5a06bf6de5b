/* One broken and one legal design per check of the agent's memory side, and further designs that
 * break it; see live.h. */
#ifndef TESTS_LIVE_MAG_MEM_H
#define TESTS_LIVE_MAG_MEM_H

#include "sim/suite.h"

#define LIVE_MAG_MEM(X)                                                                            \
    X(MAG_HOST, one_bit_of_a_host_word_is_wrong, memory_fails_on_every_beat)                       \
    X(MAG_STAGE, one_bit_of_a_staged_word_is_wrong, staged_words_are_written_by_everybody)         \
    X(MAG_INBOUND, a_write_is_answered_before_memory_answers, writes_of_every_length_come_in)      \
    X(MAG_OUTWR, one_bit_of_a_word_to_another_mesh_is_wrong, other_meshes_take_words_at_any_pace)  \
    X(MAG_FAIR, the_lowest_id_always_goes_first, everybody_reads_a_slow_memory)                    \
    X(MAG_INDEP, memory_writes_wait_for_the_host, host_channels_are_withheld)

extern const struct scenario live_mag_mem_scenarios[];
extern const size_t live_mag_mem_scenario_count;

#endif
