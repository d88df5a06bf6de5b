/* cosim explain over dumps as other simulators write them (dump_writer), spoilt and damaged ones. */
#include "check.h"
#include "cli/cli.h"
#include "explain/explain.h"
#include "observe/views.h"
#include "sim/rng.h"
#include "tests/dump_writer.h"
#include "tests/explain_suite.h"
#include "tests/mem_port_scenarios.h"

#include "bench/mag_bench.h"
#include "bench/mag_request.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- recording and explaining ---------------------------------------------------------------- */

/* Its files lie in a directory of its own. */
struct fixture {
    char dir[64], dump[96], live_csv[96], csv[96];
    struct dump_style style;
    struct dump_writer writer;
    struct views *live;
    struct explain_request request;
    int status;
    char *out, *err; /* what explain said */
};

static struct fixture *begin(void **state) {
    struct fixture *x = calloc(1, sizeof *x);
    snprintf(x->dir, sizeof x->dir, "/tmp/cosim.explain.XXXXXX");
    assert_non_null(mkdtemp(x->dir));
    snprintf(x->dump, sizeof x->dump, "%s/run.fst", x->dir);
    snprintf(x->live_csv, sizeof x->live_csv, "%s/live.csv", x->dir);
    snprintf(x->csv, sizeof x->csv, "%s/dump.csv", x->dir);
    x->style = (struct dump_style){.path = x->dump, .parameters = true};
    x->request.dump.path = x->dump;
    x->request.dump.scope = "tb.dut";
    x->request.dump.clock = "tb.clk";
    options_init(&x->request.options);
    x->request.options.without = WITHOUT_DISPLAYS;
    view_options_init(&x->request.views);
    x->request.views.table = true;
    (void)state;
    return x;
}

static void end(struct fixture *x) {
    unlink(x->dump);
    unlink(x->live_csv);
    unlink(x->csv);
    rmdir(x->dir);
    free(x->out);
    free(x->err);
    free(x);
}

static void attach(struct sim *s, void *context) {
    struct fixture *x = context;
    dump_writer_attach(s, &x->writer);
    views_attach(s, x->live);
}

/* Runs a scenario of the memory port, writes its dump and the CSV of the live run. */
static struct run_result record(struct fixture *x, const struct scenario *scenario,
                                uint64_t cycles) {
    struct run_options options;
    struct view_options views;
    struct run_result result;
    char error[256];
    options_init(&options);
    view_options_init(&views);
    views.csv = x->live_csv;
    options.cycles = cycles;
    options.attached = attach;
    options.attached_context = x;
    options_parse_waive(&options, "SIM-STALL", error); /* hangs are recorded, too */
    x->writer = (struct dump_writer){.style = &x->style};
    x->live = views_new(&views);
    scenario_run("mem_port", scenario, &options, NULL, &result, NULL);
    FILE *said = fopen("/dev/null", "w");
    views_write(x->live, "live", said);
    fclose(said);
    views_free(x->live);
    return result;
}

static void record_named(struct fixture *x, const char *name, uint64_t cycles) {
    const struct scenario *scenario;
    assert_non_null(cli_find(name, &scenario));
    assert_false(record(x, scenario, cycles).failure.set);
}

static void record_random(struct fixture *x, uint64_t cycles) {
    record_named(x, "mem_port.random", cycles);
}

static void run_little(struct sim *s) {
    struct port_test *t = port_test_new(s, &dut_mem_port);
    ask_all_kinds(t);
    finish(t);
}

static void record_little(struct fixture *x) {
    const struct scenario scenario = {"little", run_little};
    assert_false(record(x, &scenario, 0).failure.set);
}

static char *whole(FILE *f) {
    const long size = ftell(f);
    char *text = calloc(1, (size_t)size + 1);
    rewind(f);
    assert_int_equal(fread(text, 1, (size_t)size, f), size);
    fclose(f);
    return text;
}

static char *whole_file(const char *path) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    return whole(f);
}

static void explain_it(struct fixture *x) {
    FILE *out = tmpfile(), *err = tmpfile();
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    dup2(fileno(err), STDERR_FILENO);
    x->status = explain(&x->request, out);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    fseek(err, 0, SEEK_END);
    free(x->out);
    free(x->err);
    x->out = whole(out);
    x->err = whole(err);
}

