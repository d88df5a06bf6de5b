/* Ring files: what was on the pins comes back bit by bit, whatever ends the run. */
#include "ring_suite.h"

#include "dut/variants.h"
#include "explain/fst_reader.h"
#include "pin_noise.h"
#include "sim/suite.h"
#include "trace/fail_dir.h"
#include "trace/notes.h"
#include "trace/ring.h"
#include "trace/ring_fst.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DIR "build/tmp"
#define RING DIR "/test.ring"
#define RING_FST DIR "/test_ring.fst"
#define LIVE_FST DIR "/test_live.fst"

enum { CYCLES = 300, KEPT = 64, KILLS = 24 };

static const struct dut_type *const types[] = {
    &dut_mem_port, &dut_mem_port_max, &dut_xform8, &dut_xform1, &dut_xform_identity4,
    &dut_bank,     &dut_mover,        &dut_mag,    &dut_mag4,   &dut_walker0,
};
enum { TYPES = sizeof types / sizeof types[0] };

/* ---- a run of noise with a ring ---------------------------------------------------------------- */

struct watched {
    const struct dut_type *type;
    uint64_t cycles;
    struct ring *ring;      /* NULL: none */
    struct ring_file *file; /* to compare the pins with; NULL: not */
    struct sim *sim;
    struct pin pin[PINS_MAX];
    unsigned pins;
    uint64_t compared, wrong;
};

static struct watched run;

/* Compares this cycle's pins with the record of it. */
static void compare(void *self) {
    struct watched *w = self;
    uint32_t pin[PIN_WORDS_MAX], kept[PIN_WORDS_MAX];
    const uint64_t first = ring_record_at(w->file, 0)->cycle;
    if (w->pins == 0) {
        w->pins = pins_of(w->sim->dut, w->pin);
    }
    if (w->sim->cycle < first || w->sim->cycle >= first + w->file->count) {
        return;
    }
    const struct ring_record *record = ring_record_at(w->file, w->sim->cycle - first);
    w->compared++;
    w->wrong += record->cycle != w->sim->cycle || record->in_reset != w->sim->in_reset ||
                record->gauge[0] != w->sim->cycle % 2 || record->gauge[1] != w->sim->cycle % 5;
    for (unsigned i = 0; i < w->pins; i++) {
        pin_get(&w->pin[i], pin);
        ring_pin_get(&w->file->header->pin[i], record, kept);
        w->wrong += memcmp(pin, kept, pin_words(&w->pin[i]) * sizeof *pin) != 0;
    }
}

static void attached(struct sim *s, void *context) {
    struct watched *w = context;
    const struct observer comparison = {.cycle = compare, .self = w};
    w->sim = s;
    if (w->ring) {
        ring_attach(w->ring, s);
    }
    if (w->file) {
        sim_observe(s, &comparison);
    }
}

static void noise(struct sim *s) {
    pin_noise_new(s, run.type);
    sim_reset(s, run.cycles < 5 ? (unsigned)run.cycles : 5);
    while (s->cycle < run.cycles) {
        sim_cycle(s);
    }
}

static void noise_that_fails(struct sim *s) {
    pin_noise_new(s, run.type);
    sim_cycles(s, run.cycles - 1);
    sim_fail(s, CHECK_MEM_WORD, "mem_out", "a word of %u", 7u);
    sim_cycle(s);
}

static void run_noise(void (*function)(struct sim *), const struct wave_window *window) {
    const struct scenario scenario = {"noise", function};
    struct run_options options;
    struct run_result result;
    options_init(&options);
    options.attached = attached;
    options.attached_context = &run;
    scenario_run("ring", &scenario, &options, window, &result, NULL);
}

static void write_ring(void (*function)(struct sim *), const struct dut_type *type,
                       const struct wave_window *window) {
    assert_true(make_directories(DIR));
    remove(RING);
    run = (struct watched){.type = type, .cycles = CYCLES, .ring = ring_new(RING, KEPT)};
    run_noise(function, window);
    assert_true(ring_made(run.ring));
    ring_free(run.ring);
}

