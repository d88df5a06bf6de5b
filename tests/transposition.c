/* See transposition.h. A matrix is cut into blocks. Inside a block the place of an element is a number
 * whose bits are bits of its row and of its column; where one of them stands in memory is all that a
 * move changes. Bits of the address above a word are moved by walkers, freely. Inside of four words,
 * the beats of an entry, the occupant does it: seen as elements of 2^mode bytes, a place is {tile row,
 * tile column}, and becomes {tile column, tile row}. So each transform brings the two bits that choose
 * a beat into the word, and takes two others out. The modes and beats below bring all the row's bits
 * in. */
#include "transposition.h"

enum { BITS = 7, IN_WORD = 5, DIGITS = 8, ENTRY = TRANSPOSE_BYTES };

/* A digit of a place: a bit of row or column inside the block, or the block's row or column. */
enum digit_kind { BYTE, ROW, COLUMN };
struct digit {
    enum digit_kind kind;
    unsigned weight; /* rows, or columns, from one value of the digit to the next */
    uint32_t count;
    int64_t stride; /* bytes, where the matrix lies now */
};

/* One transform: the two digits of a place that choose its beat, most significant first. */
struct pass {
    unsigned mode;
    struct {
        enum digit_kind kind;
        unsigned weight;
    } beat[2];
};

struct scheme {
    unsigned row_bits, column_bits; /* of a block */
    unsigned passes;
    struct pass pass[TRANSPOSITION_MOVES - 1];
};

static const struct scheme schemes[] = {
    {5,
     5,
     3,
     {{3, {{ROW, 2}, {ROW, 1}}}, {0, {{COLUMN, 16}, {ROW, 4}}}, {3, {{ROW, 16}, {ROW, 8}}}}},
    {4, 4, 3, {{3, {{ROW, 1}, {ROW, 4}}}, {1, {{COLUMN, 8}, {ROW, 2}}}, {3, {{ROW, 8}, {ROW, 4}}}}},
    {4, 3, 2, {{3, {{ROW, 1}, {ROW, 8}}}, {2, {{ROW, 4}, {ROW, 2}}}}},
    {2, 2, 1, {{3, {{ROW, 2}, {ROW, 1}}}}},
};

static unsigned log2_of(unsigned value) {
    unsigned n = 0;
    while (value >> (n + 1) != 0) {
        n++;
    }
    return n;
}

static const struct scheme *scheme_of(struct matrix_shape shape) {
    return &schemes[log2_of(shape.bytes)];
}

static unsigned up(unsigned value, unsigned bits) {
    return ((value - 1) >> bits) + 1;
}

struct matrix_shape transposition_padded(struct matrix_shape shape) {
    const struct scheme *s = scheme_of(shape);
    return (struct matrix_shape){up(shape.rows, s->row_bits) << s->row_bits,
                                 up(shape.columns, s->column_bits) << s->column_bits, shape.bytes};
}

uint64_t transposition_scratch(struct matrix_shape shape) {
    const struct matrix_shape padded = transposition_padded(shape);
    return (uint64_t)padded.rows * padded.columns * padded.bytes;
}

/* ---- where the elements are ------------------------------------------------------------------ */

struct places {
    struct digit word[DIGITS]; /* of a word's address, in the order of the latest walk */
    unsigned words;
    struct digit in_word[IN_WORD]; /* of a byte's place in its word, most significant first */
};

static void add(struct places *p, enum digit_kind kind, unsigned weight, uint32_t count,
                int64_t stride) {
    p->word[p->words++] = (struct digit){kind, weight, count, stride};
}

static void lie_in_rows(struct places *p, const struct transposition *t) {
    const struct scheme *s = scheme_of(t->shape);
    const unsigned size = log2_of(t->shape.bytes);
    *p = (struct places){.words = 0};
    add(p, ROW, 1u << s->row_bits, up(t->shape.rows, s->row_bits),
        (int64_t)t->from_pitch << s->row_bits);
    for (unsigned bit = s->row_bits; bit-- > 0;) {
        add(p, ROW, 1u << bit, 2, (int64_t)t->from_pitch << bit);
    }
    add(p, COLUMN, 1u << s->column_bits, up(t->shape.columns, s->column_bits), WORD_BYTES);
    for (unsigned i = 0; i < IN_WORD - size; i++) {
        p->in_word[i] = (struct digit){COLUMN, 1u << (IN_WORD - size - 1 - i), 2, 0};
    }
}

/* The digits that choose the beat go to the end, as the innermost of the walk. */
static void order(struct places *p, const struct pass *pass) {
    for (unsigned i = 0; i < 2; i++) {
        unsigned at = 0;
        while (p->word[at].kind != pass->beat[i].kind ||
               p->word[at].weight != pass->beat[i].weight) {
            at++;
        }
        const struct digit beat = p->word[at];
        memmove(&p->word[at], &p->word[at + 1], (p->words - at - 1) * sizeof *p->word);
        p->word[p->words - 1] = beat;
    }
}