static void assert_says(const struct fixture *x, const char *text) {
    if (!strstr(x->out, text)) {
        const char *found = strstr(x->out, "\n  cycles");
        fail_msg("not said: \"%s\" in\n%s%s", text, found ? found : x->out, x->err);
    }
}

static void assert_not_said(const struct fixture *x, const char *text) {
    if (strstr(x->out, text)) {
        fail_msg("said: \"%s\" in\n%s", text, x->out);
    }
}

static void assert_clean(struct fixture *x) {
    explain_it(x);
    if (x->status != 0) {
        fail_msg("status %d\n%s%s", x->status, x->out, x->err);
    }
    assert_says(x, "\nclean\n");
}

/* One line on stderr with this text, exit status 2. */
static void assert_refused(struct fixture *x, const char *text) {
    explain_it(x);
    const char *newline = strchr(x->err, '\n');
    if (x->status != 2 || !newline || newline[1] || !strstr(x->err, text)) {
        fail_msg("status %d, not \"%s\" but \"%s\"", x->status, text, x->err);
    }
}

/* ---- clean dumps ----------------------------------------------------------------------------- */

static void a_clean_dump_has_no_finding_and_the_requests_of_the_live_run(void **state) {
    struct fixture *x = begin(state);
    record_random(x, 20000);
    x->request.views.csv = x->csv;
    assert_clean(x);
    char *live = whole_file(x->live_csv), *dumped = whole_file(x->csv);
    assert_string_equal(live, dumped);
    assert_true(strlen(live) > 10000);
    free(live);
    free(dumped);
    assert_says(x, "MEM-DATA");
    assert_says(x, "not run     LINK-COMB");
    end(x);
}

static void pins_that_change_with_the_edge_are_sampled_before_it(void **state) {
    struct fixture *x = begin(state);
    x->style.at_edge = true;
    record_random(x, 8000);
    x->request.views.csv = x->csv;
    assert_clean(x);
    char *live = whole_file(x->live_csv), *dumped = whole_file(x->csv);
    assert_string_equal(live, dumped);
    free(live);
    free(dumped);
    end(x);
}

static void a_rough_clock_has_the_edges_of_a_clean_one(void **state) {
    struct fixture *x = begin(state);
    x->style.rough_clock = true;
    record_random(x, 8000);
    x->request.views.csv = x->csv;
    assert_clean(x);
    char *live = whole_file(x->live_csv), *dumped = whole_file(x->csv);
    assert_string_equal(live, dumped);
    free(live);
    free(dumped);
    end(x);
}

/* ---- findings -------------------------------------------------------------------------------- */

static void a_flipped_bit_of_a_word_is_MEM_DATA_in_the_cycle_it_left(void **state) {
    struct fixture *x = begin(state);
    char line[120];
    x->style.flip_word = 500;
    record_random(x, 20000);
    assert_true(x->writer.flipped_at > 0);
    explain_it(x);
    assert_int_equal(x->status, 1);
    /* Numbers of up to four digits are one group of thousands. */
    snprintf(line, sizeof line, "FAIL MEM-DATA on mem_out  cycle %llu %03llu  time",
             (unsigned long long)x->writer.flipped_at / 1000,
             (unsigned long long)x->writer.flipped_at % 1000);
    assert_says(x, line);
    assert_says(x, "in all      MEM-DATA 1\n1 finding");
    end(x);
}

static void an_address_never_shown_leaves_beats_nobody_owes(void **state) {
    struct fixture *x = begin(state);
    /* The port cannot be seen asking. */
    x->style.spoil = (struct dump_spoil){"m_arvalid", 0, '0', 300, 20000};
    record_random(x, 8000);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "AXI-ORPHAN ");
    end(x);
}

static void run_hang(struct sim *s) {
    struct port_test *t = port_test_new(s, &dut_mem_port);
    mem_port_withhold(t->b, OUTSIDE_R);
    ask_read(t, 0, 0x40, plain(fresh(t), 4));
    sim_cycles(s, 3000);
}

static void a_hang_is_a_stall_report(void **state) {
    struct fixture *x = begin(state);
    const struct scenario scenario = {"hang", run_hang};
    record(x, &scenario, 0);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL SIM-STALL on port");
    assert_says(x, "  cause       the memory has");
    assert_says(x, "  open        ");
    end(x);
}

/* ---- a whole agent --------------------------------------------------------------------------- */

