/* The bank model: entries and DEPTH, abandoning, faults, registers, and banks without a model. */
#include "model_suites.h"

/* The shipped banks under their own names: a run with a foreign bank tests these as well. A second
 * copy of them is the point, hence the includes.
 * NOLINTBEGIN(bugprone-suspicious-include) */
#define BANK_MODEL shipped_identity
#include "rtl/banks/identity/model.c"
#undef BANK_MODEL
#define BANK_MODEL shipped_mxfp7
#include "rtl/banks/mxfp7/model.c"
/* NOLINTEND(bugprone-suspicious-include) */

#include "mxfp7_exact.h"
#include "sim/rng.h"

/* A bank of three occupants made for these tests: other shapes than the shipped ones. */

static void invert(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    for (unsigned i = 0; i < 8; i++)
        words[0].w[i] = ~beats[0].w[i] ^ mode;
}

static void first_and_last(const struct word *beats, unsigned mode,
                           struct word words[BANK_WORDS_MAX]) {
    (void)mode;
    words[0] = beats[0];
    words[1] = beats[15];
}

static const struct occupant test_occupants[] = {
    {.name = "invert", .in_beats = 1, .out_words = 1, .depth = 2, .convert = invert},
    {.name = "ends", .in_beats = 16, .out_words = 2, .depth = 2, .convert = first_and_last},
    {.name = "slow", .in_beats = 1, .out_words = 1, .depth = 1, .convert = invert},
};
static const struct bank_desc test_bank = {
    .name = "test", .occupants = 3, .occupant = test_occupants};

enum { BYPASS, INVERT, ENDS, SLOW, UNKNOWN };

static struct word beat_of(unsigned tag) {
    return (struct word){{tag, tag * 3, ~tag, tag << 16, 0, tag + 7, tag, tag ^ 0x5a5a5a5a}};
}

static void beats(struct bank_model *m, unsigned count, unsigned tag) {
    for (unsigned i = 0; i < count; i++) {
        const struct word beat = beat_of(tag + i);
        assert_true(bank_model_beat(m, &beat));
    }
}

static void quiet_cycle(struct bank_model *m) {
    assert_int_equal(bank_model_end_cycle(m, 0), BANK_FAULT_RIGHT);
}

static void expect_done(struct bank_model *m, unsigned id, struct bank_result *result) {
    assert_true(bank_model_done(m, result));
    assert_int_equal(result->id, id);
}

/* ---- entries -------------------------------------------------------------------------------- */

static void bypass_entry_returns_its_four_beats(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    assert_int_equal(bank_model_start(&m, BYPASS, 9), BANK_START_OPENS);
    beats(&m, 4, 100);
    expect_done(&m, BYPASS, &result);
    assert_int_equal(result.mode, 9);
    assert_int_equal(result.out_words, 4);
    assert_true(result.predicted);
    for (unsigned i = 0; i < 4; i++) {
        const struct word beat = beat_of(100 + i);
        assert_true(word_equal(&result.words[i], &beat));
    }
}

static void occupant_gets_its_beats_and_the_mode_of_its_start(void **state) {
    struct bank_model m;
    struct bank_result result;
    struct word expected[BANK_WORDS_MAX];
    const struct word beat = beat_of(5);
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, INVERT, 6);
    beats(&m, 1, 5);
    bank_model_start(&m, ENDS, 0);
    expect_done(&m, INVERT, &result);
    invert(&beat, 6, expected);
    assert_true(word_equal(&result.words[0], &expected[0]));
    assert_int_equal(result.out_words, 1);
    beats(&m, 16, 40);
    expect_done(&m, ENDS, &result);
    assert_int_equal(result.out_words, 2);
    expected[0] = beat_of(40);
    expected[1] = beat_of(55);
    assert_true(word_equal(&result.words[0], &expected[0]));
    assert_true(word_equal(&result.words[1], &expected[1]));
}

