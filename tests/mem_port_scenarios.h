/* The scenarios of the memory port, and the words they are written in.
 *
 * A scenario asks the port for reads and writes; the bench judges all that moves. What was asked for
 * is kept, so that finish() can demand it: requests that a user's WITHOUT= leaves out are not asked
 * for, and not demanded. Sizes follow the variant's parameters.
 */
#ifndef TESTS_MEM_PORT_SCENARIOS_H
#define TESTS_MEM_PORT_SCENARIOS_H

#include "bench/mem_port_bench.h"
#include "dut/variants.h"

/* ---- scenarios ------------------------------------------------------------------------------- */

/* At any parameter values: every variant runs them. X(variant, name) */
#define MEM_PORT_READS(X, variant)                                                                 \
    X(variant, plain_reads_of_every_length_return_every_beat)                                      \
    X(variant, runs_of_every_entry_size_and_count_name_every_word)                                 \
    X(variant, multicast_serves_any_peers_entry_by_entry)                                          \
    X(variant, destinations_stay_apart_on_a_busy_link)                                             \
    X(variant, buffers_fill_to_the_last_word)                                                      \
    X(variant, plain_and_streaming_reads_share_a_slow_address_channel)                             \
    X(variant, one_flit_requests_are_served_back_to_back)                                          \
    X(variant, consecutive_requests_share_no_field)                                                \
    X(variant, reads_of_all_kinds_and_writes_are_in_flight_together)

#define MEM_PORT_WRITES(X, variant)                                                                \
    X(variant, data_finds_its_write_by_every_bit_of_its_source)                                    \
    X(variant, writes_of_every_length_from_one_source_arrive)                                      \
    X(variant, writes_of_two_sources_interleave_flit_by_flit)                                      \
    X(variant, writes_of_nine_sources_interleave_flit_by_flit)                                     \
    X(variant, writes_of_as_many_sources_as_slots_interleave_flit_by_flit)                         \
    X(variant, same_source_writes_stay_in_order_at_one_address)                                    \
    X(variant, same_source_writes_to_fresh_addresses_follow_back_to_back)                          \
    X(variant, writes_meet_a_memory_that_wants_data_first)                                         \
    X(variant, writes_meet_a_memory_that_wants_addresses_first)

#define MEM_PORT_ADDRESSES(X, variant)                                                             \
    X(variant, requests_at_every_phase_of_a_page_end_on_it)                                        \
    X(variant, plain_reads_across_four_kilobytes_are_split)                                        \
    X(variant, runs_across_four_kilobytes_are_split)                                               \
    X(variant, writes_across_four_kilobytes_are_split)                                             \
    X(variant, requests_end_start_and_cross_at_every_carry_of_an_address)                          \
    X(variant, requests_reach_both_ends_of_a_window_of_any_mesh)                                   \
    X(variant, txn_sums_wrap_at_eight_bits)

#define MEM_PORT_REFUSALS(X, variant)                                                              \
    X(variant, plain_reads_of_any_address_class_are_served_or_dropped)                             \
    X(variant, runs_of_any_address_class_are_served_or_dropped)                                    \
    X(variant, multicasts_of_any_address_class_are_served_or_dropped)                              \
    X(variant, writes_of_any_address_class_are_served_or_dropped)                                  \
    X(variant, long_writes_of_any_address_class_are_swallowed)                                     \
    X(variant, long_writes_of_every_critical_length_are_swallowed_whole)                           \
    X(variant, orphan_data_is_dropped)                                                             \
    X(variant, every_type_code_from_an_idle_source_is_served_or_dropped)                           \
    X(variant, every_type_code_inside_an_open_write_leaves_it_whole)                               \
    X(variant, every_type_code_during_a_run_leaves_it_whole)                                       \
    X(variant, fields_that_are_not_read_do_not_matter)

