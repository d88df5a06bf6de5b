/* cosim vectors: recomputes every line of a vector file by the golden model. */
#include "cli/cli.h"
#include "cli/lines.h"
#include "mxfp7.h"

/* Output has a bound whatever the file: more than any published file has lines. */
enum { DIFFERENCES_SHOWN = 1000 };

struct vector_run {
    struct lines lines;
    unsigned long checked, differ; /* lines */
    unsigned long differences;     /* fields */
};

static void report_word(struct vector_run *r, unsigned index, const struct word *expected,
                        const struct word *computed) {
    char expected_text[WORD_TEXT_SIZE], computed_text[WORD_TEXT_SIZE];
    if (++r->differences > DIFFERENCES_SHOWN) {
        return;
    }
    word_format(expected, expected_text);
    word_format(computed, computed_text);
    printf("%s:%lu: word%u expected %s computed %s\n", r->lines.name, r->lines.number, index,
           expected_text, computed_text);
}

/* Checks the current line, 'mode beat0..beat7 word0..word3'. False after one line on stderr. */
static bool check_mxfp7(struct vector_run *r) {
    struct word beats[MXFP7_BEATS], expected[MXFP7_WORDS], computed[MXFP7_WORDS];
    struct lines *const lines = &r->lines;
    const unsigned long differences = r->differences;
    const char *field;
    unsigned mode;
    if (!lines_bit(lines, "mode", &mode) || !lines_words(lines, "beat", MXFP7_BEATS, beats) ||
        !lines_words(lines, "word", MXFP7_WORDS, expected)) {
        return false;
    }
    if (lines_field(lines, &field) > 0) {
        return lines_error(lines, "fields after word3; a line is 'mode beat0..beat7 word0..word3'");
    }
    mxfp7_quantise(beats, mode, computed);
    for (unsigned i = 0; i < MXFP7_WORDS; i++) {
        if (!word_equal(&expected[i], &computed[i])) {
            report_word(r, i, &expected[i], &computed[i]);
        }
    }
    r->differ += r->differences > differences;
    return true;
}

static const struct kind {
    const char *name;
    bool (*check)(struct vector_run *r);
    const char *line;
} kinds[] = {
    {"mxfp7", check_mxfp7, "mode beat0..beat7 word0..word3"},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static int help(void) {
    printf("cosim vectors --kind KIND FILE\n"
           "    recomputes every line of FILE (- is stdin) by the golden model and prints what\n"
           "    differs, at most %d differences, then 'N checked, M differ' in lines. Blank lines\n"
           "    and lines that start with '#' are ignored. Exit status 1 when a line differs, 2\n"
           "    when the file is no vector file.\n"
           "kinds\n",
           DIFFERENCES_SHOWN);
    for (unsigned i = 0; i < KINDS; i++) {
        printf("    %-8s lines '%s'\n", kinds[i].name, kinds[i].line);
    }
    return output_flush() ? 0 : 2;
}

static int summarise(const struct vector_run *r) {
    if (r->differences > DIFFERENCES_SHOWN) {
        printf("%lu more differences not shown\n", r->differences - DIFFERENCES_SHOWN);
    }
    printf("%lu checked, %lu differ\n", r->checked, r->differ);
    if (!output_flush()) {
        return 2;
    }
    return r->differ > 0 ? 1 : 0;
}

static int check_file(struct vector_run *r, const struct kind *kind) {
    enum lines_status status;
    while ((status = lines_next(&r->lines)) == LINES_READ) {
        if (!kind->check(r)) {
            output_flush();
            return 2;
        }
        r->checked++;
    }
    if (status == LINES_BAD) {
        output_flush();
        return 2;
    }
    if (r->checked == 0) {
        return input_error("%s: no vectors in it; a line is '%s'", r->lines.name, kind->line);
    }
    return summarise(r);
}

/* NULL after one line on stderr. */
static const struct kind *find_kind(const char *name) {
    char known[80] = "";
    for (unsigned i = 0; i < KINDS; i++) {
        if (name != NULL && strcmp(name, kinds[i].name) == 0) {
            return &kinds[i];
        }
        strncat(known, i > 0 ? ", " : "", sizeof known - strlen(known) - 1);
        strncat(known, kinds[i].name, sizeof known - strlen(known) - 1);
    }
    if (name == NULL) {
        input_error("vectors: needs --kind and one of: %s", known);
    } else {
        input_error("vectors: unknown kind '%.40s'; known: %s", name, known);
    }
    return NULL;
}

int cmd_vectors(int argc, char **argv) {
    static struct vector_run run;
    const char *kind_name = NULL, *path = NULL;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return help();
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--kind") == 0) {
            kind_name = i + 1 < argc ? argv[++i] : NULL;
        } else if (argv[i][0] == '-' && argv[i][1] != '\0') {
            return input_error("vectors: unknown option '%.40s' (cosim vectors --help)", argv[i]);
        } else if (path != NULL) {
            return input_error("vectors: one FILE, got '%.80s' and '%.80s'", path, argv[i]);
        } else {
            path = argv[i];
        }
    }
    const struct kind *const kind = find_kind(kind_name);
    if (kind == NULL) {
        return 2;
    }
    if (path == NULL) {
        return input_error("vectors: needs a FILE (- is stdin)");
    }
    if (!lines_open(&run.lines, path)) {
        return 2;
    }
    const int status = check_file(&run, kind);
    lines_close(&run.lines);
    return status;
}