static void entry_is_owed_a_done_only_after_its_last_beat(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    assert_false(bank_model_done(&m, &result));
    bank_model_start(&m, BYPASS, 0);
    for (unsigned left = 4; left > 0; left--) {
        assert_int_equal(bank_model_beats_wanted(&m), left);
        assert_int_equal(bank_model_pending(&m), 0);
        assert_false(bank_model_done(&m, &result));
        beats(&m, 1, left);
    }
    assert_int_equal(bank_model_beats_wanted(&m), 0);
    assert_int_equal(bank_model_pending(&m), 1);
    expect_done(&m, BYPASS, &result);
    assert_int_equal(bank_model_pending(&m), 0);
    assert_false(bank_model_done(&m, &result));
}

static void beat_without_an_open_entry_is_refused(void **state) {
    struct bank_model m;
    const struct word beat = beat_of(1);
    (void)state;
    bank_model_init(&m, &test_bank);
    assert_false(bank_model_beat(&m, &beat));
    bank_model_start(&m, INVERT, 0);
    assert_true(bank_model_beat(&m, &beat));
    assert_false(bank_model_beat(&m, &beat));
}

static void reset_in_the_cycle_of_a_done_forgets_its_fault(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, UNKNOWN, 0);
    beats(&m, 4, 0);
    expect_done(&m, UNKNOWN, &result);
    bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
    bank_model_reset(&m);
    assert_int_equal(bank_model_fault_may(&m), 0);
    assert_int_equal(bank_model_start(&m, SLOW, 0), BANK_START_OPENS);
}

static void reset_forgets_entries_and_faults(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, UNKNOWN, 0);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
    bank_model_start(&m, BYPASS, 0);
    beats(&m, 4, 0);
    bank_model_start(&m, BYPASS, 0);
    beats(&m, 3, 0);
    bank_model_reset(&m);
    assert_int_equal(bank_model_beats_wanted(&m), 0);
    assert_int_equal(bank_model_pending(&m), 0);
    assert_int_equal(bank_model_fault_may(&m), 0);
    assert_false(bank_model_done(&m, &result));
    quiet_cycle(&m);
    assert_int_equal(bank_model_start(&m, SLOW, 0), BANK_START_OPENS);
}

/* ---- DEPTH ---------------------------------------------------------------------------------- */

static void depth_2_start_may_meet_the_last_beat(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, BYPASS, 0);
    quiet_cycle(&m);
    beats(&m, 3, 0);
    assert_int_equal(bank_model_start_meaning(&m, BYPASS), BANK_START_ABANDONS);
    beats(&m, 1, 3);
    assert_int_equal(bank_model_start(&m, BYPASS, 0), BANK_START_OPENS);
    assert_int_equal(bank_model_pending(&m), 1);
    assert_int_equal(bank_model_beats_wanted(&m), 4);
}

static void depth_2_third_start_waits_for_the_cycle_after_the_first_done(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, BYPASS, 0);
    beats(&m, 4, 0);
    bank_model_start(&m, BYPASS, 0);
    beats(&m, 4, 4);
    quiet_cycle(&m);
    assert_int_equal(bank_model_start(&m, BYPASS, 0), BANK_START_TOO_EARLY);
    assert_int_equal(bank_model_pending(&m), 2);
    expect_done(&m, BYPASS, &result);
    assert_int_equal(bank_model_start_meaning(&m, BYPASS), BANK_START_TOO_EARLY);
    quiet_cycle(&m);
    assert_int_equal(bank_model_start(&m, BYPASS, 0), BANK_START_OPENS);
}

static void depth_2_start_may_meet_the_only_done(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, INVERT, 0);
    beats(&m, 1, 0);
    expect_done(&m, INVERT, &result);
    assert_int_equal(bank_model_start(&m, INVERT, 0), BANK_START_OPENS);
}

