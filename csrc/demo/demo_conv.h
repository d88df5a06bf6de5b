/* Scenario: what four compute clusters fetch through the memory port for a 3x3 convolution, and
 * nothing else of it. Each sweeps its tiles of the padded raster, tap by tap and channel block by
 * channel block; the weights of a step go to all four in one multicast run. */
#ifndef CSRC_DEMO_DEMO_CONV_H
#define CSRC_DEMO_DEMO_CONV_H

#include "demo/tensors.h"
#include "sim/sim.h"

enum {
    CONV_H = 32,
    CONV_W = 32,
    CONV_C = 64,
    CONV_N = 32,     /* output channels */
    CONV_BLOCK = 32, /* channels of a pixel that lie together: 64 bytes */
    CONV_BLOCKS = CONV_C / CONV_BLOCK,
    CONV_TAPS = 9,
    CONV_PITCH = CONV_W + 2, /* pixels of a padded row */
    CONV_PLANE = (CONV_H + 2) * CONV_PITCH,
    CONV_RASTER =
        CONV_H * CONV_PITCH, /* positions swept; those right of the image are thrown away */
    CONV_TILE = 32,          /* of them in a run: 16 entries of 4 words */
    CONV_TILES = (CONV_RASTER + CONV_TILE - 1) / CONV_TILE,
    /* Pixels stored of a plane: the last tap of the last tile reads past its end. */
    CONV_STORED = CONV_TILES * CONV_TILE + 2 * CONV_PITCH + 2,
    CONV_CLUSTERS = 4,
    CONV_ACTIVATIONS = CONV_H * CONV_W * CONV_C,
    CONV_WEIGHTS = CONV_TAPS * CONV_C * CONV_N,
    CONV_LATENCY_MIN = 20, /* cycles from AR to the first R beat */
    CONV_LATENCY_MAX = 40,
    CONV_MEMORY_STALLS = 50, /* permille of cycles in which AR is not taken, and R not offered */
    CONV_MESH_STALLS = 30    /* permille of cycles in which the mesh holds the port's output */
};

struct demo_conv_result {
    bool fetched;             /* false: the options leave out what it takes, nothing was done */
    char first[40], last[40]; /* tensors the activations begin and end in, */
    char weights_first[40], weights_last[40]; /* and those the weights do */
    uint64_t base, weights_base;              /* byte addresses */
    uint64_t runs, multicast_runs;
    uint64_t flits, peer_flits; /* peer_flits: to others than the requester */
    uint64_t words_read;        /* AXI */
    uint64_t crossing;          /* runs across a 4 KB boundary, by their addresses; */
    uint64_t splits_4k;         /* the same as the golden model counted them */
    uint64_t straddling;        /* entries with words on both sides of one */
    uint64_t cycles;            /* from the first flit to the last, inclusive */
    uint64_t compared;          /* words compared with the tensors themselves */
};

void demo_convolution_is_fetched(struct sim *s);
/* Of the latest run. */
const struct demo_conv_result *demo_conv_result(void);

#endif