#define MEM_PORT_FAULTS(X, variant)                                                                \
    X(variant, an_error_on_the_first_beat_does_not_show)                                           \
    X(variant, an_error_on_a_middle_beat_does_not_show)                                            \
    X(variant, an_error_on_the_last_beat_does_not_show)                                            \
    X(variant, an_error_on_any_beat_does_not_show)                                                 \
    X(variant, an_error_on_all_beats_does_not_show)                                                \
    X(variant, reset_after_any_number_of_cycles_leaves_no_trace)                                   \
    X(variant, reset_while_waiting_for_ar_leaves_no_trace)                                         \
    X(variant, reset_with_half_of_r_taken_leaves_no_trace)                                         \
    X(variant, reset_with_half_of_the_output_sent_leaves_no_trace)                                 \
    X(variant, reset_while_waiting_for_aw_leaves_no_trace)                                         \
    X(variant, reset_with_half_of_w_sent_leaves_no_trace)                                          \
    X(variant, reset_while_waiting_for_b_leaves_no_trace)                                          \
    X(variant, reset_with_an_ack_held_leaves_no_trace)                                             \
    X(variant, reset_with_a_write_half_received_leaves_no_trace)                                   \
    X(variant, reset_with_the_intake_full_of_reads_leaves_no_trace)                                \
    X(variant, reset_with_the_intake_full_of_writes_leaves_no_trace)                               \
    X(variant, reset_with_two_writes_of_one_source_open_leaves_no_trace)

#define MEM_PORT_RESOURCES(X, variant)                                                             \
    X(variant, short_reads_of_both_kinds_free_every_place)                                         \
    X(variant, intake_fills_with_one_kind)                                                         \
    X(variant, intake_full_of_reads_drains)                                                        \
    X(variant, intake_full_of_writes_drains)                                                       \
    X(variant, writes_reach_memory_while_the_output_link_is_withheld)                              \
    X(variant, writes_complete_while_ar_is_withheld)                                               \
    X(variant, writes_complete_while_r_is_withheld)                                                \
    X(variant, reads_complete_while_aw_is_withheld)                                                \
    X(variant, reads_complete_while_w_is_withheld)                                                 \
    X(variant, reads_complete_while_b_is_withheld)

#define MEM_PORT_CONTENTS(X, variant)                                                              \
    X(variant, tagged_words_arrive_unchanged)                                                      \
    X(variant, random_words_arrive_unchanged)                                                      \
    X(variant, zero_words_arrive_unchanged)                                                        \
    X(variant, real_words_arrive_unchanged)

#define MEM_PORT_EVERYWHERE(X, variant)                                                            \
    MEM_PORT_READS(X, variant)                                                                     \
    MEM_PORT_WRITES(X, variant)                                                                    \
    MEM_PORT_ADDRESSES(X, variant)                                                                 \
    MEM_PORT_REFUSALS(X, variant)                                                                  \
    MEM_PORT_FAULTS(X, variant)                                                                    \
    MEM_PORT_RESOURCES(X, variant)                                                                 \
    MEM_PORT_CONTENTS(X, variant)

/* With the default parameters only: they are long. */
#define MEM_PORT_LONG(X, variant)                                                                  \
    X(variant, writes_of_every_node_of_the_mesh_stay_apart)                                        \
    X(variant, the_longest_multicasts_name_every_word_to_every_peer)                               \
    X(variant, a_multicast_inside_an_open_write_of_its_source_is_served)                           \
    X(variant, the_count_of_reads_wraps_at_sixteen_bits)                                           \
    X(variant, the_count_of_writes_wraps_at_sixteen_bits)

#define MEM_PORT_DECLARE(variant, name) void name(struct sim *s, const struct dut_type *type);
MEM_PORT_EVERYWHERE(MEM_PORT_DECLARE, any)
MEM_PORT_LONG(MEM_PORT_DECLARE, any)
#undef MEM_PORT_DECLARE

/* Constrained-random traffic over contents of one kind. `cycles`: unless the user says. */
void random_traffic(struct sim *s, const struct dut_type *type, enum sparse_mode mode,
                    uint64_t cycles);

/* ---- what scenarios say ---------------------------------------------------------------------- */