static void dones_come_in_start_order(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, INVERT, 0);
    for (unsigned n = 0; n < 20; n++) {
        beats(&m, 1, n);
        bank_model_start(&m, INVERT, n + 1);
        expect_done(&m, INVERT, &result);
        assert_int_equal(result.mode, n);
        quiet_cycle(&m);
    }
}

static void depth_1_start_waits_for_the_cycle_after_done(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, SLOW, 0);
    beats(&m, 1, 0);
    assert_int_equal(bank_model_start_meaning(&m, SLOW), BANK_START_TOO_EARLY);
    expect_done(&m, SLOW, &result);
    assert_int_equal(bank_model_start_meaning(&m, SLOW), BANK_START_TOO_EARLY);
    quiet_cycle(&m);
    assert_int_equal(bank_model_start_meaning(&m, SLOW), BANK_START_OPENS);
}

static void depth_1_holds_where_different_depths_meet(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, INVERT, 0);
    beats(&m, 1, 0);
    assert_int_equal(bank_model_start_meaning(&m, BYPASS), BANK_START_OPENS);
    assert_int_equal(bank_model_start_meaning(&m, SLOW), BANK_START_TOO_EARLY);
    assert_int_equal(bank_model_start_meaning(&m, UNKNOWN), BANK_START_TOO_EARLY);
    expect_done(&m, INVERT, &result);
    quiet_cycle(&m);
    bank_model_start(&m, SLOW, 0);
    beats(&m, 1, 0);
    assert_int_equal(bank_model_start_meaning(&m, INVERT), BANK_START_TOO_EARLY);
    expect_done(&m, SLOW, &result);
    assert_int_equal(bank_model_start_meaning(&m, INVERT), BANK_START_TOO_EARLY);
}

/* ---- abandoning ----------------------------------------------------------------------------- */

static void abandoned_entry_gets_no_done_and_leaves_no_beat(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, BYPASS, 1);
    beats(&m, 3, 90);
    assert_int_equal(bank_model_start(&m, BYPASS, 2), BANK_START_ABANDONS);
    assert_int_equal(bank_model_beats_wanted(&m), 4);
    beats(&m, 4, 20);
    expect_done(&m, BYPASS, &result);
    assert_int_equal(result.mode, 2);
    const struct word first = beat_of(20);
    assert_true(word_equal(&result.words[0], &first));
    assert_false(bank_model_done(&m, &result));
}

static void abandoned_entries_do_not_count_for_depth(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, INVERT, 1);
    beats(&m, 1, 0);
    for (unsigned n = 0; n < 5; n++)
        assert_int_equal(bank_model_start(&m, BYPASS, 2),
                         n == 0 ? BANK_START_OPENS : BANK_START_ABANDONS);
    assert_int_equal(bank_model_start(&m, INVERT, 3), BANK_START_ABANDONS);
    beats(&m, 1, 1);
    expect_done(&m, INVERT, &result);
    assert_int_equal(result.mode, 1);
    expect_done(&m, INVERT, &result);
    assert_int_equal(result.mode, 3);
}

static void depth_1_start_may_abandon_an_entry_without_beats(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, SLOW, 0);
    assert_int_equal(bank_model_start(&m, SLOW, 1), BANK_START_ABANDONS);
    beats(&m, 1, 0);
    assert_int_equal(bank_model_start(&m, SLOW, 2), BANK_START_TOO_EARLY);
}

/* ---- faults --------------------------------------------------------------------------------- */

/* A whole unknown entry but its done, with quiet fault pins. */
static void complete_unknown_entry(struct bank_model *m) {
    assert_int_equal(bank_model_start(m, UNKNOWN, 0), BANK_START_OPENS);
    quiet_cycle(m);
    beats(m, 4, 60);
    quiet_cycle(m);
}

static void unknown_id_is_answered_by_the_bypass(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    complete_unknown_entry(&m);
    expect_done(&m, UNKNOWN, &result);
    assert_true(result.predicted);
    assert_int_equal(result.out_words, 4);
    const struct word last = beat_of(63);
    assert_true(word_equal(&result.words[3], &last));
}

