/*
 * The golden model of a walker (modules 4): which addresses a move visits, in which order, and
 * which of them a bounded axis declares invalid.
 *
 * Addresses are 40-bit byte addresses, one element is one 32-byte word (or, at the destination of a
 * transform, one entry). Pure functions of the registers: no clock, no memory.
 */
#ifndef MODELS_WALKER_H
#define MODELS_WALKER_H

#include <stdbool.h>
#include <stdint.h>

#define WALKER_DIMS 6
#define WALKER_AXES 2
#define WALKER_NDIM_ILLEGAL 7
#define WALKER_ADDR_MASK ((UINT64_C(1) << 40) - 1)

struct walker_dim {
    uint16_t count; /* 0 means 1 */
    int32_t stride; /* bytes */
    uint8_t axis;   /* as written, 0-3: 1 and 2 name an axis */
    int16_t step;   /* of that axis, per index */
};

struct walker_axis {
    int16_t base;
    uint16_t extent; /* 0: unbounded */
};

/* The registers of one walker; all zero is the state after reset. */
struct walker {
    uint64_t base; /* 40 bits */
    uint8_t ndim;  /* 3 bits as written */
    struct walker_dim dim[WALKER_DIMS];
    struct walker_axis axis[WALKER_AXES]; /* axis 1 is axis[0] */
};

/* Dimensions that take part: ndim, and none of the illegal ndim 7, which is a fault. */
unsigned walker_dims_used(const struct walker *w);
/* Elements of a dimension: its count with 0 read as 1. */
uint32_t walker_count(const struct walker_dim *dim);
/* Exact number of elements; up to 65535^6, which needs 96 bits. */
unsigned __int128 walker_total(const struct walker *w);
/* A base, or a used stride with more than one element, that is no multiple of 32 bytes. */
bool walker_misaligned(const struct walker *w);
/* Some axis has a nonzero extent, whether or not a dimension is on it. */
bool walker_bounded(const struct walker *w);

/* A position in the walk. The first element is where walker_begin() puts it. */
struct walker_pos {
    uint32_t idx[WALKER_DIMS];
};

struct walker_element {
    uint64_t addr;             /* 40 bits */
    int64_t axis[WALKER_AXES]; /* exact */
    bool valid;                /* inside the extent of every bounded axis */
};

struct walker_pos walker_begin(void);
struct walker_element walker_at(const struct walker *w, const struct walker_pos *pos);
/* Steps to the next element, the highest-numbered used dimension innermost. False, with *pos back
 * at the first element, when there was none left. */
bool walker_next(const struct walker *w, struct walker_pos *pos);

#endif