static void an_agent_is_judged_by_its_links_and_interfaces(void **state) {
    struct fixture *x = begin(state);
    record_named(x, "mag.random", 4000);
    x->request.views.csv = x->csv;
    assert_clean(x);
    assert_says(x, "memory agent tb.dut");
    assert_says(x, "not run     MEM and XF");
    char *live = whole_file(x->live_csv), *dumped = whole_file(x->csv);
    assert_string_equal(live, dumped);
    free(live);
    free(dumped);
    end(x);
}

static void an_agent_that_breaks_AXI_is_found(void **state) {
    struct fixture *x = begin(state);
    x->style.spoil = (struct dump_spoil){"dram_arsize", 1, '~', 0, UINT64_MAX};
    record_named(x, "mag.random", 2000);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL AXI-SHAPE on dram_ar");
    end(x);
}

static void one_unknown_bit_of_packed_valids_is_a_finding(void **state) {
    struct fixture *x = begin(state);
    x->style.spoil = (struct dump_spoil){"noc_in_valid", 1, 'x', 100, 104};
    record_named(x, "mag.random", 2000);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL noc_in_valid is X or Z outside reset in 5 cycles, first 100");
    end(x);
}

static void run_agent_hang(struct sim *s) {
    struct mag_bench *b = mag_bench_new(s, &dut_mag);
    b->dram.knobs.r.withheld = true;
    mag_read_plain(b, 1, 0, 0x40, mag_dram_addr(0, 0x1000), 4);
    sim_cycles(s, 2500);
}

static void an_agent_that_stands_still_is_a_stall_report(void **state) {
    struct fixture *x = begin(state);
    const struct scenario scenario = {"hang", run_agent_hang};
    record(x, &scenario, 0);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL SIM-STALL on agent");
    assert_says(x, "dram_       1 reads and 0 writes outstanding");
    end(x);
}

/* The port owes nothing here: only who asked waits. */
static void run_with_data_missing(struct sim *s) {
    struct port_test *t = port_test_new(s, &dut_mem_port);
    mem_port_write_request(t->b, 0, 0x40, 0x1000, 5);
    for (unsigned i = 0; i < 3; i++) {
        mem_port_write_data(t->b, 0, 0x40, false);
    }
    sim_cycles(s, 3000);
}

static void a_requester_left_waiting_is_a_stall_report(void **state) {
    struct fixture *x = begin(state);
    const struct scenario scenario = {"data_missing", run_with_data_missing};
    record(x, &scenario, 0);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL SIM-STALL on port");
    assert_says(x, "sent 3 of 5 data flits of its write txn 0x40");
    assert_says(x, "  requester   ");
    end(x);
}

/* ---- X and Z --------------------------------------------------------------------------------- */

static void an_unknown_valid_is_one_finding_with_its_cycles(void **state) {
    struct fixture *x = begin(state);
    x->style.spoil = (struct dump_spoil){"m_bvalid", 0, 'x', 1000, 1002};
    record_little(x);
    x->style.spoil.from = 20, x->style.spoil.to = 22;
    record_little(x);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL m_bvalid is X or Z outside reset in 3 cycles, first 20 (time 205 000)");
    assert_says(x, "1 finding");
    end(x);
}

static void a_floating_busy_is_a_finding(void **state) {
    struct fixture *x = begin(state);
    x->style.spoil = (struct dump_spoil){"mem_out_busy", 0, 'z', 30, 30};
    record_little(x);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL mem_out_busy is X or Z outside reset in 1 cycle, first 30");
    end(x);
}

static void unknown_pins_in_reset_are_nothing(void **state) {
    struct fixture *x = begin(state);
    x->style.spoil = (struct dump_spoil){"m_bvalid", 0, 'x', 0, 3};
    record_little(x);
    assert_clean(x);
    assert_not_said(x, "X or Z");
    end(x);
}

static void an_unknown_payload_is_a_remark_only_under_its_valid(void **state) {
    struct fixture *x = begin(state);
    x->style.spoil = (struct dump_spoil){"m_bresp", 0, 'x', 0, UINT64_MAX};
    record_little(x);
    assert_clean(x);
    assert_says(x, "note: m_bresp is X or Z outside reset in ");
    /* As often as there are responses, not in every cycle. */
    assert_not_said(x, "note: m_bresp is X or Z outside reset in 1 ");
    assert_not_said(x, "first 4 (");
    end(x);
}