static void fault_0_may_rise_from_start_and_must_by_done(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    assert_int_equal(bank_model_fault_may(&m), 0);
    bank_model_start(&m, UNKNOWN, 0);
    assert_int_equal(bank_model_fault_may(&m), 1);
    assert_int_equal(bank_model_fault_must(&m), 0);
    quiet_cycle(&m);
    beats(&m, 4, 0);
    quiet_cycle(&m);
    expect_done(&m, UNKNOWN, &result);
    assert_int_equal(bank_model_fault_must(&m), 1);
    assert_int_equal(bank_model_end_cycle(&m, 0), BANK_FAULT_MISSING);
}

static void fault_0_rising_at_any_time_until_done_is_right(void **state) {
    (void)state;
    for (unsigned rises = 0; rises < 4; rises++) {
        struct bank_model m;
        struct bank_result result;
        bank_model_init(&m, &test_bank);
        for (unsigned cycle = 0; cycle < 6; cycle++) {
            if (cycle == 0)
                bank_model_start(&m, UNKNOWN, 0);
            if (cycle == 1)
                beats(&m, 4, 0);
            if (cycle == 3)
                expect_done(&m, UNKNOWN, &result);
            assert_int_equal(bank_model_end_cycle(&m, cycle >= rises), BANK_FAULT_RIGHT);
        }
    }
}

static void set_fault_stays_until_written(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, UNKNOWN, 0);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_fault_must(&m), 1);
    assert_int_equal(bank_model_end_cycle(&m, 0), BANK_FAULT_DROPPED);
}

static void fault_set_before_watching_is_nobodys(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, BYPASS, 0);
    bank_model_resume(&m, 1);
    assert_int_equal(bank_model_pending(&m), 0);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_end_cycle(&m, 0), BANK_FAULT_DROPPED);
    bank_model_resume(&m, 0);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_SPURIOUS);
}

static void write_to_0x00_clears_and_no_other_write_does(void **state) {
    static const unsigned others[] = {0x04, 0x08, 0xfc, 0x01};
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    complete_unknown_entry(&m);
    expect_done(&m, UNKNOWN, &result);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
    for (unsigned i = 0; i < 4; i++) {
        bank_model_reg_write(&m, 0, others[i], 0);
        assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
        assert_int_equal(bank_model_fault_must(&m), 1);
    }
    bank_model_reg_write(&m, 3, BANK_REG_FAULT, 0);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_fault_may(&m), 0);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_UNCLEARED);
}

static void known_ids_never_raise_a_fault(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, INVERT, 0);
    beats(&m, 1, 0);
    expect_done(&m, INVERT, &result);
    assert_int_equal(bank_model_fault_may(&m), 0);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_SPURIOUS);
}

static void fault_0_rising_after_the_done_is_spurious(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    complete_unknown_entry(&m);
    expect_done(&m, UNKNOWN, &result);
    assert_int_equal(bank_model_end_cycle(&m, 0), BANK_FAULT_MISSING);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_SPURIOUS);
}

static void occupants_with_models_never_raise_their_faults(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, INVERT, 0);
    for (unsigned bit = 1; bit < 4; bit++) {
        bank_model_reset(&m);
        assert_int_equal(bank_model_end_cycle(&m, (uint8_t)(1u << bit)), BANK_FAULT_SPURIOUS);
    }
}

static void clear_in_the_cycle_of_the_cause_does_not_excuse_the_fault(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    complete_unknown_entry(&m);
    expect_done(&m, UNKNOWN, &result);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
    bank_model_start(&m, UNKNOWN, 0);
    bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
    assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_fault_may(&m), 1);
    beats(&m, 4, 0);
    quiet_cycle(&m);
    expect_done(&m, UNKNOWN, &result);
    assert_int_equal(bank_model_end_cycle(&m, 0), BANK_FAULT_MISSING);
}