static void open_ring(struct ring_file *file) {
    char error[320];
    if (!ring_open(file, RING, error)) {
        fail_msg("%s", error);
    }
}

/* The same run again, its pins against the file. */
static void compare_all(struct ring_file *file, const struct dut_type *type) {
    run = (struct watched){
        .type = type,
        .cycles = ring_record_at(file, file->count - 1)->cycle + 1,
        .file = file,
    };
    run_noise(noise, NULL);
    assert_int_equal(run.compared, file->count);
    assert_int_equal(run.wrong, 0);
}

/* ---- what is in the file ----------------------------------------------------------------------- */

static void every_bit_of_every_pin_survives_the_wrap(void **state) {
    (void)state;
    for (unsigned i = 0; i < TYPES; i++) {
        struct ring_file file;
        write_ring(noise, types[i], NULL);
        open_ring(&file);
        assert_int_equal(file.count, KEPT - 1);
        assert_int_equal(ring_record_at(&file, file.count - 1)->cycle, CYCLES - 1);
        assert_string_equal(file.header->dut, types[i]->name);
        assert_string_equal(file.header->gauge[1].name, "of five [x]");
        assert_int_equal(file.header->ended, 1);
        compare_all(&file, types[i]);
        ring_close(&file);
    }
}

static void a_spoilt_bit_is_seen_by_the_comparison(void **state) {
    (void)state;
    struct ring_file file;
    write_ring(noise, &dut_mem_port, NULL);
    FILE *f = fopen(RING, "r+b");
    open_ring(&file);
    const long at = (long)RING_RECORDS_AT + 3L * (long)file.header->record_bytes +
                    (long)file.header->pin[1].at + 35;
    assert_non_null(f);
    fseek(f, at, SEEK_SET);
    const int byte = fgetc(f);
    fseek(f, at, SEEK_SET);
    fputc(byte ^ 0x80, f);
    fclose(f);
    run = (struct watched){.type = &dut_mem_port, .cycles = CYCLES, .file = &file};
    ring_close(&file);
    open_ring(&file);
    run_noise(noise, NULL);
    assert_int_equal(run.wrong, 1);
    ring_close(&file);
}

static void fewer_cycles_than_its_room_are_all_there(void **state) {
    (void)state;
    struct ring_file file;
    remove(RING);
    run = (struct watched){.type = &dut_mem_port, .cycles = 20, .ring = ring_new(RING, KEPT)};
    run_noise(noise, NULL);
    ring_free(run.ring);
    open_ring(&file);
    assert_int_equal(file.count, 20);
    assert_int_equal(ring_record_at(&file, 4)->in_reset, 1);
    assert_int_equal(ring_record_at(&file, 5)->in_reset, 0);
    compare_all(&file, &dut_mem_port);
    ring_close(&file);
}

static void the_check_that_failed_is_in_it(void **state) {
    (void)state;
    struct ring_file file;
    write_ring(noise_that_fails, &dut_mem_port, NULL);
    open_ring(&file);
    assert_int_equal(file.header->failure.set, 1);
    assert_int_equal(file.header->failure.cycle, CYCLES - 1);
    assert_string_equal(file.header->failure.check, "MEM-WORD");
    assert_string_equal(file.header->failure.where, "mem_out");
    assert_string_equal(file.header->failure.what, "a word of 7");
    ring_close(&file);
}

/* ---- SIGKILL ----------------------------------------------------------------------------------- */

/* Waits until the file has this many records, however long the writer takes for them. */
static void wait_for_records(pid_t writer, uint64_t least) {
    struct ring_header header = {.head = 0};
    while (header.head < least) {
        const int file = open(RING, O_RDONLY);
        assert_int_equal(waitpid(writer, NULL, WNOHANG), 0);
        if (file >= 0) {
            assert_int_equal(read(file, &header, sizeof header), sizeof header);
            close(file);
        }
        usleep(200);
    }
}

