/* The watchdog over the port model: each verdict with a sequence that trips it and one that does
 * not. */
#include "mem_port_events.h"

#include "check/mem_stall.h"
#include "report_text.h"

#define A NODE(2, 3)
#define B NODE(1, 4)
#define ADDR UINT64_C(0x12340)
#define BOUND 2000
#define LATE 200 /* how much later than its bound a verdict may come */

static const struct mem_port_config project_rules = {0};

static const struct mem_watch_pins idle_ready = {
    .aw_ready = true, .w_ready = true, .ar_ready = true};

static struct mem_watch watch(const struct events *e, uint8_t withheld, bool seed_rules) {
    const struct mem_watch_config config = {.withheld = withheld, .seed_rules = seed_rules};
    struct mem_watch w;
    mem_watch_init(&w, &config, e->cycle);
    return w;
}

/* Holds the pins for that many cycles; the cycle of the first verdict, or 0. */
static unsigned run(struct mem_watch *w, struct events *e, struct mem_watch_pins pins,
                    unsigned cycles) {
    for (unsigned i = 1; i <= cycles; i++)
        if (!mem_watch_tick(w, e->model, &pins, e->cycle++, &e->verdict))
            return i;
    return 0;
}

/* The chain after a verdict; mem_in: the flit on those pins, or NULL. */
static void explain(const struct mem_watch *w, const struct events *e, const struct flit *mem_in,
                    char report[2048], char cause[STALL_CAUSE_SIZE]) {
    const struct mem_stall stall = {.watch = w, .model = e->model, .mem_in = mem_in};
    struct stall_chain chain = stall_chain_into(report, 2048, cause);
    mem_stall_explain(&stall, &chain);
    report_unwrap(report);
}

static void assert_trips(struct events *e, unsigned after, unsigned bound, enum check_id id) {
    assert_true(after >= bound && after <= bound + LATE);
    if (e->verdict.check != id)
        fail_msg("%s: %s, but %s expected", check_text(e->verdict.check), e->verdict.what,
                 check_text(id));
}

static void answered_write(struct events *e) {
    whole_write(e, A, 1, 0x200, 1, 10);
    store(e, 0x200, 1, 10);
}

void watch_trips_on_an_ack_that_never_leaves(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    char report[2048], cause[STALL_CAUSE_SIZE];
    answered_write(&e);
    struct mem_watch w = watch(&e, 0, false);
    /* Other work moves all the time. */
    struct mem_watch_pins pins = idle_ready;
    pins.mem_in_valid = true;
    assert_trips(&e, run(&w, &e, pins, 4000), BOUND, CHECK_SIM_STALL);
    assert_int_equal(w.cause, MEM_WATCH_DESIGN);
    assert_non_null(strstr(e.verdict.request, "MEM_WR_REQ (2,3) txn 0x01"));
    explain(&w, &e, NULL, report, cause);
    assert_non_null(strstr(report, "its ack waits to be sent"));
    assert_string_equal(cause,
                        "inside the port: the write txn 0x01 of (2,3) has stood since 1 004 and "
                        "nothing outside held it");
    events_end(&e);
}

void watch_is_quiet_while_the_item_is_held_from_outside(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    answered_write(&e);
    struct mem_watch w = watch(&e, 0, false);
    struct mem_watch_pins held = idle_ready;
    held.mem_out_valid = held.mem_out_busy = true;
    held.mem_in_valid = true; /* something moves */
    assert_int_equal(run(&w, &e, held, 10000), 0);
    assert_int_equal(run(&w, &e, idle_ready, BOUND - 100), 0);
    legal(&e, emit(&e, ack(A, 1)));
    assert_int_equal(run(&w, &e, idle_ready, 10000), 0);
    events_end(&e);
}

