#include "observe/pin_record.h"

#include "observe/memory.h"
#include "observe/pins.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pin_record {
    const struct sim *sim;
    FILE *file;
    char path[256];
    unsigned count;
    struct pin pin[PINS_MAX];
    uint32_t before[PINS_MAX][PIN_WORDS_MAX];
    bool begun;
};

struct pin_record *pin_record_open(const char *path, const struct sim *s) {
    struct pin_record *r = zeros(1, sizeof *r);
    r->sim = s;
    snprintf(r->path, sizeof r->path, "%s", path);
    r->count = pins_of(s->dut, r->pin);
    r->file = fopen(path, "w");
    if (!r->file) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", path, strerror(errno));
        free(r);
        return NULL;
    }
    fprintf(r->file, "$comment variant %s $end\n$timescale 1ps $end\n$scope module TOP $end\n",
            s->dut->type->name);
    for (unsigned i = 0; i < r->count; i++) {
        fprintf(r->file, "$var wire %u p%u %s $end\n", r->pin[i].bits, i, r->pin[i].name);
    }
    fprintf(r->file, "$upscope $end\n$enddefinitions $end\n");
    return r;
}

static void put(const struct pin_record *r, unsigned i, const uint32_t *words) {
    char bits[32 * PIN_WORDS_MAX + 1];
    const unsigned count = r->pin[i].bits;
    for (unsigned b = 0; b < count; b++) {
        const unsigned at = count - 1 - b;
        bits[b] = words[at / 32] >> (at % 32) & 1 ? '1' : '0';
    }
    bits[count] = 0;
    fprintf(r->file, count > 1 ? "b%s p%u\n" : "%sp%u\n", bits, i);
}

void pin_record_cycle(struct pin_record *r) {
    uint32_t words[PIN_WORDS_MAX];
    fprintf(r->file, "#%llu\n", (unsigned long long)r->sim->cycle * 10);
    for (unsigned i = 0; i < r->count; i++) {
        const size_t size = pin_words(&r->pin[i]) * sizeof *words;
        pin_get(&r->pin[i], words);
        if (!r->begun || memcmp(words, r->before[i], size) != 0) {
            memcpy(r->before[i], words, size);
            put(r, i, words);
        }
    }
    r->begun = true;
}

bool pin_record_close(struct pin_record *r) {
    const bool failed = ferror(r->file) != 0;
    const bool fine = fclose(r->file) == 0 && !failed;
    if (!fine) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", r->path, strerror(errno));
    }
    free(r);
    return fine;
}
