/* The flit codec against literal bits, and its text against itself. */
#include "model_suites.h"

#include "flit.h"
#include "sim/rng.h"

#include <stdio.h>

#define ZERO_PAYLOAD "0000000000000000000000000000000000000000000000000000000000000000"
#define RANDOM_FLITS 20000

static struct flit flit_of_hex(const char *hex) {
    struct flit flit;
    char error[FLIT_ERROR_SIZE];
    if (!flit_parse_hex(hex, &flit, error, sizeof error))
        fail_msg("%s: %s", hex, error);
    return flit;
}

static struct flit flit_of_fields(const char *fields) {
    struct flit flit;
    char error[FLIT_ERROR_SIZE];
    if (!flit_parse_fields(&fields, 1, &flit, error, sizeof error))
        fail_msg("%s: %s", fields, error);
    return flit;
}

static void assert_same_flit(const struct flit *expected, const struct flit *actual) {
    char expected_hex[FLIT_HEX_SIZE];
    char actual_hex[FLIT_HEX_SIZE];
    flit_format_hex(expected, expected_hex);
    flit_format_hex(actual, actual_hex);
    assert_string_equal(expected_hex, actual_hex);
}

static void assert_hex_of_fields(const char *fields, const char *hex) {
    const struct flit flit = flit_of_fields(fields);
    char text[FLIT_HEX_SIZE];
    flit_format_hex(&flit, text);
    assert_string_equal(text, hex);
}

/* ---- bits ----------------------------------------------------------------------------------- */