void watch_calls_a_standstill_with_a_held_output_outside(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    char report[2048], cause[STALL_CAUSE_SIZE];
    answered_write(&e);
    struct mem_watch w = watch(&e, OUTSIDE_OUT, false);
    struct mem_watch_pins held = idle_ready;
    held.mem_out_valid = held.mem_out_busy = true;
    assert_trips(&e, run(&w, &e, held, 4000), BOUND, CHECK_SIM_STALL);
    assert_int_equal(w.cause, MEM_WATCH_OUTSIDE);
    explain(&w, &e, NULL, report, cause);
    assert_string_equal(cause, "the receiver at mem_out has held mem_out_busy high since 1 005");
    events_end(&e);
}

void watch_is_quiet_without_work(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, 0, false);
    write_request(&e, A, 1, 0x200, 2); /* its data never comes: not the port's fault */
    assert_int_equal(run(&w, &e, idle_ready, 10000), 0);
    events_end(&e);
}

void watch_trips_on_reads_that_stop_under_a_withheld_aw(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, OUTSIDE_AW, false);
    struct mem_watch_pins pins = idle_ready;
    pins.aw_ready = pins.w_ready = false;
    pins.aw_valid = pins.w_valid = true;
    whole_write(&e, A, 1, 0x200, 1, 10);
    plain(&e, B, 2, ADDR, 1);
    assert_trips(&e, run(&w, &e, pins, 4000), BOUND, CHECK_MEM_INDEP);
    assert_non_null(strstr(e.verdict.request, "MEM_RD_REQ (1,4)"));
    assert_non_null(strstr(e.verdict.hint, "AW"));
    events_end(&e);
}

void watch_excuses_writes_under_a_withheld_aw(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, OUTSIDE_AW, false);
    struct mem_watch_pins pins = idle_ready;
    pins.aw_ready = false;
    pins.aw_valid = pins.w_valid = true;
    whole_write(&e, A, 1, 0x200, 1, 10);
    assert_int_equal(run(&w, &e, pins, 10000), 0);
    events_end(&e);
}

void watch_applies_no_independence_by_seed_rules(void **state) {
    (void)state;
    struct mem_port_config config = project_rules;
    config.seed_rules = true;
    struct events e = events_begin(config);
    struct mem_watch w = watch(&e, OUTSIDE_AW, true);
    struct mem_watch_pins pins = idle_ready;
    pins.aw_ready = false;
    pins.aw_valid = pins.mem_in_valid = true;
    plain(&e, B, 2, ADDR, 1);
    assert_int_equal(run(&w, &e, pins, 10000), 0);
    events_end(&e);
}

void watch_trips_on_arvalid_waiting_for_arready(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, 0, false);
    struct mem_watch_pins pins = idle_ready;
    pins.ar_ready = false;
    plain(&e, B, 2, ADDR, 1);
    assert_trips(&e, run(&w, &e, pins, 1000), 256, CHECK_AXI_WAIT);
    assert_non_null(strstr(e.verdict.what, "m_arvalid"));
    events_end(&e);
}

void watch_is_quiet_when_arready_was_high(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, 0, false);
    struct mem_watch_pins pins = idle_ready;
    plain(&e, B, 2, ADDR, 1);
    for (unsigned i = 0; i < 6; i++) {
        pins.ar_ready = i % 2 == 0;
        assert_int_equal(run(&w, &e, pins, 200), 0);
    }
    events_end(&e);
}

void watch_trips_on_awvalid_waiting_for_wready(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, 0, false);
    struct mem_watch_pins pins = idle_ready;
    pins.w_valid = true;
    pins.w_ready = false;
    whole_write(&e, A, 1, 0x200, 1, 10);
    assert_trips(&e, run(&w, &e, pins, 1000), 256, CHECK_AXI_WAIT);
    assert_non_null(strstr(e.verdict.what, "m_awvalid"));
    events_end(&e);
}

void watch_trips_on_wvalid_waiting_for_awready(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, 0, false);
    struct mem_watch_pins pins = idle_ready;
    pins.aw_valid = true;
    pins.aw_ready = false;
    whole_write(&e, A, 1, 0x200, 1, 10);
    assert_trips(&e, run(&w, &e, pins, 1000), 256, CHECK_AXI_WAIT);
    assert_non_null(strstr(e.verdict.what, "m_wvalid"));
    events_end(&e);
}

