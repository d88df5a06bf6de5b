/* Occupants with registers and faults of their own, in the golden model of a bank. */
#include "bank.h"
#include "model_suites.h"

/* Adds its register 0x10 to every 32 bits; a beat with bit 0 set raises fault[2]; 0x20 counts the
 * writes to it. After a reset 0x10 holds 5. */
enum { ADDEND, WRITES, ADDER_WORDS };

static void adder_reset(uint32_t *state) {
    state[ADDEND] = 5;
}
static void adder_write(uint32_t *state, unsigned addr, uint32_t data) {
    if (addr == 0x10) {
        state[ADDEND] = data;
    } else if (addr == 0x20) {
        state[WRITES]++;
    }
}
static uint32_t adder_read(const uint32_t *state, unsigned addr) {
    return addr == 0x10 ? state[ADDEND] : addr == 0x20 ? state[WRITES] : 0;
}
static unsigned add(const uint32_t *state, const struct word *beats, unsigned mode,
                    struct word words[BANK_WORDS_MAX]) {
    (void)mode;
    for (unsigned i = 0; i < 8; i++) {
        words[0].w[i] = beats[0].w[i] + beats[1].w[i] + state[ADDEND];
    }
    return (beats[0].w[0] | beats[1].w[0]) & 1 ? 4 : 0;
}
static void same(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    (void)mode;
    words[0] = beats[0];
}

#define ADDER                                                                                      \
    .in_beats = 2, .out_words = 1, .depth = 2, .serve = add, .faults = 4,                          \
    .state_words = ADDER_WORDS, .reset = adder_reset, .write = adder_write, .read = adder_read
static const struct occupant occupants[] = {
    {.name = "adder", ADDER},
    {.name = "same", .in_beats = 1, .out_words = 1, .depth = 2, .convert = same},
    {.name = "another adder", ADDER},
};
static const struct bank_desc bank = {.name = "adders", .occupants = 3, .occupant = occupants};

enum { ADDER_ID = 1, SAME_ID, OTHER_ID };

static struct word all(uint32_t value) {
    return (struct word){{value, value, value, value, value, value, value, value}};
}

static void beat(struct bank_model *m, uint32_t value) {
    const struct word word = all(value);
    assert_true(bank_model_beat(m, &word));
}

static void cycle(struct bank_model *m, uint8_t fault, enum bank_fault verdict) {
    assert_int_equal(bank_model_end_cycle(m, fault), verdict);
}

static void expect_word(struct bank_model *m, uint32_t value) {
    struct bank_result result;
    const struct word word = all(value);
    assert_true(bank_model_done(m, &result));
    assert_true(result.predicted);
    assert_true(word_equal(&result.words[0], &word));
}

static void expect_register(const struct bank_model *m, unsigned id, unsigned addr,
                            uint32_t expected) {
    uint32_t value = ~expected;
    assert_true(bank_model_reg_read(m, id, addr, 0, &value));
    assert_int_equal(value, expected);
}

/* ---- registers ------------------------------------------------------------------------------- */

static void each_occupant_has_registers_of_its_own(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &bank);
    expect_register(&m, ADDER_ID, 0x10, 5);
    bank_model_reg_write(&m, ADDER_ID, 0x10, 100);
    bank_model_reg_write(&m, OTHER_ID, 0x20, 0);
    bank_model_reg_write(&m, SAME_ID, 0x10, 7);
    bank_model_reg_write(&m, 0, 0x10, 7);
    bank_model_reg_write(&m, 9, 0x10, 7);
    expect_register(&m, ADDER_ID, 0x10, 100);
    expect_register(&m, ADDER_ID, 0x20, 0);
    expect_register(&m, OTHER_ID, 0x10, 5);
    expect_register(&m, OTHER_ID, 0x20, 1);
    expect_register(&m, SAME_ID, 0x10, 0);
    expect_register(&m, ADDER_ID, 0x18, 0);
}

static void common_registers_are_the_banks(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &bank);
    bank_model_reg_write(&m, ADDER_ID, BANK_REG_GEOMETRY, 1);
    bank_model_reg_write(&m, ADDER_ID, BANK_REG_DEPTH, 1);
    expect_register(&m, ADDER_ID, BANK_REG_GEOMETRY, 0x00010200);
    expect_register(&m, ADDER_ID, BANK_REG_DEPTH, 0x44455002);
}

