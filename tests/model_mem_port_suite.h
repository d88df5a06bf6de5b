/* The suite of the memory port's golden model and of the watchdog over it; no RTL. */
#ifndef TESTS_MODEL_MEM_PORT_SUITE_H
#define TESTS_MODEL_MEM_PORT_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern const struct CMUnitTest model_mem_port_tests[];
extern const size_t model_mem_port_test_count;

/* Of test_mem_watch.c, run as part of the same suite. */
void watch_trips_on_an_ack_that_never_leaves(void **state);
void watch_is_quiet_while_the_item_is_held_from_outside(void **state);
void watch_calls_a_standstill_with_a_held_output_outside(void **state);
void watch_is_quiet_without_work(void **state);
void watch_trips_on_reads_that_stop_under_a_withheld_aw(void **state);
void watch_excuses_writes_under_a_withheld_aw(void **state);
void watch_applies_no_independence_by_seed_rules(void **state);
void watch_trips_on_arvalid_waiting_for_arready(void **state);
void watch_is_quiet_when_arready_was_high(void **state);
void watch_trips_on_awvalid_waiting_for_wready(void **state);
void watch_trips_on_wvalid_waiting_for_awready(void **state);
void watch_lets_w_wait_for_data_the_source_owes(void **state);
void watch_trips_on_busy_with_an_empty_intake(void **state);
void watch_excuses_busy_with_a_full_intake(void **state);
void watch_names_more_open_writes_than_slots(void **state);
void watch_starts_anew_after_reset(void **state);

#endif