/* Answers of the port, in flits; refusals in requests. */
struct answers {
    uint64_t plain, stream, peer, acks, refused;
};

struct port_test {
    struct sim *s;
    const struct dut_type *type;
    struct mem_port_bench *b;
    struct answers asked; /* that everything asked for so far gives */
    uint64_t fresh;       /* DRAM above it has not been used */
    unsigned turn;        /* of ask_one() */
    struct {
        uint64_t read_beats, write_beats, writes, flits;
    } before; /* transferred up to mark() */
};

/* A port after reset, with zero-wait memory and a free link. */
struct port_test *port_test_new(struct sim *s, const struct dut_type *type);

/* What this run leaves out (WITHOUT=), and what RULES=seed does. */
bool leaves_out(const struct port_test *t, uint32_t what);
bool reads(const struct port_test *t); /* in one form or the other */
bool crosses_pages(const struct port_test *t);
bool writes_long(const struct port_test *t);

/* Sources that may have a write open at the same time, `most` at most (modules 3: WR_SLOTS). */
unsigned writers(const struct port_test *t, unsigned most);
/* The endpoint of the writing source `number`: no more of them than the port has slots. */
unsigned writer(const struct port_test *t, unsigned number);
/* Flits the intake queue of either kind takes before mem_in_busy rises. */
unsigned intake_room(const struct port_test *t);
/* More than the slots, places of a queue or txn tags a port could lose one by one. */
unsigned more_than_any_resource(const struct port_test *t);

/* Whether the port serves a request for this address (memory protocol 8). */
bool serves(const struct port_test *t, uint64_t addr);

struct descriptor plain(uint64_t addr, unsigned beats);
/* `entries` and `words` as they are in the descriptor: 0 means 1 and 4. */
struct descriptor run(uint64_t addr, unsigned entries, unsigned words);
/* Adds `n` peers; the fields of those that are not present hold positions, too. */
struct descriptor multicast(const struct port_test *t, struct descriptor d, unsigned n,
                            const unsigned endpoint[DESCRIPTOR_PEERS]);
/* 64 KB of DRAM nobody has used yet, on a 4 KB boundary. */
uint64_t fresh(struct port_test *t);

/* Queue a request, after the cycles its endpoint needs to have space for it. */
void ask_read(struct port_test *t, unsigned endpoint, uint8_t txn, struct descriptor d);
void ask_write(struct port_test *t, unsigned endpoint, uint8_t txn, uint64_t addr, unsigned beats);
/* A write in pieces: its descriptor, and `beats` of its data, the last ones with `ends`. */
void ask_open_write(struct port_test *t, unsigned endpoint, uint8_t txn, uint64_t addr,
                    unsigned beats);
void ask_write_data(struct port_test *t, unsigned endpoint, uint8_t txn, unsigned beats, bool ends);
/* Any flit of this type, with random contents. */
void ask_flit(struct port_test *t, unsigned endpoint, unsigned type);
/* One ordinary operation, of another kind each time. */
void ask_one(struct port_test *t);
/* Ordinary operations of every kind. */
void ask_all_kinds(struct port_test *t);

/* Begins counting transfers: see port_test.before. */
void mark(struct port_test *t);
/* Runs until `there`, at most `cycles`; whether it came to that. */
bool runs_until(struct port_test *t, bool (*there)(const struct port_test *), unsigned cycles);
/* Runs until nothing is queued or owed. */
void settle(struct port_test *t);
/* Resets for `cycles`; what was asked for is not owed any more. */
void reset(struct port_test *t, unsigned cycles);
/* Settles; everything asked for must have been answered, and nothing may be left. */
void finish(struct port_test *t);

/* Streaming reads wait in the intake when the link comes back, and plain ones arrive: in each round a
 * read of either kind is taken in one cycle, and one is taken when another ends. */
void short_reads_of_both_kinds(struct port_test *t, unsigned rounds);

/* Answers so far. */
struct answers seen(const struct port_test *t);

#endif