/* ---- names, parameters ----------------------------------------------------------------------- */

static void map(struct fixture *x, const char *ours, const char *theirs) {
    struct dump_name *n = &x->request.dump.map[x->request.dump.mapped++];
    snprintf(n->ours, sizeof n->ours, "%s", ours);
    snprintf(n->theirs, sizeof n->theirs, "%s", theirs);
}

static void give(struct fixture *x, const char *name, const char *value) {
    struct dump_name *n = &x->request.dump.given[x->request.dump.given_count++];
    snprintf(n->ours, sizeof n->ours, "%s", name);
    snprintf(n->theirs, sizeof n->theirs, "%s", value);
}

static void another_name_is_found_through_the_map(void **state) {
    struct fixture *x = begin(state);
    x->style.renamed = "m_rvalid";
    x->style.name = "mem_axi_rvalid";
    record_little(x);
    assert_refused(x, "has not all ports of a memory port: m_rvalid (--map");
    map(x, "m_rvalid", "tb.dut.mem_axi_rvalid");
    assert_clean(x);
    x->request.dump.mapped = 0;
    map(x, "m_rvalid", "mem_axi_rvalid");
    assert_clean(x);
    x->request.dump.mapped = 0;
    map(x, "m_rvalid", "mem_axi_rwalid");
    assert_refused(x, "has not all ports of a memory port: mem_axi_rwalid");
    end(x);
}

static void a_missing_port_is_named(void **state) {
    struct fixture *x = begin(state);
    x->style.left_out = "m_wstrb";
    record_little(x);
    assert_refused(x, "tb.dut has not all ports of a memory port: m_wstrb");
    end(x);
}

static void a_port_of_another_width_is_named(void **state) {
    struct fixture *x = begin(state);
    x->style.narrower = "m_araddr";
    record_little(x);
    assert_refused(x, "tb.dut.m_araddr has 39 bits, the contract says 40");
    end(x);
}

static void a_wrong_scope_or_clock_is_named(void **state) {
    struct fixture *x = begin(state);
    record_little(x);
    x->request.dump.scope = "tb.port";
    assert_refused(x, "has no scope tb.port; our ports may be in tb.dut");
    x->request.dump.scope = "tb";
    assert_refused(x, "scope tb has no ports of ours; our ports may be in tb.dut");
    x->request.dump.scope = "tb.dut";
    x->request.dump.clock = "clk";
    assert_refused(x, "has no clock clk, neither in tb.dut nor from the top");
    x->request.dump.clock = "m_araddr";
    assert_refused(x, "m_araddr is no clock: it has 40 bits");
    end(x);
}

static void a_clock_that_never_rises_is_named(void **state) {
    struct fixture *x = begin(state);
    x->style.still_clock = true;
    record_little(x);
    assert_refused(x, "clock tb.clk never rises");
    end(x);
}

static void parameters_come_from_the_dump_or_its_traffic(void **state) {
    struct fixture *x = begin(state);
    record_little(x);
    assert_clean(x);
    assert_says(x, "MEM_X 0, MEM_Y 1, WR_SLOTS 16, Q_DEPTH 64 (default)");
    x->style.parameters = false;
    record_little(x);
    assert_clean(x);
    assert_says(x, "MEM_X 0 (seen), MEM_Y 1 (seen), WR_SLOTS 16 (default)");
    end(x);
}

static void parameters_given_win_and_are_judged(void **state) {
    struct fixture *x = begin(state);
    record_little(x);
    give(x, "MEM_Y", "2");
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "MEM_Y 2 (given)");
    assert_says(x, "FAIL MEM-SRC on mem_out");
    x->request.dump.given_count = 0;
    give(x, "WR_SLOTS", "0");
    assert_refused(x, "WR_SLOTS is 0, it can be 1 to 64");
    x->request.dump.given_count = 0;
    give(x, "SLOTS", "1");
    assert_refused(x, "a memory port has no parameter SLOTS; it has MEM_X, MEM_Y");
    x->request.dump.given_count = 0;
    give(x, "MEM_X", "left");
    assert_refused(x, "'left' is no value of MEM_X");
    end(x);
}

/* ---- parts of a run -------------------------------------------------------------------------- */

