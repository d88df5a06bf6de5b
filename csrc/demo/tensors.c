#include "demo/tensors.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DATA "tests/data/fp16_weights.bin"
#define INDEX "tests/data/fp16_weights.txt"

enum { VALUES_MAX = 1 << 20, TENSORS_MAX = 1024 };

static bool load_values(struct tensors *t, char error[256]) {
    FILE *file = fopen(DATA, "rb");
    if (!file) {
        snprintf(error, 256, "cannot open " DATA ": %s", strerror(errno));
        return false;
    }
    uint8_t *bytes = malloc(2 * VALUES_MAX);
    t->value = calloc(VALUES_MAX, sizeof *t->value);
    const size_t size = bytes && t->value ? fread(bytes, 1, 2 * VALUES_MAX, file) : 0;
    fclose(file);
    t->values = size / 2;
    for (size_t i = 0; i < t->values; i++) {
        t->value[i] = (uint16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
    }
    free(bytes);
    if (t->values == 0 || size % 2 != 0) {
        snprintf(error, 256, DATA ": %zu bytes are no FP16 values", size);
        return false;
    }
    return true;
}

/* One line: byte offset, byte length, shape, name. */
static bool parse_line(const char *line, struct tensor *tensor) {
    size_t offset, length;
    if (sscanf(line, "%zu %zu %23s %39s", &offset, &length, tensor->shape, tensor->name) != 4 ||
        offset % 2 != 0 || length % 2 != 0 || length == 0) {
        return false;
    }
    tensor->first = offset / 2;
    tensor->values = length / 2;
    return true;
}

static bool inside(const struct tensors *t, const struct tensor *tensor) {
    return tensor->first <= t->values && tensor->values <= t->values - tensor->first;
}

static bool load_index(struct tensors *t, char error[256]) {
    FILE *file = fopen(INDEX, "r");
    char line[256];
    bool good = true;
    if (!file) {
        snprintf(error, 256, "cannot open " INDEX ": %s", strerror(errno));
        return false;
    }
    t->tensor = calloc(TENSORS_MAX, sizeof *t->tensor);
    while (good && t->tensor && t->count < TENSORS_MAX && fgets(line, sizeof line, file)) {
        struct tensor *tensor = &t->tensor[t->count++];
        good = parse_line(line, tensor) && inside(t, tensor);
    }
    fclose(file);
    if (!good || t->count == 0) {
        snprintf(error, 256, INDEX ": line %zu names no part of " DATA, t->count);
        return false;
    }
    return true;
}

bool tensors_load(struct tensors *t, char error[256]) {
    memset(t, 0, sizeof *t);
    if (load_values(t, error) && load_index(t, error)) {
        return true;
    }
    tensors_free(t);
    return false;
}

void tensors_free(void *tensors) {
    struct tensors *t = tensors;
    free(t->value);
    free(t->tensor);
    memset(t, 0, sizeof *t);
}

double fp16_value(uint16_t bits) {
    const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double magnitude =
        exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, (int)exponent - 25);
    return bits >> 15 ? -magnitude : magnitude;
}

void word_from_values(const uint16_t values[WORD_VALUES], struct word *word) {
    for (unsigned i = 0; i < 8; i++) {
        word->w[i] = values[2 * i] | (uint32_t)values[2 * i + 1] << 16;
    }
}