static void entries_are_converted_with_what_was_written(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &bank);
    bank_model_start(&m, ADDER_ID, 0);
    beat(&m, 10);
    beat(&m, 20);
    expect_word(&m, 35);
    cycle(&m, 0, BANK_FAULT_RIGHT);
    bank_model_reg_write(&m, ADDER_ID, 0x10, 1000);
    bank_model_start(&m, ADDER_ID, 0);
    beat(&m, 10);
    beat(&m, 20);
    expect_word(&m, 1030);
}

static void reset_puts_registers_back(void **state) {
    struct bank_model m;
    (void)state;
    bank_model_init(&m, &bank);
    bank_model_reg_write(&m, ADDER_ID, 0x10, 1000);
    bank_model_reg_write(&m, ADDER_ID, 0x20, 0);
    bank_model_reset(&m);
    expect_register(&m, ADDER_ID, 0x10, 5);
    expect_register(&m, ADDER_ID, 0x20, 0);
}

static void conversion_without_a_model_is_that_after_reset(void **state) {
    const struct word beats[4] = {all(2), all(4), all(6), all(8)};
    struct word words[BANK_WORDS_MAX], expected = all(11);
    (void)state;
    assert_int_equal(bank_convert(&bank, NULL, ADDER_ID, beats, 0, words), 0);
    assert_true(word_equal(&words[0], &expected));
    assert_int_equal(bank_convert(&bank, NULL, 0, beats, 0, words), 0);
    assert_memory_equal(words, beats, sizeof words);
    assert_int_equal(bank_convert(&bank, NULL, 17, beats, 0, words), 0);
    assert_memory_equal(words, beats, sizeof words);
}

/* ---- faults ---------------------------------------------------------------------------------- */

static void opened(struct bank_model *m, uint32_t first) {
    bank_model_init(m, &bank);
    bank_model_start(m, ADDER_ID, 0);
    cycle(m, 0, BANK_FAULT_RIGHT);
    beat(m, first);
}

static void fault_of_an_entry_is_due_by_its_done(void **state) {
    struct bank_model m;
    (void)state;
    opened(&m, 1);
    cycle(&m, 0, BANK_FAULT_RIGHT);
    beat(&m, 2);
    cycle(&m, 0, BANK_FAULT_RIGHT);
    expect_word(&m, 8);
    cycle(&m, 0, BANK_FAULT_MISSING);
}

static void fault_may_come_at_any_time_of_its_entry(void **state) {
    (void)state;
    for (unsigned when = 0; when < 3; when++) {
        struct bank_model m;
        opened(&m, 1);
        cycle(&m, when == 0 ? 4 : 0, BANK_FAULT_RIGHT);
        beat(&m, 2);
        cycle(&m, when <= 1 ? 4 : 0, BANK_FAULT_RIGHT);
        expect_word(&m, 8);
        cycle(&m, 4, BANK_FAULT_RIGHT);
        cycle(&m, 4, BANK_FAULT_RIGHT);
        cycle(&m, 0, BANK_FAULT_DROPPED);
    }
}

static void fault_that_the_beats_do_not_bear_out_is_spurious(void **state) {
    struct bank_model m;
    (void)state;
    opened(&m, 2);
    cycle(&m, 4, BANK_FAULT_RIGHT);
    cycle(&m, 4, BANK_FAULT_RIGHT);
    beat(&m, 2);
    cycle(&m, 4, BANK_FAULT_SPURIOUS);
    cycle(&m, 4, BANK_FAULT_RIGHT); // reported once
}

static void fault_that_came_early_stays_all_the_same(void **state) {
    struct bank_model m;
    (void)state;
    opened(&m, 1);
    cycle(&m, 4, BANK_FAULT_RIGHT);
    cycle(&m, 0, BANK_FAULT_DROPPED);
}

static void other_bits_and_other_occupants_never_rise(void **state) {
    struct bank_model m;
    (void)state;
    opened(&m, 1);
    cycle(&m, 2, BANK_FAULT_SPURIOUS);
    bank_model_init(&m, &bank);
    bank_model_start(&m, SAME_ID, 0);
    cycle(&m, 4, BANK_FAULT_SPURIOUS);
}

