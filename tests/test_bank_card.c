/* What names a bank in reports, and the verdict on a model that is about another bank. */
#include "bench/bank_bench.h"
#include "bench/bank_card.h"
#include "bfm_suite.h"
#include "dut/variants.h"
#include "sim/suite.h"

#include <string.h>

static void same(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]) {
    (void)mode;
    words[0] = beats[0];
}

static const struct occupant occupants[] = {
    {.name = "one", .in_beats = 1, .out_words = 1, .depth = 1, .convert = same},
    {.name = "two", .in_beats = 3, .out_words = 2, .depth = 2, .convert = same},
};
static const struct bank_desc bank = {.name = "pair", .occupants = 2, .occupant = occupants};

static void state(struct bank_card *card, unsigned id, uint32_t shape, uint32_t depth) {
    card->shape[id] = shape;
    card->depth[id] = depth;
    card->possible[id] = bank_geometry_decode(id, shape, depth, &card->of[id]);
}

/* What the bank above states. */
static struct bank_card pair_card(const struct bank_desc *desc) {
    struct bank_card card = {.ids = 4, .desc = desc};
    state(&card, 0, 0x00040400, 0x44455002);
    state(&card, 1, 0x00010100, 0x44455001);
    state(&card, 2, 0x00020300, 0x44455002);
    state(&card, 3, 0, 0);
    return card;
}

static void expect_text(const struct bank_card *card, const char *expected) {
    char text[400];
    bank_card_text(card, text, sizeof text);
    assert_string_equal(text, expected);
}

static void a_bank_is_named_by_its_model_and_its_registers(void **unused) {
    (void)unused;
    struct bank_card card = pair_card(&bank);
    expect_text(&card, "pair: 1 one 1 beat -> 1 word DEPTH 1, 2 two 3 beats -> 2 words DEPTH 2");
    assert_int_equal(bank_card_disagrees(&card, true), -1);
    card = pair_card(NULL);
    expect_text(&card, "no model: 1 1 beat -> 1 word DEPTH 1, 2 3 beats -> 2 words DEPTH 2");
}

static void ids_of_one_shape_share_an_item(void **unused) {
    (void)unused;
    struct bank_card card = {.ids = 13};
    for (unsigned id = 0; id < 12; id++) {
        state(&card, id, 0x00040400, 0);
    }
    state(&card, 12, 0x00050400, 0);
    expect_text(&card, "no model: 1-11 4 beats -> 4 words DEPTH not stated,"
                       " 12 no possible shape (0x00050400, 0x00000000)");
    card.ids = 1;
    expect_text(&card, "no model: no occupants");
}

static void registers_that_say_another_shape_disagree(void **unused) {
    (void)unused;
    struct bank_card card = pair_card(&bank);
    state(&card, 2, 0x00020400, 0x44455002);
    assert_int_equal(bank_card_disagrees(&card, true), 2);
    card = pair_card(&bank);
    state(&card, 3, 0x00010100, 0x44455001);
    assert_int_equal(bank_card_disagrees(&card, true), 3);
    card = pair_card(&bank);
    state(&card, 1, 0x00010100, 0x44455002);
    assert_int_equal(bank_card_disagrees(&card, true), 1);
    assert_int_equal(bank_card_disagrees(&card, false), -1);
}

static void the_bypass_may_have_depth_1(void **unused) {
    (void)unused;
    struct bank_desc shallow = bank;
    shallow.bypass_depth = 1;
    struct bank_card card = pair_card(&shallow);
    assert_int_equal(bank_card_disagrees(&card, true), 0);
    state(&card, 0, 0x00040400, 0x44455001);
    assert_int_equal(bank_card_disagrees(&card, true), -1);
}

/* The identity bank with the model of another one. */
static struct dut_type mistaken;

static void drain(struct sim *s) {
    bank_bench_finish(bank_bench_new(s, &mistaken));
}

static void a_model_of_another_bank_is_told_at_once(void **unused) {
    (void)unused;
    const struct scenario scenario = {"another", drain};
    struct run_options options;
    struct run_result result;
    options_init(&options);
    mistaken = dut_bank_identity;
    scenario_run("bank_card", &scenario, &options, NULL, &result, NULL);
    assert_false(result.failure.set);
    assert_string_equal(result.failure.bank, "identity: 1-15 4 beats -> 4 words DEPTH 2");
    mistaken.bank_desc = &bank;
    scenario_run("bank_card", &scenario, &options, NULL, &result, NULL);
    assert_true(result.failure.set);
    assert_int_equal(result.failure.check, CHECK_XF_REG);
    assert_string_equal(result.failure.what,
                        "id 1: the model says 1 beat, 1 word, DEPTH 1; registers 0x04 and 0xFC read"
                        " 0x00040400 and 0x44455002: 4 beats, 4 words, DEPTH 2");
}

const struct CMUnitTest bank_card_tests[] = {
    cmocka_unit_test(a_bank_is_named_by_its_model_and_its_registers),
    cmocka_unit_test(ids_of_one_shape_share_an_item),
    cmocka_unit_test(registers_that_say_another_shape_disagree),
    cmocka_unit_test(the_bypass_may_have_depth_1),
    cmocka_unit_test(a_model_of_another_bank_is_told_at_once),
};
const size_t bank_card_test_count = sizeof bank_card_tests / sizeof *bank_card_tests;