/* Entries follow each other without gaps; in each the digits are turned round. */
static void turn(struct places *p, unsigned mode) {
    const struct matrix_shape tile = transpose_tile_shape(mode);
    const unsigned rows = log2_of(tile.rows), columns = log2_of(tile.columns);
    struct digit before[BITS], after[BITS];
    memcpy(before, &p->word[p->words - 2], 2 * sizeof *before);
    memcpy(before + 2, p->in_word, sizeof p->in_word);
    memcpy(after, before, sizeof after);
    memcpy(after, before + rows, columns * sizeof *after);
    memcpy(after + columns, before, rows * sizeof *after);
    memcpy(&p->word[p->words - 2], after, 2 * sizeof *after);
    memcpy(p->in_word, after + 2, sizeof p->in_word);
    int64_t stride = WORD_BYTES;
    for (unsigned i = p->words; i-- > 0;) {
        p->word[i].stride = stride;
        stride *= p->word[i].count;
    }
}

/* The walk goes along the rows of the result, whose words follow each other in memory. */
static void along_rows(struct places *p) {
    struct places sorted = {.words = 0};
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < p->words; i++) {
            if ((p->word[i].kind == ROW) == (pass == 1)) {
                sorted.word[sorted.words++] = p->word[i];
            }
        }
    }
    memcpy(p->word, sorted.word, sizeof p->word);
}

/* ---- walkers --------------------------------------------------------------------------------- */

/* An inner dimension is part of the one around it when it fills its steps. */
static bool fills(const struct walker_dim *outer, const struct walker_dim *inner) {
    return outer->stride == (int64_t)inner->stride * inner->count && outer->axis == inner->axis &&
           outer->step == inner->step * inner->count &&
           (uint32_t)outer->count * inner->count <= UINT16_MAX;
}

static void add_dim(struct walker *w, const struct walker_dim *dim) {
    struct walker_dim *outer = w->ndim > 0 ? &w->dim[w->ndim - 1] : NULL;
    if (dim->count == 1) {
        return;
    }
    if (outer != NULL && fills(outer, dim)) {
        const uint16_t count = (uint16_t)(outer->count * dim->count);
        *outer = *dim;
        outer->count = count;
    } else {
        w->dim[w->ndim++] = *dim;
    }
}

static struct walker walk_of(const struct places *p, uint64_t base) {
    struct walker w = {.base = base};
    for (unsigned i = 0; i < p->words; i++) {
        add_dim(&w, &(struct walker_dim){.count = (uint16_t)p->word[i].count,
                                         .stride = (int32_t)p->word[i].stride});
    }
    return w;
}

/* Entry after entry: blocks, and the entries of a block. */
static struct walker entries_of(const struct transposition *t, uint64_t base) {
    const struct scheme *s = scheme_of(t->shape);
    const uint32_t block = (t->shape.bytes << (s->row_bits + s->column_bits)) / ENTRY;
    const uint32_t across = up(t->shape.columns, s->column_bits);
    struct walker w = {.base = base};
    add_dim(&w, &(struct walker_dim){.count = (uint16_t)up(t->shape.rows, s->row_bits),
                                     .stride = (int32_t)(across * block * ENTRY)});
    add_dim(&w,
            &(struct walker_dim){.count = (uint16_t)across, .stride = (int32_t)(block * ENTRY)});
    add_dim(&w, &(struct walker_dim){.count = (uint16_t)block, .stride = ENTRY});
    return w;
}

/* The words in that order, each to its row of the result; axis 1 counts rows of
 * the result, axis 2 words of a row: what the shape does not have is not written. */
static struct walker rows_of_result(const struct places *p, const struct transposition *t) {
    const unsigned bytes = t->shape.rows * t->shape.bytes;
    struct walker w = {
        .base = t->to,
        .axis = {{.extent = (uint16_t)t->shape.columns}, {.extent = (uint16_t)up(bytes, IN_WORD)}}};
    for (unsigned i = 0; i < p->words; i++) {
        const struct digit *d = &p->word[i];
        const unsigned words = d->weight * t->shape.bytes / WORD_BYTES;
        const struct walker_dim column = {.count = (uint16_t)d->count,
                                          .stride = t->to_pitch * (int32_t)d->weight,
                                          .axis = 1,
                                          .step = (int16_t)d->weight};
        const struct walker_dim row = {.count = (uint16_t)d->count,
                                       .stride = (int32_t)(words * WORD_BYTES),
                                       .axis = 2,
                                       .step = (int16_t)words};
        add_dim(&w, d->kind == COLUMN ? &column : &row);
    }
    return w;
}

unsigned transposition_moves(const struct transposition *t,
                             struct mover_regs moves[TRANSPOSITION_MOVES]) {
    const struct scheme *s = scheme_of(t->shape);
    struct places p;
    uint64_t at = t->from;
    lie_in_rows(&p, t);
    for (unsigned i = 0; i < s->passes; i++) {
        const uint64_t to = t->scratch[i % 2];
        order(&p, &s->pass[i]);
        moves[i] = (struct mover_regs){.mode = MOVER_TRANSFORM,
                                       .walker = {walk_of(&p, at), entries_of(t, to)},
                                       .xform_id = (uint8_t)t->id,
                                       .xform_mode = (uint8_t)s->pass[i].mode};
        turn(&p, s->pass[i].mode);
        at = to;
    }
    along_rows(&p);
    moves[s->passes] =
        (struct mover_regs){.mode = MOVER_COPY, .walker = {walk_of(&p, at), rows_of_result(&p, t)}};
    return s->passes + 1;
}
