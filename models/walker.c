/* See walker.h. */
#include "walker.h"

#define ALIGNMENT 32

unsigned walker_dims_used(const struct walker *w) {
    return w->ndim < WALKER_NDIM_ILLEGAL ? w->ndim : 0;
}

uint32_t walker_count(const struct walker_dim *dim) {
    return dim->count == 0 ? 1 : dim->count;
}

unsigned __int128 walker_total(const struct walker *w) {
    unsigned __int128 total = 1;
    for (unsigned d = 0; d < walker_dims_used(w); d++)
        total *= walker_count(&w->dim[d]);
    return total;
}

bool walker_misaligned(const struct walker *w) {
    bool misaligned = w->base % ALIGNMENT != 0;
    for (unsigned d = 0; d < walker_dims_used(w); d++)
        if (walker_count(&w->dim[d]) > 1)
            misaligned |= w->dim[d].stride % ALIGNMENT != 0;
    return misaligned;
}

bool walker_bounded(const struct walker *w) {
    return w->axis[0].extent != 0 || w->axis[1].extent != 0;
}

struct walker_pos walker_begin(void) {
    return (struct walker_pos){{0}};
}

static bool inside(const struct walker_axis *axis, int64_t value) {
    return axis->extent == 0 || (value >= 0 && value < axis->extent);
}

struct walker_element walker_at(const struct walker *w, const struct walker_pos *pos) {
    struct walker_element e = {.addr = w->base, .axis = {w->axis[0].base, w->axis[1].base}};
    for (unsigned d = 0; d < walker_dims_used(w); d++) {
        const struct walker_dim *const dim = &w->dim[d];
        const int64_t idx = pos->idx[d];
        /* At most 2^16 * 2^31 in magnitude; the sum wraps as unsigned and is cut to 40 bits. */
        e.addr += (uint64_t)(idx * dim->stride);
        if (dim->axis == 1 || dim->axis == 2)
            e.axis[dim->axis - 1] += idx * dim->step;
    }
    e.addr &= WALKER_ADDR_MASK;
    e.valid = inside(&w->axis[0], e.axis[0]) && inside(&w->axis[1], e.axis[1]);
    return e;
}

bool walker_next(const struct walker *w, struct walker_pos *pos) {
    for (unsigned d = walker_dims_used(w); d-- > 0;) {
        if (++pos->idx[d] < walker_count(&w->dim[d]))
            return true;
        pos->idx[d] = 0;
    }
    return false;
}
