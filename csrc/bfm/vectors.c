#include "bfm/vectors.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_SIZE = 1024 };

bool vector_read(struct fields *fields, struct vector *v) {
    unsigned mode;
    if (!fields_bit(fields, "mode", &mode) || !fields_words(fields, "beat", MXFP7_BEATS, v->beat) ||
        !fields_words(fields, "word", MXFP7_WORDS, v->word)) {
        return false;
    }
    v->mode = (uint8_t)mode;
    return fields_end(fields, "word3", MXFP7_LINE);
}

/* `op` and `elem`; the words of `ops` are in the order of enum mxfp8_real. */
static bool read_formats(struct fields *fields, const char *const ops[2], struct mxfp8_options *o) {
    static const char *const elements[] = {[MXFP8_E5M2] = "e5m2", [MXFP8_E4M3] = "e4m3"};
    unsigned real, element;
    if (!fields_choice(fields, "op", ops, 2, &real) ||
        !fields_choice(fields, "elem", elements, 2, &element)) {
        return false;
    }
    *o = (struct mxfp8_options){.real = real, .element = element};
    return true;
}

static bool read_values(struct fields *fields, const char *name, struct mxfp8_vector *v) {
    const unsigned digits = v->options.real == MXFP8_FP32 ? 8 : 4;
    return fields_numbers(fields, name, MXFP8_BLOCK, digits, v->value);
}

static bool read_block(struct fields *fields, struct mxfp8_block *block) {
    return fields_bytes(fields, "data", MXFP8_BLOCK, block->element) &&
           fields_bytes(fields, "scale", 1, &block->scale);
}

bool mxfp8_quant_vector_read(struct fields *fields, struct mxfp8_vector *v) {
    static const char *const ops[] = {[MXFP8_FP32] = "q32", [MXFP8_FP16] = "q16"};
    unsigned rceil, poison_dis;
    if (!read_formats(fields, ops, &v->options) || !fields_bit(fields, "rceil", &rceil) ||
        !fields_bit(fields, "poison_dis", &poison_dis)) {
        return false;
    }
    v->options.rceil = rceil;
    v->options.poison_dis = poison_dis;
    return read_values(fields, "in", v) && read_block(fields, &v->block) &&
           fields_end(fields, "scale", MXFP8_QUANT_LINE);
}

bool mxfp8_dequant_vector_read(struct fields *fields, struct mxfp8_vector *v) {
    static const char *const ops[] = {[MXFP8_FP32] = "d32", [MXFP8_FP16] = "d16"};
    return read_formats(fields, ops, &v->options) && read_block(fields, &v->block) &&
           read_values(fields, "out", v) && fields_end(fields, "out31", MXFP8_DEQUANT_LINE);
}

/* True for a line that was taken or is none; otherwise `error` says why, without the place. */
static bool read_line(const char *text, unsigned line, vector_taker *take, void *context,
                      char error[FIELDS_ERROR_SIZE]) {
    const size_t length = strlen(text);
    struct fields fields = fields_of(text);
    if (length == LINE_SIZE - 1 && text[length - 1] != '\n') {
        snprintf(error, FIELDS_ERROR_SIZE, "line of more than %d characters", LINE_SIZE - 2);
        return false;
    }
    if (text[0] == '#' || text[strspn(text, " \r\n")] == '\0') {
        return true;
    }
    const bool taken = take(context, &fields, line);
    memcpy(error, fields.error, sizeof fields.error);
    return taken;
}

bool vector_lines(const char *path, vector_taker *take, void *context, char error[256]) {
    char text[LINE_SIZE], complaint[FIELDS_ERROR_SIZE];
    FILE *file = fopen(path, "r");
    bool taken = true;
    if (!file) {
        snprintf(error, 256, "%s: %s", path, strerror(errno));
        return false;
    }
    for (unsigned line = 1; taken && fgets(text, sizeof text, file); line++) {
        taken = read_line(text, line, take, context, complaint);
        if (!taken) {
            snprintf(error, 256, "%s:%u: %s", path, line, complaint);
        }
    }
    fclose(file);
    return taken;
}

struct loading {
    struct vectors *vectors;
    unsigned room;
};

static bool append(void *context, struct fields *fields, unsigned line) {
    struct loading *loading = context;
    struct vectors *vectors = loading->vectors;
    if (vectors->count == loading->room) {
        loading->room = loading->room ? 2 * loading->room : 64;
        struct vector *grown = realloc(vectors->at, loading->room * sizeof *grown);
        if (!grown) {
            snprintf(fields->error, sizeof fields->error, "out of memory");
            return false;
        }
        vectors->at = grown;
    }
    struct vector *v = &vectors->at[vectors->count++];
    v->line = line;
    return vector_read(fields, v);
}

bool vectors_load(struct vectors *vectors, const char *path, char error[256]) {
    struct loading loading = {vectors, 0};
    *vectors = (struct vectors){0, NULL};
    const bool read = vector_lines(path, append, &loading, error);
    if (!read) {
        vectors_free(vectors);
    }
    return read;
}

void vectors_free(struct vectors *vectors) {
    free(vectors->at);
    *vectors = (struct vectors){0, NULL};
}
