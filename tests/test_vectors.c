/* Files of published vectors: what is read from them, and what is said of those that are none. */
#include "model_suites.h"

#include "bfm/vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MXFP7_FILE "tests/data/mxfp7.txt"

#define PATH "/tmp/vectors_XXXXXX"

static char path[sizeof PATH];

/* A file at `path` with this text; remove_file() ends it. */
static void write_file(const char *text) {
    strcpy(path, PATH);
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *const file = fdopen(descriptor, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void remove_file(void) {
    assert_int_equal(unlink(path), 0);
}

static void assert_refused(const char *text, const char *complaint) {
    struct vectors vectors;
    char error[256], expected[256];
    write_file(text);
    snprintf(expected, sizeof expected, "%s:%s", path, complaint);
    assert_false(vectors_load(&vectors, path, error));
    assert_string_equal(error, expected);
    assert_null(vectors.at);
    assert_int_equal(vectors.count, 0);
    remove_file();
}

static void a_vector_knows_its_line_in_the_file(void **state) {
    struct vectors vectors;
    char error[256];
    (void)state;
    assert_true(vectors_load(&vectors, MXFP7_FILE, error));
    assert_int_equal(vectors.count, 600);
    /* Two comments come first. */
    assert_int_equal(vectors.at[0].line, 3);
    assert_int_equal(vectors.at[0].mode, 0);
    assert_int_equal(vectors.at[0].beat[0].w[0], 0x004d801f);
    assert_int_equal(vectors.at[0].word[3].w[0], 0x06070604);
    for (unsigned i = 1; i < vectors.count; i++)
        assert_true(vectors.at[i].line > vectors.at[i - 1].line);
    vectors_free(&vectors);
}

static void a_missing_file_is_named(void **state) {
    struct vectors vectors;
    char error[256];
    (void)state;
    assert_false(vectors_load(&vectors, "tests/data/nowhere.txt", error));
    assert_string_equal(error, "tests/data/nowhere.txt: No such file or directory");
}

static void a_malformed_line_is_named_with_its_field(void **state) {
    (void)state;
    assert_refused("# comment\n\n2 00\n", "3: mode: expected 0 or 1, got '2'");
    assert_refused("0\n", "1: beat0 is missing; it takes 64 hex digits");
    assert_refused("1 00\r\n", "1: beat0: expected 64 hex digits, got 2");
    assert_refused("1 0\033\n", "1: beat0: character 2, '?', is no hex digit");
}

/* Longer than any line of a kind: its first part must not pass for a line. */
static void a_line_that_never_ends_is_refused(void **state) {
    struct vectors whole;
    char error[256], text[4096], digits[WORD_TEXT_SIZE];
    size_t used = 1;
    (void)state;
    assert_true(vectors_load(&whole, MXFP7_FILE, error));
    text[0] = '0';
    for (unsigned i = 0; i < MXFP7_BEATS + MXFP7_WORDS; i++) {
        word_format(i < MXFP7_BEATS ? &whole.at[0].beat[i] : &whole.at[0].word[i - MXFP7_BEATS],
                    digits);
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", digits);
    }
    vectors_free(&whole);
    memset(text + used, ' ', sizeof text - used - 1);
    memcpy(text + sizeof text - 3, "0\n", 3);
    assert_refused(text, "1: line of more than 1022 characters");
}

static bool refuse(void *context, struct fields *fields, unsigned line) {
    unsigned *const lines = context;
    ++*lines;
    return fields_end(fields, "nothing", "nothing") || line == 0;
}

static void lines_after_a_refused_one_are_not_read(void **state) {
    unsigned lines = 0;
    char error[256];
    (void)state;
    assert_false(vector_lines(MXFP7_FILE, refuse, &lines, error));
    assert_int_equal(lines, 1);
    assert_string_equal(error, MXFP7_FILE ":3: fields after nothing; a line is 'nothing'");
}

const struct CMUnitTest vectors_tests[] = {
    cmocka_unit_test(a_vector_knows_its_line_in_the_file),
    cmocka_unit_test(a_missing_file_is_named),
    cmocka_unit_test(a_malformed_line_is_named_with_its_field),
    cmocka_unit_test(a_line_that_never_ends_is_refused),
    cmocka_unit_test(lines_after_a_refused_one_are_not_read),
};
const size_t vectors_test_count = sizeof vectors_tests / sizeof *vectors_tests;