static void answers_to_requests_from_before_are_counted(void **state) {
    struct fixture *x = begin(state);
    record_random(x, 20000);
    x->request.from = (struct explain_limit){.given = true, .cycle = 15000};
    assert_clean(x);
    assert_says(x, "response flits answered no request seen");
    assert_says(x, "number 15 000 at time 150 005 000");
    end(x);
}

static void limits_are_cycles_or_times(void **state) {
    struct fixture *x = begin(state);
    record_random(x, 8000);
    x->request.from = (struct explain_limit){.given = true, .in_time = true, .seconds = 50e-9};
    x->request.to = (struct explain_limit){.given = true, .cycle = 6000};
    assert_clean(x);
    assert_says(x, "number 5 at time 55 000 to 6 000 at");
    x->request.from = (struct explain_limit){.given = true, .cycle = 7000};
    assert_refused(x, "has no cycle in those limits");
    end(x);
}

static void findings_before_the_limit_are_not_reported(void **state) {
    struct fixture *x = begin(state);
    x->style.flip_word = 500;
    record_random(x, 20000);
    x->request.from = (struct explain_limit){.given = true, .cycle = x->writer.flipped_at + 1};
    assert_clean(x);
    x->request.from.cycle = x->writer.flipped_at;
    explain_it(x);
    assert_int_equal(x->status, 1);
    end(x);
}

/* The random scenario has quiet times; the first after this cycle is known by then. */
enum { MIDDLE = 10000, SURE = 13000 };

static void a_dump_from_the_middle_flags_nothing_that_earlier_requests_explain(void **state) {
    struct fixture *x = begin(state);
    x->style.first = MIDDLE;
    record_random(x, 20000);
    explain_it(x);
    assert_int_equal(x->status, 0);
    assert_says(x, "the dump begins in the middle of a run");
    assert_says(x, "not flagged ");
    assert_says(x, "\nnothing flagged\n");
    end(x);
}

static void a_dump_from_the_middle_flags_what_comes_after_a_quiet_time(void **state) {
    struct fixture *x = begin(state);
    x->style.first = MIDDLE;
    x->style.flip_word = 1250;
    record_random(x, 20000);
    assert_true(x->writer.flipped_at > SURE);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL MEM-DATA on mem_out");
    assert_says(x, "in all      MEM-DATA 1\n");
    end(x);
}

static void a_dump_from_the_middle_flags_what_needs_no_history(void **state) {
    struct fixture *x = begin(state);
    x->style.first = MIDDLE;
    x->style.spoil = (struct dump_spoil){"m_arsize", 0, '~', MIDDLE, UINT64_MAX};
    record_random(x, 20000);
    explain_it(x);
    assert_int_equal(x->status, 1);
    assert_says(x, "FAIL AXI-SHAPE on m_ar");
    end(x);
}

/* ---- files that are no dumps ----------------------------------------------------------------- */