static void killed_at_any_moment_it_can_be_read(void **state) {
    (void)state;
    struct rng r;
    uint64_t wrapped = 0;
    rng_init(&r, 1, "ring", "kills");
    for (unsigned i = 0; i < KILLS; i++) {
        struct ring_file file;
        remove(RING);
        const pid_t writer = fork();
        if (writer == 0) {
            run = (struct watched){
                .type = &dut_mem_port, .cycles = UINT64_MAX, .ring = ring_new(RING, KEPT)};
            run_noise(noise, NULL);
            _exit(0);
        }
        wait_for_records(writer, i % 2 ? KEPT * 2 : 1);
        usleep(rng_below(&r, 15000));
        kill(writer, SIGKILL);
        waitpid(writer, NULL, 0);
        open_ring(&file);
        assert_int_equal(file.header->ended, 0);
        wrapped += file.header->head > KEPT;
        compare_all(&file, &dut_mem_port);
        ring_close(&file);
    }
    assert_in_range(wrapped, KILLS / 2, KILLS);
}

/* ---- as waves ---------------------------------------------------------------------------------- */

enum { SIGNALS_MAX = 256 };

/* Every signal of a scope, as it is at the times 10 N of the last cycles. */
struct sampled {
    uint64_t first; /* cycle of the first sample */
    unsigned signals;
    char name[SIGNALS_MAX][40];
    uint32_t bits[SIGNALS_MAX], wanted[SIGNALS_MAX];
    uint32_t value[KEPT][SIGNALS_MAX][FST_WORDS_MAX];
};

static struct sampled live, converted;

static void want(struct sampled *s, struct fst_reader *reader, const char *top) {
    const struct fst_signal *signal;
    char scope[64];
    snprintf(scope, sizeof scope, "TOP.%s", top);
    s->signals = 0;
    memset(s->value, 0, sizeof s->value);
    for (size_t i = 0; (signal = fst_signal_at(reader, i)) != NULL; i++) {
        const bool is_port = strcmp(signal->scope, scope) == 0 && !signal->parameter;
        if (is_port || strcmp(signal->scope, "COSIM") == 0) {
            assert_in_range(s->signals, 0, SIGNALS_MAX - 1);
            snprintf(s->name[s->signals], sizeof *s->name, "%.39s", signal->name);
            s->bits[s->signals] = signal->bits;
            s->wanted[s->signals++] = fst_want(reader, signal);
        }
    }
}

/* Puts a change into all later samples. */
static void take(struct sampled *s, const struct fst_change *c) {
    const uint64_t at = (c->time + 9) / 10;
    for (unsigned i = 0; i < s->signals; i++) {
        if (s->wanted[i] != c->wanted) {
            continue;
        }
        for (uint64_t k = at < s->first ? 0 : at - s->first; k < KEPT - 1; k++) {
            memcpy(s->value[k][i], c->value, c->words * sizeof *c->value);
        }
    }
}

static void sample_file(struct sampled *s, const char *path, const char *top) {
    char why[FST_WHY_SIZE];
    struct fst_change change;
    enum fst_next next;
    struct fst_reader *reader = fst_open(path, why);
    assert_non_null(reader);
    want(s, reader, top);
    assert_true(fst_begin(reader));
    while ((next = fst_next(reader, &change, why)) == FST_CHANGE) {
        take(s, &change);
    }
    assert_int_equal(next, FST_END);
    fst_close(reader);
}

static unsigned index_of(const struct sampled *s, const char *name) {
    unsigned i = 0;
    while (i < s->signals && strcmp(s->name[i], name) != 0) {
        i++;
    }
    return i;
}

/* Every signal of the converted file is in the live one, with the same values. */
static void compare_samples(const char *dut) {
    for (unsigned i = 0; i < converted.signals; i++) {
        const unsigned k = index_of(&live, converted.name[i]);
        if (k == live.signals || live.bits[k] != converted.bits[i]) {
            fail_msg("%s: %s is not in the live dump, or has another width", dut,
                     converted.name[i]);
        }
        for (unsigned c = 0; c < KEPT - 1; c++) {
            if (memcmp(live.value[c][k], converted.value[c][i], sizeof live.value[c][k]) != 0) {
                fail_msg("%s: %s differs in sample %u", dut, converted.name[i], c);
            }
        }
    }
}