static void header_fields_sit_at_their_bits(void **state) {
    static const struct {
        struct flit flit;
        const char *hex;
    } cases[] = {
        {{.dst_x = 0xf}, "f0000000" ZERO_PAYLOAD},
        {{.dst_y = 0xf}, "0f000000" ZERO_PAYLOAD},
        {{.src_x = 0xf}, "00f00000" ZERO_PAYLOAD},
        {{.src_y = 0xf}, "000f0000" ZERO_PAYLOAD},
        {{.type = 0xf}, "0000f000" ZERO_PAYLOAD},
        {{.txn = 0xff}, "00000ff0" ZERO_PAYLOAD},
        {{.last = 1}, "00000008" ZERO_PAYLOAD},
        {{.rsvd = 7}, "00000007" ZERO_PAYLOAD},
        {{.rsvd = 4}, "00000004" ZERO_PAYLOAD},
        {{.payload.w[0] = 1},
         "000000000000000000000000000000000000000000000000000000000000000000000001"},
        {{.payload.w[7] = 0x80000000},
         "000000008000000000000000000000000000000000000000000000000000000000000000"},
        {{.dst_x = 1,
          .dst_y = 2,
          .src_x = 3,
          .src_y = 4,
          .type = FLIT_MEM_RD_RESP,
          .txn = 0x67,
          .last = 1,
          .rsvd = 3,
          .payload.w = {0x77777777, 0x66666666, 0x55555555, 0x44444444, 0x33333333, 0x22222222,
                        0x11111111, 0x00000000}},
         "1234267b0000000011111111222222223333333344444444555555556666666677777777"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct flit read = flit_of_hex(cases[i].hex);
        char text[FLIT_HEX_SIZE];
        flit_format_hex(&cases[i].flit, text);
        assert_string_equal(text, cases[i].hex);
        assert_memory_equal(&read, &cases[i].flit, sizeof read);
    }
}

static void packed_bit_31_is_the_lowest_words_top_bit(void **state) {
    uint32_t bits[FLIT_WORDS];
    (void)state;
    flit_pack(&(struct flit){.dst_x = 8, .payload.w = {0x80000001}}, bits);
    assert_int_equal(bits[0], 0x80000001);
    assert_int_equal(bits[8], 0x80000000);
}

static void every_single_bit_survives_unpacking_and_packing(void **state) {
    (void)state;
    for (unsigned bit = 0; bit < FLIT_BITS; bit++) {
        uint32_t in[FLIT_WORDS] = {0};
        uint32_t out[FLIT_WORDS];
        struct flit flit;
        in[bit / 32] = 1u << bit % 32;
        flit_unpack(in, &flit);
        flit_pack(&flit, out);
        assert_memory_equal(in, out, sizeof in);
    }
}

static void field_values_too_wide_do_not_spill_into_neighbours(void **state) {
    const struct flit wide = {.dst_x = 0xf0, .src_y = 0xf0, .type = 0xf0, .last = 2, .rsvd = 8};
    const struct descriptor peers = {.n_peer = 0xfc, .peer[0] = {.x = 0xf0, .y = 0xf0}};
    struct word payload;
    (void)state;
    assert_same_flit(&(struct flit){0}, &wide);
    descriptor_pack(&peers, &payload);
    assert_true(word_is_zero(&payload));
}

static void descriptor_fields_sit_at_their_bits(void **state) {
    static const struct {
        const char *field;
        const char *top; /* payload bits 255:144, all others are zero */
    } cases[] = {
        {"addr=0xff_ffff_ffff", "ffffffffff000000000000000000"},
        {"addr=0x80_0000_0020", "8000000020000000000000000000"},
        {"len=255", "0000000000ff0000000000000000"},
        {"flags=255", "000000000000ff00000000000000"},
        {"stream=1", "0000000000004000000000000000"},
        {"flags=0xff stream=0", "000000000000bf00000000000000"},
        {"count=255", "00000000000000ff000000000000"},
        {"peers=1,2 n_peer=0", "0000000000000000000021000000"},
        {"peers=0,0;1,2 n_peer=0", "0000000000000000002100000000"},
        {"peers=0,0;0,0;1,2 n_peer=0", "0000000000000000210000000000"},
        {"n_peer=3", "0000000000000000000000c00000"},
        {"peers=1,2;3,4", "0000000000000000004321800000"},
        {"words=255", "00000000000000000000003fc000"},
        {"words=1", "0000000000000000000000004000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char fields[128];
        char hex[FLIT_HEX_SIZE];
        snprintf(fields, sizeof fields, "type=MEM_WR_REQ %s", cases[i].field);
        snprintf(hex, sizeof hex, "00001000%s%s", cases[i].top,
                 "000000000000000000000000000000000000");
        assert_hex_of_fields(fields, hex);
    }
}

static void control_payload_fields_sit_at_their_bits(void **state) {
    (void)state;
    assert_hex_of_fields("type=CU_DATA buf=0x12 offset=0x3456 len=0x78 flags=0x9a ack=12,11", //
                         "00008000123456789abc0000000000000000000000000000"
                         "000000000000000000000000");
    assert_hex_of_fields("type=CU_SIGNAL code=0x12 arg=0x3456789a",
                         "00006008123456789a000000000000000000000000000000"
                         "000000000000000000000000");
    assert_hex_of_fields("type=CU_CTRL op=2 index=0x34 value=0x56789abcdef01234",
                         "00007008023456789abcdef0123400000000000000000000"
                         "000000000000000000000000");
}

static void descriptor_values_round_trip(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_flit", "descriptor");
    for (unsigned n = 0; n < RANDOM_FLITS; n++) {
        struct word payload = {{0}};
        struct word again;
        struct descriptor descriptor;
        rng_fill(&rng, &payload.w[4], 4);
        payload.w[4] &= 0xc0000000;
        descriptor_unpack(&payload, &descriptor);
        descriptor_pack(&descriptor, &again);
        assert_true(word_equal(&payload, &again));
    }
}

static void count_and_words_have_their_documented_meaning(void **state) {
    (void)state;
    for (unsigned raw = 0; raw < 256; raw++) {
        const struct descriptor d = {.count = (uint8_t)raw, .entry_words = (uint8_t)raw};
        assert_int_equal(descriptor_entries(&d), raw == 0 ? 1 : raw);
        assert_int_equal(descriptor_entry_words(&d), raw == 0 || raw > 4 ? 4 : raw);
    }
}

/* ---- text ----------------------------------------------------------------------------------- */

static void flits_are_rendered_in_the_words_of_the_protocol(void **state) {
    static const struct {
        const char *fields;
        const char *line;
    } cases[] = {
        {"type=MEM_RD_REQ dst=0,1 src=2,3 txn=0x40 addr=0x12340 stream=1 count=7 words=4 peers=1,2",
         "MEM_RD_REQ (2,3)->(0,1) txn 0x40 addr 0x00_0001_2340 STREAM count 7 words 4 peers (1,2)"},
        {"type=MEM_RD_REQ dst=0,1 src=15,0 txn=255 addr=0xfedcba9860 len=3",
         "MEM_RD_REQ (15,0)->(0,1) txn 0xff addr 0xfe_dcba_9860 len 3"},
        {"type=MEM_RD_REQ stream=1 flags=0x31 peers=1,2;3,4;5,6",
         "MEM_RD_REQ (0,0)->(0,0) txn 0x00 addr 0x00_0000_0000 STREAM count 0 (1) words 0 (4) "
         "flags 0x71 peers (1,2) (3,4) (5,6)"},
        {"type=MEM_WR_REQ len=7 peers=9,9 n_peer=0 words=5",
         "MEM_WR_REQ (0,0)->(0,0) txn 0x00 addr 0x00_0000_0000 len 7 words 5 (4) "
         "absent peers (9,9)"},
        {"type=MEM_RD_RESP dst=2,3 src=0,1 txn=0x42 rsvd=3 last=1 payload=c0ffee",
         "MEM_RD_RESP (0,1)->(2,3) txn 0x42 word 3 last payload "
         "0000000000000000000000000000000000000000000000000000000000c0ffee"},
        {"type=MEM_WR_ACK dst=2,3 src=0,1 txn=7", "MEM_WR_ACK (0,1)->(2,3) txn 0x07 last"},
        {"type=MEM_WR_ACK payload=1",
         "MEM_WR_ACK (0,0)->(0,0) txn 0x00 last payload "
         "0000000000000000000000000000000000000000000000000000000000000001"},
        {"type=MEM_WR_DATA rsvd=1",
         "MEM_WR_DATA (0,0)->(0,0) txn 0x00 rsvd 1 payload " ZERO_PAYLOAD},
        {"type=CU_DATA rsvd=6 txn=0x21 buf=3 offset=16 len=7 flags=1 ack=0,1",
         "CU_DATA (0,0)->(0,0) txn 0x21 REMOTE mesh 2 buf 3 offset 0x0010 len 7 flags 0x01 "
         "ack (0,1)"},
        {"type=CU_DATA last=1 payload=0",
         "CU_DATA (0,0)->(0,0) txn 0x00 last payload " ZERO_PAYLOAD},
        {"type=CU_DATA last=1 buf=1",
         "CU_DATA (0,0)->(0,0) txn 0x00 last payload "
         "0100000000000000000000000000000000000000000000000000000000000000"},
        {"type=CU_SIGNAL code=1 arg=0xdead",
         "CU_SIGNAL (0,0)->(0,0) txn 0x00 last code 0x01 arg 0x0000dead"},
        {"type=CU_CTRL op=2 index=5 value=258",
         "CU_CTRL (0,0)->(0,0) txn 0x00 last op 2 index 5 value 0x0000000000000102"},
        {"type=13", "TYPE_D (0,0)->(0,0) txn 0x00 payload " ZERO_PAYLOAD},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct flit flit = flit_of_fields(cases[i].fields);
        char line[FLIT_TEXT_SIZE];
        const size_t length = flit_format(&flit, line, sizeof line);
        assert_int_equal(length, strlen(line));
        assert_string_equal(line, cases[i].line);
    }
}

/* Random flits, half of them with only the bits set that a payload layout has. */
static struct flit random_flit(struct rng *rng) {
    uint32_t bits[FLIT_WORDS];
    struct flit flit;
    rng_fill(rng, bits, FLIT_WORDS);
    if (rng_chance(rng, 500)) {
        static const unsigned layout_words[] = {1, 2, 3, 4};
        const unsigned kept = layout_words[rng_below(rng, 4)];
        memset(bits, 0, (8 - kept) * sizeof *bits);
        bits[4] &= 0xc0000000;
    }
    flit_unpack(bits, &flit);
    if (rng_chance(rng, 300))
        flit.type = (uint8_t)rng_below(rng, 2);
    return flit;
}

static void rendered_fields_parse_to_the_same_bits(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_flit", "round trip");
    for (unsigned n = 0; n < RANDOM_FLITS; n++) {
        const struct flit flit = random_flit(&rng);
        char line[FLIT_TEXT_SIZE];
        char hex[FLIT_HEX_SIZE];
        assert_in_range(flit_format_fields(&flit, line, sizeof line), 1, sizeof line - 1);
        const struct flit by_fields = flit_of_fields(line);
        flit_format_hex(&flit, hex);
        const struct flit by_hex = flit_of_hex(hex);
        assert_same_flit(&flit, &by_fields);
        assert_same_flit(&flit, &by_hex);
    }
}

static void rendering_hides_no_bit(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_flit", "one bit");
    for (unsigned n = 0; n < 500; n++) {
        const struct flit flit = random_flit(&rng);
        char line[FLIT_TEXT_SIZE];
        assert_in_range(flit_format(&flit, line, sizeof line), 1, sizeof line - 1);
        for (unsigned bit = 0; bit < FLIT_BITS; bit++) {
            uint32_t bits[FLIT_WORDS];
            struct flit other;
            char other_line[FLIT_TEXT_SIZE];
            flit_pack(&flit, bits);
            bits[bit / 32] ^= 1u << bit % 32;
            flit_unpack(bits, &other);
            flit_format(&other, other_line, sizeof other_line);
            if (strcmp(line, other_line) == 0)
                fail_msg("bit %u does not show in: %s", bit, line);
        }
    }
}

static void short_buffer_gets_a_terminated_beginning(void **state) {
    const struct flit flit = flit_of_fields("type=MEM_RD_REQ dst=0,1 src=2,3 stream=1 count=7");
    char whole[FLIT_TEXT_SIZE];
    const size_t length = flit_format(&flit, whole, sizeof whole);
    (void)state;
    for (size_t size = 0; size <= length + 1; size++) {
        char part[FLIT_TEXT_SIZE + 1];
        memset(part, '#', sizeof part);
        assert_int_equal(flit_format(&flit, part, size), length);
        assert_int_equal(part[size], '#');
        if (size > 0) {
            assert_int_equal(strlen(part), size - 1);
            assert_memory_equal(part, whole, size - 1);
        }
    }
}

static void fields_may_be_spread_over_arguments(void **state) {
    static const char *const arguments[] = {"type=CU_SIGNAL", " txn=1_0  rsvd=1\t", "",
                                            "arg=0x1_0"};
    struct flit flit;
    char error[FLIT_ERROR_SIZE];
    (void)state;
    assert_true(flit_parse_fields(arguments, 4, &flit, error, sizeof error));
    assert_int_equal(flit.txn, 10);
    assert_int_equal(flit.rsvd, 1);
    assert_int_equal(flit.last, 1);
    assert_int_equal(flit.payload.w[6], 0x10000000);
}

static void malformed_fields_get_one_precise_line(void **state) {
    static const struct {
        const char *fields;
        const char *error;
    } cases[] = {
        {"", "type: missing, for example type=MEM_RD_REQ"},
        {"dst=1,1", "type: missing, for example type=MEM_RD_REQ"},
        {"type", "expected key=value, got \"type\""},
        {"type=MEM_RD", "type: expected a flit type such as MEM_RD_REQ or 0-15, got \"MEM_RD\""},
        {"type=16", "type: expected a flit type such as MEM_RD_REQ or 0-15, got \"16\""},
        {"type=0 type=1", "type: given twice"},
        {"type=0 color=1", "unknown field \"color\""},
        {"type=0 =1", "unknown field \"\""},
        {"type=0 dst=16,1", "dst: expected X,Y with 0-15 each, got \"16,1\""},
        {"type=0 dst=1", "dst: expected X,Y with 0-15 each, got \"1\""},
        {"type=0 src=1,2,3", "src: expected X,Y with 0-15 each, got \"1,2,3\""},
        {"type=0 src=", "src: expected X,Y with 0-15 each, got \"\""},
        {"type=0 txn=256", "txn: expected a number from 0 to 0xff, got \"256\""},
        {"type=0 txn=-1", "txn: expected a number from 0 to 0xff, got \"-1\""},
        {"type=0 txn=0x", "txn: expected a number from 0 to 0xff, got \"0x\""},
        {"type=0 txn=", "txn: expected a number from 0 to 0xff, got \"\""},
        {"type=0 txn=1f", "txn: expected a number from 0 to 0xff, got \"1f\""},
        {"type=0 txn=_1", "txn: expected a number from 0 to 0xff, got \"_1\""},
        {"type=0 txn=1_", "txn: expected a number from 0 to 0xff, got \"1_\""},
        {"type=0 last=2", "last: expected a number from 0 to 0x1, got \"2\""},
        {"type=0 rsvd=9", "rsvd: expected a number from 0 to 0x7, got \"9\""},
        {"type=0 addr=0x100_0000_0000",
         "addr: expected a number from 0 to 0xffffffffff, got \"0x100_0000_0000\""},
        {"type=7 value=18446744073709551616",
         "value: expected a number from 0 to 0xffffffffffffffff, got \"18446744073709551616\""},
        {"type=0 peers=1,2;3,4;5,6;7,8", "peers: expected one to three X,Y with 0-15 each, "
                                         "separated by ';', got \"1,2;3,4;5,6;7,8\""},
        {"type=0 peers=1,2;", "peers: expected one to three X,Y with 0-15 each, "
                              "separated by ';', got \"1,2;\""},
        {"type=0 payload=xyz", "payload: expected 1 to 64 hex digits, got 3 characters \"xyz\""},
        {"type=0 payload=", "payload: expected 1 to 64 hex digits, got 0 characters \"\""},
        {"type=0 payload=" ZERO_PAYLOAD "0",
         "payload: expected 1 to 64 hex digits, got 65 "
         "characters \"0000000000000000000000000000000000000000\""},
        {"type=0 payload=1 addr=0", "addr: not together with payload"},
        {"type=MEM_WR_DATA addr=0", "addr: no field of MEM_WR_DATA"},
        {"type=CU_SIGNAL op=0", "op: no field of CU_SIGNAL"},
        {"type=0 c\1lor=1", "unknown field \"c?lor\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flit flit = {.txn = 0x5a};
        const struct flit before = flit;
        char error[FLIT_ERROR_SIZE];
        assert_false(flit_parse_fields(&cases[i].fields, 1, &flit, error, sizeof error));
        assert_string_equal(error, cases[i].error);
        assert_memory_equal(&flit, &before, sizeof flit);
    }
}

static void malformed_hex_gets_one_precise_line(void **state) {
    static const struct {
        const char *hex;
        const char *error;
    } cases[] = {
        {"", "flit: expected 72 hex digits, got 0"},
        {"0x", "flit: expected 72 hex digits, got 0"},
        {"0000000" ZERO_PAYLOAD, "flit: expected 72 hex digits, got 71"},
        {"000000000" ZERO_PAYLOAD, "flit: expected 72 hex digits, got 73"},
        {"0000g000" ZERO_PAYLOAD, "flit: character 5, 'g', is no hex digit"},
        {"00000000" ZERO_PAYLOAD "\n", "flit: character 73, '?', is no hex digit"},
        {"00000000 " ZERO_PAYLOAD, "flit: character 9, ' ', is no hex digit"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flit flit = {.txn = 0x5a};
        const struct flit before = flit;
        char error[FLIT_ERROR_SIZE];
        assert_false(flit_parse_hex(cases[i].hex, &flit, error, sizeof error));
        assert_string_equal(error, cases[i].error);
        assert_memory_equal(&flit, &before, sizeof flit);
    }
}

static void hex_may_have_prefix_case_and_separators(void **state) {
    const struct flit plain = flit_of_hex("abcdef08" ZERO_PAYLOAD);
    const struct flit dressed = flit_of_hex("0xABCD_EF08_" ZERO_PAYLOAD);
    (void)state;
    assert_same_flit(&plain, &dressed);
}

/* The whole line, but of data without a layout the low 32 bits. */
static void brief_text_cuts_data_only(void **state) {
    struct rng rng;
    (void)state;
    rng_init(&rng, 1, "model_flit", "brief");
    for (unsigned i = 0; i < 20000; i++) {
        const struct flit flit = random_flit(&rng);
        char line[FLIT_TEXT_SIZE], brief[FLIT_BRIEF_SIZE], low[16];
        flit_format(&flit, line, sizeof line);
        const size_t length = flit_format_brief(&flit, brief, sizeof brief);
        assert_int_equal(length, strlen(brief));
        assert_true(length < sizeof brief);
        char *const payload = strstr(line, " payload ");
        if (payload)
            *payload = '\0';
        assert_memory_equal(brief, line, strlen(line));
        snprintf(low, sizeof low, " ..%04x_%04x", flit.payload.w[0] >> 16,
                 flit.payload.w[0] & 0xffff);
        if (flit.type == FLIT_MEM_RD_RESP || flit.type == FLIT_MEM_WR_DATA)
            assert_string_equal(brief + strlen(line), low);
        if (flit.type == FLIT_MEM_RD_REQ || flit.type == FLIT_MEM_WR_ACK)
            assert_string_equal(brief, line);
    }
}

static void word_text_is_most_significant_digit_first(void **state) {
    struct word word;
    char text[WORD_TEXT_SIZE];
    (void)state;
    assert_true(
        word_parse("8000000000000000000000000000000000000000000000000000000000000001", 64, &word));
    assert_int_equal(word.w[7], 0x80000000);
    assert_int_equal(word.w[0], 1);
    word_format(&word, text);
    assert_string_equal(text, "8000000000000000000000000000000000000000000000000000000000000001");
    assert_true(word_parse("Ab", 2, &word));
    assert_int_equal(word.w[0], 0xab);
    assert_false(word_is_zero(&word));
    assert_false(word_parse("", 0, &word));
    assert_false(word_parse(ZERO_PAYLOAD "0", 65, &word));
    assert_false(word_parse("0z", 2, &word));
}

const struct CMUnitTest model_flit_tests[] = {
    cmocka_unit_test(header_fields_sit_at_their_bits),
    cmocka_unit_test(packed_bit_31_is_the_lowest_words_top_bit),
    cmocka_unit_test(every_single_bit_survives_unpacking_and_packing),
    cmocka_unit_test(field_values_too_wide_do_not_spill_into_neighbours),
    cmocka_unit_test(descriptor_fields_sit_at_their_bits),
    cmocka_unit_test(control_payload_fields_sit_at_their_bits),
    cmocka_unit_test(descriptor_values_round_trip),
    cmocka_unit_test(count_and_words_have_their_documented_meaning),
    cmocka_unit_test(flits_are_rendered_in_the_words_of_the_protocol),
    cmocka_unit_test(rendered_fields_parse_to_the_same_bits),
    cmocka_unit_test(rendering_hides_no_bit),
    cmocka_unit_test(short_buffer_gets_a_terminated_beginning),
    cmocka_unit_test(fields_may_be_spread_over_arguments),
    cmocka_unit_test(malformed_fields_get_one_precise_line),
    cmocka_unit_test(malformed_hex_gets_one_precise_line),
    cmocka_unit_test(hex_may_have_prefix_case_and_separators),
    cmocka_unit_test(brief_text_cuts_data_only),
    cmocka_unit_test(word_text_is_most_significant_digit_first),
};
const size_t model_flit_test_count = sizeof model_flit_tests / sizeof *model_flit_tests;