static void fault_cleared_before_the_last_beat_is_not_due_again(void **state) {
    struct bank_model m;
    (void)state;
    opened(&m, 1);
    cycle(&m, 4, BANK_FAULT_RIGHT);
    bank_model_reg_write(&m, 0, BANK_REG_FAULT, 0);
    cycle(&m, 4, BANK_FAULT_RIGHT);
    cycle(&m, 0, BANK_FAULT_RIGHT);
    beat(&m, 2);
    cycle(&m, 0, BANK_FAULT_RIGHT);
    expect_word(&m, 8);
    cycle(&m, 0, BANK_FAULT_RIGHT);
}

static void abandoned_entry_may_have_raised_its_fault(void **state) {
    (void)state;
    for (unsigned raised = 0; raised < 2; raised++) {
        struct bank_model m;
        opened(&m, 1);
        cycle(&m, 0, BANK_FAULT_RIGHT);
        assert_int_equal(bank_model_start(&m, SAME_ID, 0), BANK_START_ABANDONS);
        cycle(&m, raised ? 4 : 0, BANK_FAULT_RIGHT);
        beat(&m, 2);
        cycle(&m, raised ? 4 : 0, BANK_FAULT_RIGHT);
        expect_word(&m, 2);
        cycle(&m, raised ? 4 : 0, BANK_FAULT_RIGHT);
        cycle(&m, raised ? 4 : 0, BANK_FAULT_RIGHT);
    }
}

/* ---- descriptions that cannot be used --------------------------------------------------------- */

static void what_no_program_can_use_is_named(void **state) {
    static const struct occupant wrong[] = {
        {.in_beats = 0, .out_words = 1, .depth = 1, .convert = same},
        {.in_beats = 17, .out_words = 1, .depth = 1, .convert = same},
        {.in_beats = 1, .out_words = 5, .depth = 1, .convert = same},
        {.in_beats = 1, .out_words = 1, .depth = 3, .convert = same},
        {.in_beats = 1, .out_words = 1, .depth = 1},
        {.in_beats = 1, .out_words = 1, .depth = 1, .convert = same, .serve = add},
        {.in_beats = 1, .out_words = 1, .depth = 1, .convert = same, .faults = 1},
        {.in_beats = 1, .out_words = 1, .depth = 1, .serve = add, .state_words = 1},
        {.in_beats = 1,
         .out_words = 1,
         .depth = 1,
         .serve = add,
         .write = adder_write,
         .state_words = BANK_STATE_MAX + 1},
    };
    static const char *const named[] = {"in_beats", "in_beats", "out_words",
                                        "depth",    "convert",  "convert",
                                        "faults",   "write",    "state_words"};
    (void)state;
    assert_null(bank_desc_fault(&bank));
    assert_non_null(bank_desc_fault(&(struct bank_desc){.name = "wrong", .occupants = 1}));
    assert_non_null(bank_desc_fault(&(struct bank_desc){.name = "wrong", .bypass_depth = 3}));
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct bank_desc desc = {.name = "wrong", .occupants = 1, .occupant = &wrong[i]};
        const char *fault = bank_desc_fault(&desc);
        assert_non_null(fault);
        assert_non_null(strstr(fault, named[i]));
    }
}

const struct CMUnitTest model_occupant_tests[] = {
    cmocka_unit_test(each_occupant_has_registers_of_its_own),
    cmocka_unit_test(common_registers_are_the_banks),
    cmocka_unit_test(entries_are_converted_with_what_was_written),
    cmocka_unit_test(reset_puts_registers_back),
    cmocka_unit_test(conversion_without_a_model_is_that_after_reset),
    cmocka_unit_test(fault_of_an_entry_is_due_by_its_done),
    cmocka_unit_test(fault_may_come_at_any_time_of_its_entry),
    cmocka_unit_test(fault_that_the_beats_do_not_bear_out_is_spurious),
    cmocka_unit_test(fault_that_came_early_stays_all_the_same),
    cmocka_unit_test(other_bits_and_other_occupants_never_rise),
    cmocka_unit_test(fault_cleared_before_the_last_beat_is_not_due_again),
    cmocka_unit_test(abandoned_entry_may_have_raised_its_fault),
    cmocka_unit_test(what_no_program_can_use_is_named),
};
const size_t model_occupant_test_count = sizeof model_occupant_tests / sizeof *model_occupant_tests;
