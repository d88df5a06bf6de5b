/* The agent's memory side (memory protocol 8, 9.1; modules 4, 5): which scenarios each variant
 * runs. Each once where everything is, and again where parameters make a difference. */
#include "mag_memory_scenarios.h"
#include "rtl_suites_mag_memory.h"

/* A scenario of this variant as the suite calls it, and its row of the table. */
#define ON(variant, name)                                                                          \
    static void variant##_##name(struct sim *s) {                                                  \
        name(s, &dut_##variant);                                                                   \
    }
#define ROW(variant, name) {#name, variant##_##name},

#define VARIANT(variant, LIST)                                                                     \
    LIST(ON, variant)                                                                              \
    const struct scenario variant##_memory_scenarios[] = {LIST(ROW, variant)};                     \
    const size_t variant##_memory_scenario_count =                                                 \
        sizeof variant##_memory_scenarios / sizeof(struct scenario);

#define EVERYTHING(X, variant)                                                                     \
    MAG_HOST_SCENARIOS(X, variant)                                                                 \
    MAG_ANSWER_SCENARIOS(X, variant)                                                               \
    MAG_STORE_SCENARIOS(X, variant)                                                                \
    MAG_MEMORY_SCENARIOS(X, variant)                                                               \
    MAG_WRAP_SCENARIOS(X, variant)                                                                 \
    MAG_MOVE_SCENARIOS(X, variant)                                                                 \
    MAG_TENSOR_SCENARIOS(X, variant)

/* A store whose size is no power of two, no interlink, three ports. */
#define THREE_PORTS(X, variant)                                                                    \
    MAG_ANSWER_SCENARIOS(X, variant)                                                               \
    MAG_STORE_SCENARIOS(X, variant)                                                                \
    MAG_MEMORY_SCENARIOS(X, variant)                                                               \
    MAG_MOVE_SCENARIOS(X, variant)                                                                 \
    X(variant, a_tensor_is_converted_where_its_entries_are_strided)

/* A store of one word, the smallest queues, the identity bank. */
#define ONE_WORD(X, variant)                                                                       \
    MAG_STORE_SCENARIOS(X, variant)                                                                \
    MAG_MEMORY_SCENARIOS(X, variant)                                                               \
    X(variant, transforms_run_in_all_directions)                                                   \
    X(variant, every_fault_at_go_is_followed_by_a_good_move)                                       \
    X(variant, occupant_registers_answer_between_moves)

/* A bank of several shapes with registers, one port, an odd store. */
#define SEVERAL_SHAPES(X, variant)                                                                 \
    MAG_STORE_SCENARIOS(X, variant)                                                                \
    MAG_MEMORY_SCENARIOS(X, variant)                                                               \
    MAG_MOVE_SCENARIOS(X, variant)                                                                 \
    MAG_PLANES_SCENARIOS(X, variant)

#define NO_STORE(X, variant)                                                                       \
    MAG_ANSWER_SCENARIOS(X, variant)                                                               \
    MAG_NO_STORE_SCENARIOS(X, variant)                                                             \
    MAG_MEMORY_SCENARIOS(X, variant)                                                               \
    X(variant, transforms_run_in_all_directions)                                                   \
    X(variant, moves_to_other_meshes_meet_every_pace)                                              \
    X(variant, occupant_registers_answer_between_moves)

/* The transpose bank. */
#define NO_STORE_TRANSPOSE(X, variant)                                                             \
    NO_STORE(X, variant)                                                                           \
    X(variant, every_occupant_converts_as_its_registers_say)                                       \
    MAG_TRANSPOSE_SCENARIOS(X, variant)

VARIANT(mag, EVERYTHING)
VARIANT(mag3, THREE_PORTS)
VARIANT(mag1s, ONE_WORD)
VARIANT(mag1, NO_STORE)
VARIANT(mag2, NO_STORE_TRANSPOSE)
VARIANT(mag4, NO_STORE)
VARIANT(mag5, SEVERAL_SHAPES)