static void write_bytes(const struct fixture *x, const char *bytes, size_t size) {
    FILE *f = fopen(x->dump, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    fclose(f);
}

static void what_is_no_dump_is_one_line(void **state) {
    struct fixture *x = begin(state);
    assert_refused(x, "run.fst cannot be opened: No such file");
    write_bytes(x, "", 0);
    assert_refused(x, "run.fst is empty");
    write_bytes(x, "$date today $end\n$scope module tb $end\n", 39);
    assert_refused(x, "run.fst is no FST dump; if it is a VCD dump, `vcd2fst FILE NEW.fst`");
    write_bytes(x, "\0", 1);
    assert_refused(x, "run.fst is no FST dump");
    x->request.dump.path = x->dir;
    assert_refused(x, " is no file");
    end(x);
}

static size_t bytes_of(const struct fixture *x, char **bytes) {
    FILE *f = fopen(x->dump, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    const size_t size = (size_t)ftell(f);
    *bytes = whole(f);
    return size;
}

static void a_truncated_dump_is_one_line(void **state) {
    struct fixture *x = begin(state);
    char *bytes;
    record_little(x);
    const size_t size = bytes_of(x, &bytes);
    for (unsigned i = 1; i < 60; i++) {
        write_bytes(x, bytes, size * i / 60);
        assert_refused(x, "run.fst is ");
    }
    write_bytes(x, bytes, size - 1);
    assert_refused(x, "run.fst is truncated");
    free(bytes);
    end(x);
}

/* Whatever it is, it ends, and with one line when it cannot be read. */
static void a_damaged_dump_never_ends_the_program(void **state) {
    struct fixture *x = begin(state);
    struct rng r;
    char *bytes;
    unsigned refused = 0;
    record_little(x);
    const size_t size = bytes_of(x, &bytes);
    rng_init(&r, 1, "explain", "damage");
    for (unsigned i = 0; i < 80; i++) {
        char *copy = malloc(size);
        memcpy(copy, bytes, size);
        for (unsigned k = 0; k <= i % 3; k++) {
            ((uint8_t *)copy)[rng_below(&r, (uint32_t)size)] ^= (uint8_t)(1u << rng_below(&r, 8));
        }
        write_bytes(x, copy, size);
        free(copy);
        explain_it(x);
        assert_in_range(x->status, 0, 2);
        if (x->status == 2) {
            const char *newline = strchr(x->err, '\n');
            assert_true(newline && !newline[1]);
            refused++;
        }
    }
    assert_true(refused > 25);
    free(bytes);
    end(x);
}

static void time_that_goes_back_is_damage(void **state) {
    struct fixture *x = begin(state);
    x->style.back_at = 60;
    record_little(x);
    assert_refused(x, "run.fst is damaged: the times of a block of changes");
    end(x);
}

static void a_header_whose_times_are_wrong_is_damage(void **state) {
    struct fixture *x = begin(state);
    char *bytes;
    record_little(x);
    const size_t size = bytes_of(x, &bytes);
    bytes[9] = 1; /* the first time in the header: far behind the last */
    write_bytes(x, bytes, size);
    assert_refused(x, "run.fst is damaged: the times of its header");
    free(bytes);
    end(x);
}

const struct CMUnitTest explain_tests[] = {
    cmocka_unit_test(a_clean_dump_has_no_finding_and_the_requests_of_the_live_run),
    cmocka_unit_test(pins_that_change_with_the_edge_are_sampled_before_it),
    cmocka_unit_test(a_rough_clock_has_the_edges_of_a_clean_one),
    cmocka_unit_test(a_flipped_bit_of_a_word_is_MEM_DATA_in_the_cycle_it_left),
    cmocka_unit_test(an_address_never_shown_leaves_beats_nobody_owes),
    cmocka_unit_test(a_hang_is_a_stall_report),
    cmocka_unit_test(a_requester_left_waiting_is_a_stall_report),
    cmocka_unit_test(an_agent_is_judged_by_its_links_and_interfaces),
    cmocka_unit_test(an_agent_that_breaks_AXI_is_found),
    cmocka_unit_test(one_unknown_bit_of_packed_valids_is_a_finding),
    cmocka_unit_test(an_agent_that_stands_still_is_a_stall_report),
    cmocka_unit_test(an_unknown_valid_is_one_finding_with_its_cycles),
    cmocka_unit_test(a_floating_busy_is_a_finding),
    cmocka_unit_test(unknown_pins_in_reset_are_nothing),
    cmocka_unit_test(an_unknown_payload_is_a_remark_only_under_its_valid),
    cmocka_unit_test(another_name_is_found_through_the_map),
    cmocka_unit_test(a_missing_port_is_named),
    cmocka_unit_test(a_port_of_another_width_is_named),
    cmocka_unit_test(a_wrong_scope_or_clock_is_named),
    cmocka_unit_test(a_clock_that_never_rises_is_named),
    cmocka_unit_test(parameters_come_from_the_dump_or_its_traffic),
    cmocka_unit_test(parameters_given_win_and_are_judged),
    cmocka_unit_test(answers_to_requests_from_before_are_counted),
    cmocka_unit_test(limits_are_cycles_or_times),
    cmocka_unit_test(findings_before_the_limit_are_not_reported),
    cmocka_unit_test(a_dump_from_the_middle_flags_nothing_that_earlier_requests_explain),
    cmocka_unit_test(a_dump_from_the_middle_flags_what_comes_after_a_quiet_time),
    cmocka_unit_test(a_dump_from_the_middle_flags_what_needs_no_history),
    cmocka_unit_test(what_is_no_dump_is_one_line),
    cmocka_unit_test(a_truncated_dump_is_one_line),
    cmocka_unit_test(a_damaged_dump_never_ends_the_program),
    cmocka_unit_test(time_that_goes_back_is_damage),
    cmocka_unit_test(a_header_whose_times_are_wrong_is_damage),
};
const size_t explain_test_count = sizeof explain_tests / sizeof explain_tests[0];