void watch_lets_w_wait_for_data_the_source_owes(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, 0, false);
    struct mem_watch_pins pins = {.ar_ready = true};
    write_request(&e, A, 1, 0x200, 2);
    write_data(&e, A, 10);
    const uint32_t burst = aw(&e, 0x200, 2);
    const struct word data = number(10);
    legal(&e,
          mem_port_model_write_beat(e.model, burst, 0, &data, 0xffffffff, e.cycle++, &e.verdict));
    whole_write(&e, B, 2, 0x400, 1, 20); /* complete, behind A's burst on W */
    assert_int_equal(run(&w, &e, pins, 1500), 0);
    pins.mem_in_valid = true;
    assert_int_equal(run(&w, &e, pins, 10000), 0);
    events_end(&e);
}

void watch_trips_on_busy_with_an_empty_intake(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, 0, false);
    struct mem_watch_pins pins = idle_ready;
    pins.mem_in_busy = true;
    assert_int_equal(run(&w, &e, pins, 1000), 0);
    assert_int_equal(run(&w, &e, idle_ready, 1), 0);
    assert_trips(&e, run(&w, &e, pins, 3000), 1024, CHECK_LINK_WEDGE);
    events_end(&e);
}

void watch_excuses_busy_with_a_full_intake(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    struct mem_watch w = watch(&e, OUTSIDE_AR, false);
    struct mem_watch_pins pins = idle_ready;
    pins.mem_in_busy = true;
    pins.ar_valid = true;
    pins.ar_ready = false;
    pins.mem_out_valid = true; /* something moves */
    for (unsigned i = 0; i < 60; i++)
        plain(&e, A, (uint8_t)i, ADDR + 4096 * i, 1);
    assert_int_equal(run(&w, &e, pins, 5000), 0);
    events_end(&e);
}

void watch_names_more_open_writes_than_slots(void **state) {
    (void)state;
    struct mem_port_config config = project_rules;
    config.wr_slots = 2;
    struct events e = events_begin(config);
    struct mem_watch_pins pins = idle_ready;
    const struct flit offered = {.src_x = 4, .src_y = 1, .type = FLIT_MEM_WR_REQ};
    char report[2048], cause[STALL_CAUSE_SIZE];
    write_request(&e, A, 1, 0x200, 1);
    write_request(&e, B, 1, 0x400, 1);
    write_request(&e, NODE(3, 2), 1, 0x600, 1);
    write_data(&e, A, 10);
    pins.mem_in_valid = pins.mem_in_busy = true;
    for (unsigned i = 0; i < 60; i++)
        write_data(&e, NODE(5, 5), i); /* the intake is full */
    struct mem_watch w = watch(&e, 0, false);
    assert_trips(&e, run(&w, &e, pins, 4000), BOUND, CHECK_SIM_STALL);
    assert_int_equal(w.cause, MEM_WATCH_OPEN_WRITES);
    explain(&w, &e, &offered, report, cause);
    assert_non_null(strstr(report, "(4,1) has held MEM_WR_REQ since"));
    assert_non_null(strstr(report, "head is MEM_WR_REQ from (3,2)"));
    assert_string_equal(cause, "3 sources have a write open, WR_SLOTS=2 (the rule: two per writing "
                               "node)");
    events_end(&e);
}

void watch_starts_anew_after_reset(void **state) {
    (void)state;
    struct events e = events_begin(project_rules);
    answered_write(&e);
    struct mem_watch w = watch(&e, 0, false);
    assert_int_equal(run(&w, &e, idle_ready, BOUND - 100), 0);
    mem_port_model_reset(e.model);
    mem_watch_reset(&w, e.cycle);
    answered_write(&e);
    assert_int_equal(run(&w, &e, idle_ready, BOUND - 100), 0);
    assert_trips(&e, run(&w, &e, idle_ready, 400), 100, CHECK_SIM_STALL);
    events_end(&e);
}
