#include "demo/conv_layout.h"

#define APERTURE (UINT64_C(1) << 39)
#define OFFSET_MASK ((UINT64_C(1) << 36) - 1)

enum { OCCUPANT = 1, TAP_BYTES = 2 * CONV_C, BEYOND_BYTES = CONV_LANES * CONV_PIXEL_BYTES };

struct conv_layout conv_layout_of(unsigned mesh_id) {
    const uint64_t mesh = (uint64_t)mesh_id << 36, staging = mesh | APERTURE;
    return (struct conv_layout){
        .image = mesh | UINT64_C(0x123456fc0),
        .weights = mesh | UINT64_C(0x2789abc40),
        .planes = mesh | UINT64_C(0x3456780c0),
        .copy = {mesh | UINT64_C(0x400ffc540), staging, mesh | UINT64_C(0x5abcde9c0)},
        .kernel = staging + CONV_COPY_ENTRIES * CONV_ENTRY_BYTES};
}

uint64_t conv_host_addr(uint64_t addr) {
    return addr & OFFSET_MASK;
}

uint64_t conv_tap_addr(const struct conv_layout *layout, unsigned block, unsigned tap, unsigned y) {
    const unsigned row = block * CONV_ROWS + y + tap / 3;
    return layout->copy[tap % 3] + (uint64_t)row * CONV_ROW_ENTRIES * CONV_ENTRY_BYTES;
}

uint64_t conv_kernel_addr(const struct conv_layout *layout, unsigned block, unsigned tap) {
    const unsigned run = block * CONV_TAPS + tap;
    return layout->kernel + (uint64_t)run * CONV_RUN_ENTRIES * CONV_ENTRY_BYTES;
}

/* ---- moves ------------------------------------------------------------------------------------ */

static struct walker line_of(uint64_t base, unsigned count, int32_t stride) {
    return (struct walker){
        .base = base, .ndim = 1, .dim[0] = {.count = (uint16_t)count, .stride = stride}};
}

/* An entry's worth of zeros before the planes and one after them: the neighbours at dx = -1 of the
 * first pixel and at dx = +1 of the last. */
static struct conv_move ends_of_the_planes(const struct conv_layout *l) {
    const struct walker to = {
        .base = l->planes - BEYOND_BYTES,
        .ndim = 2,
        .dim = {{.count = 2, .stride = CONV_PLANES_WORDS * WORD_BYTES + BEYOND_BYTES},
                {.count = BEYOND_BYTES / WORD_BYTES, .stride = WORD_BYTES}}};
    return (struct conv_move){.what = "zeros around the planes",
                              .regs = {.mode = MOVER_FILL, .walker[MOVER_DESTINATION] = to},
                              .words = 2 * BEYOND_BYTES / WORD_BYTES};
}

/* [H][W][C] to [C/32][H+2][W+4][32]. Rows are on axis 1, pixels on axis 2; what lies outside the
 * image is not read but written as the immediate, zero. */
static struct conv_move padded_planes(const struct conv_layout *l) {
    const int32_t row = CONV_W * CONV_C * 2;
    const struct walker from = {
        .base = l->image - (uint64_t)row,
        .ndim = 4,
        .dim = {{.count = CONV_BLOCKS, .stride = CONV_PIXEL_BYTES},
                {.count = CONV_ROWS, .stride = row, .axis = 1, .step = 1},
                {.count = CONV_PITCH, .stride = CONV_C * 2, .axis = 2, .step = 1},
                {.count = CONV_PIXEL_BYTES / WORD_BYTES, .stride = WORD_BYTES}},
        .axis = {{.base = -1, .extent = CONV_H}, {.base = 0, .extent = CONV_W}}};
    return (struct conv_move){
        .what = "image to padded planes",
        .regs = {.mode = MOVER_COPY,
                 .walker = {from, line_of(l->planes, CONV_PLANES_WORDS, WORD_BYTES)}},
        .words = CONV_PLANES_WORDS};
}

static struct conv_move converted(const char *what, enum mxfp7_packing packing, struct walker from,
                                  uint64_t to, unsigned entries) {
    return (struct conv_move){.what = what,
                              .regs = {.mode = MOVER_TRANSFORM,
                                       .walker = {from, line_of(to, entries, CONV_ENTRY_BYTES)},
                                       .xform_id = OCCUPANT,
                                       .xform_mode = (uint8_t)packing},
                              .words = entries * MXFP7_WORDS,
                              .entries = entries};
}

static struct conv_move shifted_copy(const struct conv_layout *l, unsigned copy) {
    static const char *const what[CONV_COPIES] = {"planes at dx = -1", "planes at dx =  0",
                                                  "planes at dx = +1"};
    const uint64_t from = l->planes + (uint64_t)copy * CONV_PIXEL_BYTES - CONV_PIXEL_BYTES;
    return converted(what[copy], MXFP7_PACKING_A, line_of(from, CONV_PLANES_WORDS, WORD_BYTES),
                     l->copy[copy], CONV_COPY_ENTRIES);
}

/* [N][3][3][C] to [C/32][9][N] x 32 channels: the lanes of an entry lie a whole kernel apart. */
static struct conv_move kernel(const struct conv_layout *l) {
    const struct walker from = {
        .base = l->weights,
        .ndim = 4,
        .dim = {{.count = CONV_BLOCKS, .stride = CONV_PIXEL_BYTES},
                {.count = CONV_TAPS, .stride = TAP_BYTES},
                {.count = CONV_N, .stride = CONV_TAPS * TAP_BYTES},
                {.count = CONV_PIXEL_BYTES / WORD_BYTES, .stride = WORD_BYTES}}};
    return converted("weights", MXFP7_PACKING_B, from, l->kernel, CONV_KERNEL_ENTRIES);
}

void conv_moves(const struct conv_layout *layout, struct conv_move move[CONV_MOVES]) {
    move[0] = ends_of_the_planes(layout);
    move[1] = padded_planes(layout);
    for (unsigned copy = 0; copy < CONV_COPIES; copy++) {
        move[2 + copy] = shifted_copy(layout, copy);
    }
    move[2 + CONV_COPIES] = kernel(layout);
}