/* All that is missing: internals, and the entry at a bank inside something else. */
static void waves_of_a_ring_are_those_of_a_live_dump(void **state) {
    (void)state;
    for (unsigned i = 0; i < TYPES; i++) {
        struct wave_window window = {.on = true, .to = 2 * CYCLES, .attached = notes_attach};
        struct ring_file file;
        char error[320];
        snprintf(window.path, sizeof window.path, "%s", LIVE_FST);
        write_ring(i % 2 ? noise : noise_that_fails, types[i], &window);
        open_ring(&file);
        if (!ring_write_fst(&file, RING_FST, error)) {
            fail_msg("%s", error);
        }
        live.first = converted.first = ring_record_at(&file, 0)->cycle;
        sample_file(&live, LIVE_FST, file.header->top);
        sample_file(&converted, RING_FST, file.header->top);
        const bool inside = types[i]->kind == DUT_XFORM || types[i]->kind == DUT_MAG;
        assert_true(index_of(&converted, "clk") < converted.signals);
        assert_true(index_of(&converted, "of_five__x_") < converted.signals);
        assert_true(inside == (index_of(&converted, "entry") == converted.signals) ||
                    !types[i]->xform.nreq);
        assert_in_range(converted.signals, file.header->pins + 5, SIGNALS_MAX);
        compare_samples(types[i]->name);
        ring_close(&file);
    }
}

static void waves_that_cannot_be_written_are_refused(void **state) {
    (void)state;
    struct ring_file file;
    char error[320];
    write_ring(noise, &dut_mem_port, NULL);
    open_ring(&file);
    assert_false(ring_write_fst(&file, DIR "/none/x.fst", error));
    assert_string_equal(error, "cannot write " DIR "/none/x.fst");
    ring_close(&file);
}

/* ---- damage ------------------------------------------------------------------------------------ */

/* Any byte of the header may be any other: it is refused or read, never more. */
static void a_damaged_header_is_refused_or_read(void **state) {
    (void)state;
    static uint8_t whole[RING_RECORDS_AT + KEPT * 2048];
    struct rng r;
    unsigned refused = 0;
    write_ring(noise, &dut_mem_port, NULL);
    FILE *f = fopen(RING, "rb");
    assert_non_null(f);
    const size_t size = fread(whole, 1, sizeof whole, f);
    fclose(f);
    rng_init(&r, 1, "ring", "damage");
    for (unsigned i = 0; i < 400; i++) {
        struct ring_file file;
        char error[320];
        const uint32_t at = rng_below(&r, i % 2 ? sizeof(struct ring_header) : 700);
        const uint8_t was = whole[at];
        whole[at] = (uint8_t)rng_next(&r);
        f = fopen(RING, "wb");
        assert_non_null(f);
        assert_int_equal(fwrite(whole, 1, size, f), size);
        fclose(f);
        whole[at] = was;
        if (ring_open(&file, RING, error)) {
            assert_true(ring_write_fst(&file, RING_FST, error));
            ring_close(&file);
        } else {
            assert_null(strchr(error, '\n'));
            refused++;
        }
    }
    assert_in_range(refused, 40, 400);
}

const struct CMUnitTest ring_tests[] = {
    cmocka_unit_test(every_bit_of_every_pin_survives_the_wrap),
    cmocka_unit_test(a_spoilt_bit_is_seen_by_the_comparison),
    cmocka_unit_test(fewer_cycles_than_its_room_are_all_there),
    cmocka_unit_test(the_check_that_failed_is_in_it),
    cmocka_unit_test(killed_at_any_moment_it_can_be_read),
    cmocka_unit_test(waves_of_a_ring_are_those_of_a_live_dump),
    cmocka_unit_test(waves_that_cannot_be_written_are_refused),
    cmocka_unit_test(a_damaged_header_is_refused_or_read),
};
const size_t ring_test_count = sizeof ring_tests / sizeof *ring_tests;
