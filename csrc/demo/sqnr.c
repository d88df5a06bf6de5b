#include "demo/sqnr.h"

#include <math.h>

void sqnr_add(struct sqnr *s, double value, double quantised, double step, size_t at) {
    const double error = fabs(value - quantised);
    s->values++;
    s->signal += value * value;
    s->noise += error * error;
    s->beyond_half += 2 * error > step;
    if (error / step > s->worst_error) {
        s->worst_error = error / step;
        s->worst_at = at;
    }
}

void sqnr_end_block(struct sqnr *s) {
    s->worst_block = s->signal > 0 ? s->noise / s->signal : 0;
}

void sqnr_merge(struct sqnr *s, const struct sqnr *other) {
    s->values += other->values;
    s->signal += other->signal;
    s->noise += other->noise;
    s->beyond_half += other->beyond_half;
    s->worst_block = fmax(s->worst_block, other->worst_block);
    if (other->worst_error > s->worst_error) {
        s->worst_error = other->worst_error;
        s->worst_at = other->worst_at;
    }
}

double sqnr_db(const struct sqnr *s) {
    return s->noise > 0 ? 10 * log10(s->signal / s->noise) : INFINITY;
}

double sqnr_block_db(const struct sqnr *s) {
    return s->worst_block > 0 ? -10 * log10(s->worst_block) : INFINITY;
}