static void clear_while_the_fault_shows_settles_the_entry(void **state) {
    (void)state;
    for (uint8_t again = 0; again < 2; again++) {
        struct bank_model m;
        struct bank_result result;
        bank_model_init(&m, &test_bank);
        bank_model_start(&m, UNKNOWN, 0);
        quiet_cycle(&m);
        beats(&m, 4, 0);
        bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
        assert_int_equal(bank_model_end_cycle(&m, 1), BANK_FAULT_RIGHT);
        quiet_cycle(&m);
        expect_done(&m, UNKNOWN, &result);
        assert_int_equal(bank_model_end_cycle(&m, again), BANK_FAULT_RIGHT);
        assert_int_equal(bank_model_end_cycle(&m, again), BANK_FAULT_RIGHT);
    }
}

static void clear_before_the_fault_shows_settles_nothing(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &test_bank);
    bank_model_start(&m, UNKNOWN, 0);
    quiet_cycle(&m);
    beats(&m, 4, 0);
    bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
    quiet_cycle(&m);
    expect_done(&m, UNKNOWN, &result);
    assert_int_equal(bank_model_fault_must(&m), 1);
}

static void abandoned_unknown_entry_may_but_need_not_raise(void **state) {
    (void)state;
    for (uint8_t raised = 0; raised < 2; raised++) {
        struct bank_model m;
        struct bank_result result;
        bank_model_init(&m, &test_bank);
        bank_model_start(&m, UNKNOWN, 0);
        quiet_cycle(&m);
        assert_int_equal(bank_model_start(&m, INVERT, 0), BANK_START_ABANDONS);
        quiet_cycle(&m);
        beats(&m, 1, 0);
        quiet_cycle(&m);
        expect_done(&m, INVERT, &result);
        assert_int_equal(bank_model_fault_must(&m), 0);
        assert_int_equal(bank_model_end_cycle(&m, raised), BANK_FAULT_RIGHT);
        assert_int_equal(bank_model_fault_may(&m), raised);
    }
}

static void identity_bank_knows_every_id(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init(&m, &shipped_identity);
    for (unsigned id = 0; id < BANK_IDS_MAX; id++) {
        assert_int_equal(bank_model_start(&m, id, 0), BANK_START_OPENS);
        beats(&m, 4, id);
        expect_done(&m, id, &result);
        assert_int_equal(bank_model_fault_may(&m), 0);
        quiet_cycle(&m);
    }
}

/* ---- registers ------------------------------------------------------------------------------ */

static void expect_register(const struct bank_model *m, unsigned id, unsigned addr,
                            uint32_t expected) {
    uint32_t value;
    assert_true(bank_model_reg_read(m, id, addr, 0, &value));
    assert_int_equal(value, expected);
}

static void registers_state_geometry_and_depth(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &test_bank);
    expect_register(&m, BYPASS, 0x04, 0x00040400);
    expect_register(&m, BYPASS, 0xfc, 0x44455002);
    expect_register(&m, INVERT, 0x04, 0x00010100);
    expect_register(&m, ENDS, 0x04, 0x00021000);
    expect_register(&m, ENDS, 0xfc, 0x44455002);
    expect_register(&m, SLOW, 0xfc, 0x44455001);
}

static void unknown_id_and_undefined_offset_read_zero(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &test_bank);
    expect_register(&m, UNKNOWN, 0x04, 0);
    expect_register(&m, UNKNOWN, 0xfc, 0);
    expect_register(&m, 255, 0x04, 0);
    for (unsigned addr = 1; addr < 256; addr++) {
        if (addr != 0x04 && addr != 0xfc)
            expect_register(&m, INVERT, addr, 0);
    }
}

