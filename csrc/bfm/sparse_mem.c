#include "bfm/sparse_mem.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void sparse_mem_init(struct sparse_mem *m, enum sparse_mode mode, uint64_t seed) {
    memset(m, 0, sizeof *m);
    m->mode = mode;
    m->seed = seed;
}

void sparse_mem_free(void *memory) {
    struct sparse_mem *m = memory;
    free(m->key);
    free(m->value);
    m->key = NULL;
    m->value = NULL;
    m->size = m->used = 0;
}

static void set_lane(struct word *word, unsigned lane, uint64_t value) {
    word->w[2 * lane] = (uint32_t)value;
    word->w[2 * lane + 1] = (uint32_t)(value >> 32);
}

/* The entry of the word, or the free one where it would go; the table is never full. */
static size_t find(const struct sparse_mem *m, uint64_t number) {
    size_t at = (size_t)mix(number) & (m->size - 1);
    while (m->key[at] != 0 && m->key[at] != number + 1) {
        at = (at + 1) & (m->size - 1);
    }
    return at;
}

// NOLINTBEGIN(clang-analyzer-unix.Malloc): the analyser loses that *m = next replaced the table
static void grow(struct sparse_mem *m) {
    const struct sparse_mem old = *m;
    struct sparse_mem next = *m;
    next.size = m->size == 0 ? 1024 : 2 * m->size;
    next.key = calloc(next.size, sizeof *next.key);
    next.value = malloc(next.size * sizeof *next.value);
    if (next.key == NULL || next.value == NULL) {
        fprintf(stderr, "out of memory: %zu words of simulated memory were written\n", m->used);
        abort();
    }
    for (size_t i = 0; i < old.size; i++) {
        if (old.key[i] != 0) {
            const size_t at = find(&next, old.key[i] - 1);
            next.key[at] = old.key[i];
            next.value[at] = old.value[i];
        }
    }
    *m = next;
    free(old.key);
    free(old.value);
}

void sparse_mem_untouched(const struct sparse_mem *m, uint64_t addr, struct word *out) {
    addr &= ~UINT64_C(31);
    switch (m->mode) {
    case SPARSE_TAGGED:
        for (unsigned lane = 0; lane < 4; lane++) {
            set_lane(out, lane,
                     UINT64_C(0xda7) << 52 | (uint64_t)lane << 48 | (m->seed & 0xff) << 40 |
                         (addr & UINT64_C(0xffffffffff)));
        }
        return;
    case SPARSE_RANDOM:
        for (unsigned lane = 0; lane < 4; lane++) {
            set_lane(out, lane,
                     mix(mix(m->seed) + addr + (lane + 1) * UINT64_C(0x9e3779b97f4a7c15)));
        }
        return;
    case SPARSE_ZEROS:
        break;
    case SPARSE_REAL:
        for (unsigned i = 0; i < WORD_BYTES; i++) {
            ((uint8_t *)out->w)[i] = m->real[(addr + i) % m->real_size];
        }
        return;
    }
    memset(out, 0, sizeof *out);
}

void sparse_mem_read(const struct sparse_mem *m, uint64_t addr, struct word *out) {
    if (m->used != 0) {
        const size_t at = find(m, addr / WORD_BYTES);
        if (m->key[at] != 0) {
            *out = m->value[at];
            return;
        }
    }
    sparse_mem_untouched(m, addr, out);
}

/* The stored word, made from the untouched contents when there is none yet. */
static struct word *stored(struct sparse_mem *m, uint64_t addr) {
    if (4 * m->used >= 3 * m->size) {
        grow(m);
    }
    const size_t at = find(m, addr / WORD_BYTES);
    if (m->key[at] == 0) {
        m->key[at] = addr / WORD_BYTES + 1;
        m->used++;
        sparse_mem_untouched(m, addr, &m->value[at]);
    }
    return &m->value[at];
}
// NOLINTEND(clang-analyzer-unix.Malloc)

void sparse_mem_write(struct sparse_mem *m, uint64_t addr, const struct word *word, uint32_t strb) {
    struct word *to = stored(m, addr);
    if (strb == UINT32_MAX) {
        *to = *word;
        return;
    }
    for (unsigned i = 0; i < WORD_BYTES; i++) {
        if ((strb >> i) & 1) {
            ((uint8_t *)to->w)[i] = ((const uint8_t *)word->w)[i];
        }
    }
}

void sparse_mem_load(struct sparse_mem *m, uint64_t addr, const void *bytes, size_t size) {
    const uint8_t *from = bytes;
    for (size_t i = 0; i < size;) {
        const size_t offset = (size_t)((addr + i) % WORD_BYTES);
        const size_t part = WORD_BYTES - offset < size - i ? WORD_BYTES - offset : size - i;
        memcpy((uint8_t *)stored(m, addr + i)->w + offset, from + i, part);
        i += part;
    }
}
