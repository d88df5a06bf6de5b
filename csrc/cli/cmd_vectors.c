/* cosim vectors: recomputes every line of a vector file by the golden model. */
#include "bfm/vectors.h"
#include "cli/cli.h"
#include "cli/lines.h"

#include <stdarg.h>

/* Output has a bound whatever the file: more than any published file has lines. */
enum { DIFFERENCES_SHOWN = 1000 };

struct vector_run {
    struct lines lines;
    unsigned long checked, differ; /* lines */
    unsigned long differences;     /* fields */
};

/* One field of the current line differs; both as text. */
__attribute__((format(printf, 2, 3))) static void report(struct vector_run *r, const char *format,
                                                         ...) {
    va_list args;
    if (++r->differences > DIFFERENCES_SHOWN) {
        return;
    }
    printf("%s:%lu: ", r->lines.name, r->lines.number);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}

static bool check_mxfp7(struct vector_run *r, struct fields *fields) {
    struct vector v;
    struct word computed[MXFP7_WORDS];
    if (!vector_read(fields, &v)) {
        return false;
    }
    mxfp7_quantise(v.beat, v.mode, computed);
    for (unsigned i = 0; i < MXFP7_WORDS; i++) {
        char expected_text[WORD_TEXT_SIZE], computed_text[WORD_TEXT_SIZE];
        if (!word_equal(&v.word[i], &computed[i])) {
            word_format(&v.word[i], expected_text);
            word_format(&computed[i], computed_text);
            report(r, "word%u expected %s computed %s\n", i, expected_text, computed_text);
        }
    }
    return true;
}

static bool check_mxfp8_quant(struct vector_run *r, struct fields *fields) {
    struct mxfp8_vector v;
    struct mxfp8_block computed;
    if (!mxfp8_quant_vector_read(fields, &v)) {
        return false;
    }
    mxfp8_quantise(v.value, &v.options, &computed);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        if (v.block.element[i] != computed.element[i]) {
            report(r, "element %u of data expected %02x computed %02x\n", i, v.block.element[i],
                   computed.element[i]);
        }
    }
    if (v.block.scale != computed.scale) {
        report(r, "scale expected %02x computed %02x\n", v.block.scale, computed.scale);
    }
    return true;
}

static bool check_mxfp8_dequant(struct vector_run *r, struct fields *fields) {
    struct mxfp8_vector v;
    uint32_t computed[MXFP8_BLOCK];
    if (!mxfp8_dequant_vector_read(fields, &v)) {
        return false;
    }
    const int digits = v.options.real == MXFP8_FP32 ? 8 : 4;
    mxfp8_dequantise(&v.block, &v.options, computed);
    for (unsigned i = 0; i < MXFP8_BLOCK; i++) {
        if (v.value[i] != computed[i]) {
            report(r, "out%u expected %0*x computed %0*x\n", i, digits, v.value[i], digits,
                   computed[i]);
        }
    }
    return true;
}

static const struct kind {
    const char *name;
    /* Reports what differs in the current line. False with fields->error when it is none. */
    bool (*check)(struct vector_run *r, struct fields *fields);
    const char *line;
} kinds[] = {
    {"mxfp7", check_mxfp7, MXFP7_LINE},
    {"mxfp8-quant", check_mxfp8_quant, MXFP8_QUANT_LINE},
    {"mxfp8-dequant", check_mxfp8_dequant, MXFP8_DEQUANT_LINE},
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
        printf("    %-13s lines '%s'\n", kinds[i].name, kinds[i].line);
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
        struct fields fields = fields_of(r->lines.rest);
        const unsigned long differences = r->differences;
        if (!kind->check(r, &fields)) {
            lines_error(&r->lines, "%s", fields.error);
            output_flush();
            return 2;
        }
        r->checked++;
        r->differ += r->differences > differences;
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