static void identity_bank_reads_the_bypass_under_every_id(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &shipped_identity);
    for (unsigned id = 0; id < BANK_IDS_MAX; id++) {
        expect_register(&m, id, 0x04, 0x00040400);
        expect_register(&m, id, 0xfc, 0x44455002);
    }
}

static void fault_register_reads_the_pins_under_every_id(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &test_bank);
    for (unsigned id = 0; id < 6; id++) {
        uint32_t value;
        assert_true(bank_model_reg_read(&m, id, BANK_REG_FAULT, 0x9, &value));
        assert_int_equal(value, 9);
    }
}

/* ---- banks without a model ------------------------------------------------------------------ */

static void geometry_is_decoded_from_registers(void **state) {
    static const struct {
        unsigned id;
        uint32_t geometry, depth;
        bool possible;
        struct bank_geometry expected;
    } cases[] = {
        {1, 0x00040800, 0x44455002, true, {true, 8, 4, 2, true}},
        {1, 0x00010100, 0x44455001, true, {true, 1, 1, 1, true}},
        {1, 0x00021000, 0x00000000, true, {true, 16, 2, 1, false}},
        {1, 0x00021000, 0x12345602, true, {true, 16, 2, 1, false}},
        {0, 0x00000000, 0x00000000, true, {true, 4, 4, 1, false}},
        {0, 0x00040400, 0x44455002, true, {true, 4, 4, 2, true}},
        {7, 0x00000000, 0x00000000, true, {false, 4, 4, 1, false}},
        {1, 0x00050800, 0x44455002, false, {false, 4, 4, 1, false}},
        {1, 0x00000800, 0x44455002, false, {false, 4, 4, 1, false}},
        {1, 0x00040000, 0x44455002, false, {false, 4, 4, 1, false}},
        {1, 0x00040801, 0x44455002, false, {false, 4, 4, 1, false}},
        {1, 0x00041100, 0x44455002, false, {false, 4, 4, 1, false}},
        {1, 0x01040800, 0x44455002, false, {false, 4, 4, 1, false}},
        {1, 0x00040800, 0x44455000, false, {false, 4, 4, 1, false}},
        {1, 0x00040800, 0x44455003, false, {false, 4, 4, 1, false}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bank_geometry got;
        assert_int_equal(bank_geometry_decode(cases[i].id, cases[i].geometry, cases[i].depth, &got),
                         cases[i].possible);
        assert_int_equal(got.known, cases[i].expected.known);
        assert_int_equal(got.in_beats, cases[i].expected.in_beats);
        assert_int_equal(got.out_words, cases[i].expected.out_words);
        assert_int_equal(got.depth, cases[i].expected.depth);
        assert_int_equal(got.declares_depth, cases[i].expected.declares_depth);
    }
}

static const struct bank_geometry seed_bank[] = {{true, 4, 4, 1, false}, {true, 2, 3, 1, false}};
static const struct bank_geometry deep_bank[] = {{true, 4, 4, 2, true}, {true, 2, 3, 2, true}};

static void foreign_occupant_owes_dones_but_no_predicted_words(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init_foreign(&m, deep_bank, 2);
    bank_model_start(&m, 1, 0);
    assert_int_equal(bank_model_beats_wanted(&m), 2);
    beats(&m, 2, 0);
    assert_int_equal(bank_model_start(&m, 0, 0), BANK_START_OPENS);
    expect_done(&m, 1, &result);
    assert_int_equal(result.out_words, 3);
    assert_false(result.predicted);
    beats(&m, 4, 30);
    expect_done(&m, 0, &result);
    assert_true(result.predicted);
    const struct word first = beat_of(30);
    assert_true(word_equal(&result.words[0], &first));
}

static void bank_without_0xfc_has_depth_1_and_is_not_abandoned(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init_foreign(&m, seed_bank, 2);
    bank_model_start(&m, 1, 0);
    assert_int_equal(bank_model_start(&m, 1, 0), BANK_START_UNDECLARED);
    beats(&m, 2, 0);
    assert_int_equal(bank_model_start(&m, 1, 0), BANK_START_TOO_EARLY);
    expect_done(&m, 1, &result);
    quiet_cycle(&m);
    assert_int_equal(bank_model_start(&m, 1, 0), BANK_START_OPENS);
}

static void foreign_bank_registers_are_predicted_as_far_as_the_contract_goes(void **state) {
    struct bank_model m;
    uint32_t value;
    (void)state;
    bank_model_init_foreign(&m, seed_bank, 2);
    expect_register(&m, 1, 0x04, 0x00030200);
    expect_register(&m, 2, 0x04, 0);
    assert_false(bank_model_reg_read(&m, 1, 0xfc, 0, &value));
    assert_false(bank_model_reg_read(&m, 1, 0x10, 0, &value));
    bank_model_init_foreign(&m, deep_bank, 2);
    expect_register(&m, 1, 0xfc, 0x44455002);
}

static void foreign_unknown_id_raises_fault_0(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init_foreign(&m, seed_bank, 2);
    complete_unknown_entry(&m);
    expect_done(&m, UNKNOWN, &result);
    assert_true(result.predicted);
    assert_int_equal(bank_model_end_cycle(&m, 0), BANK_FAULT_MISSING);
}

static void foreign_occupant_faults_are_held_to_sticky_and_cleared(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init_foreign(&m, seed_bank, 2);
    assert_int_equal(bank_model_end_cycle(&m, 0x8), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_end_cycle(&m, 0xa), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_end_cycle(&m, 0x2), BANK_FAULT_DROPPED);
    bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
    assert_int_equal(bank_model_end_cycle(&m, 0x2), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_end_cycle(&m, 0x2), BANK_FAULT_UNCLEARED);
    assert_int_equal(bank_model_end_cycle(&m, 0x3), BANK_FAULT_SPURIOUS);
}

static void foreign_occupant_at_work_may_set_a_cleared_fault_again(void **state) {
    struct bank_model m;
    struct bank_result result;
    (void)state;
    bank_model_init_foreign(&m, seed_bank, 2);
    bank_model_start(&m, 1, 0);
    assert_int_equal(bank_model_end_cycle(&m, 0x4), BANK_FAULT_RIGHT);
    bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
    assert_int_equal(bank_model_end_cycle(&m, 0x4), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_end_cycle(&m, 0x4), BANK_FAULT_RIGHT);
    beats(&m, 2, 0);
    expect_done(&m, 1, &result);
    bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
    assert_int_equal(bank_model_end_cycle(&m, 0x4), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_end_cycle(&m, 0x4), BANK_FAULT_RIGHT);
    bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
    assert_int_equal(bank_model_end_cycle(&m, 0x4), BANK_FAULT_RIGHT);
    assert_int_equal(bank_model_end_cycle(&m, 0x4), BANK_FAULT_UNCLEARED);
}

/* ---- the shipped mxfp7 bank ----------------------------------------------------------------- */

static void mxfp7_bank_converts_as_the_exact_model_in_the_mode_of_its_start(void **state) {
    struct bank_model m;
    struct rng rng;
    struct word entry[2][8];
    (void)state;
    bank_model_init(&m, &shipped_mxfp7);
    rng_init(&rng, 1, "model_bank", "mxfp7");
    expect_register(&m, 1, 0x04, 0x00040800);
    expect_register(&m, 1, 0xfc, 0x44455002);
    expect_register(&m, 2, 0x04, 0);
    for (unsigned n = 0; n < 200; n++) {
        struct word *const own = entry[n % 2];
        rng_fill(&rng, own[0].w, 64);
        assert_int_equal(bank_model_start(&m, 1, n), BANK_START_OPENS);
        for (unsigned i = 0; i < 8; i++)
            assert_true(bank_model_beat(&m, &own[i]));
        if (n == 0)
            continue;
        struct bank_result result;
        struct word expected[4];
        expect_done(&m, 1, &result);
        mxfp7_exact_quantise(entry[(n - 1) % 2], (n - 1) % 2, expected);
        assert_int_equal(result.mode, n - 1);
        assert_memory_equal(result.words, expected, sizeof expected);
        quiet_cycle(&m);
    }
}

const struct CMUnitTest model_bank_tests[] = {
    cmocka_unit_test(bypass_entry_returns_its_four_beats),
    cmocka_unit_test(occupant_gets_its_beats_and_the_mode_of_its_start),
    cmocka_unit_test(entry_is_owed_a_done_only_after_its_last_beat),
    cmocka_unit_test(beat_without_an_open_entry_is_refused),
    cmocka_unit_test(reset_in_the_cycle_of_a_done_forgets_its_fault),
    cmocka_unit_test(reset_forgets_entries_and_faults),
    cmocka_unit_test(depth_2_start_may_meet_the_last_beat),
    cmocka_unit_test(depth_2_third_start_waits_for_the_cycle_after_the_first_done),
    cmocka_unit_test(depth_2_start_may_meet_the_only_done),
    cmocka_unit_test(dones_come_in_start_order),
    cmocka_unit_test(depth_1_start_waits_for_the_cycle_after_done),
    cmocka_unit_test(depth_1_holds_where_different_depths_meet),
    cmocka_unit_test(abandoned_entry_gets_no_done_and_leaves_no_beat),
    cmocka_unit_test(abandoned_entries_do_not_count_for_depth),
    cmocka_unit_test(depth_1_start_may_abandon_an_entry_without_beats),
    cmocka_unit_test(unknown_id_is_answered_by_the_bypass),
    cmocka_unit_test(fault_0_may_rise_from_start_and_must_by_done),
    cmocka_unit_test(fault_0_rising_at_any_time_until_done_is_right),
    cmocka_unit_test(set_fault_stays_until_written),
    cmocka_unit_test(fault_set_before_watching_is_nobodys),
    cmocka_unit_test(write_to_0x00_clears_and_no_other_write_does),
    cmocka_unit_test(known_ids_never_raise_a_fault),
    cmocka_unit_test(fault_0_rising_after_the_done_is_spurious),
    cmocka_unit_test(occupants_with_models_never_raise_their_faults),
    cmocka_unit_test(clear_in_the_cycle_of_the_cause_does_not_excuse_the_fault),
    cmocka_unit_test(clear_while_the_fault_shows_settles_the_entry),
    cmocka_unit_test(clear_before_the_fault_shows_settles_nothing),
    cmocka_unit_test(abandoned_unknown_entry_may_but_need_not_raise),
    cmocka_unit_test(identity_bank_knows_every_id),
    cmocka_unit_test(registers_state_geometry_and_depth),
    cmocka_unit_test(unknown_id_and_undefined_offset_read_zero),
    cmocka_unit_test(identity_bank_reads_the_bypass_under_every_id),
    cmocka_unit_test(fault_register_reads_the_pins_under_every_id),
    cmocka_unit_test(geometry_is_decoded_from_registers),
    cmocka_unit_test(foreign_occupant_owes_dones_but_no_predicted_words),
    cmocka_unit_test(bank_without_0xfc_has_depth_1_and_is_not_abandoned),
    cmocka_unit_test(foreign_bank_registers_are_predicted_as_far_as_the_contract_goes),
    cmocka_unit_test(foreign_unknown_id_raises_fault_0),
    cmocka_unit_test(foreign_occupant_faults_are_held_to_sticky_and_cleared),
    cmocka_unit_test(foreign_occupant_at_work_may_set_a_cleared_fault_again),
    cmocka_unit_test(mxfp7_bank_converts_as_the_exact_model_in_the_mode_of_its_start),
};
const size_t model_bank_test_count = sizeof model_bank_tests / sizeof *model_bank_tests;
