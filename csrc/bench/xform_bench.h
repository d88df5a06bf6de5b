/* A mag_xform with its bank, between requesters and checks (modules 2). */
#ifndef CSRC_BENCH_XFORM_BENCH_H
#define CSRC_BENCH_XFORM_BENCH_H

#include "bench/slot_core.h"
#include "bfm/slot_driver.h"
#include "check/display_check.h"
#include "check/grant_check.h"
#include "check/stage_check.h"

struct xform_bench {
    struct slot_core core; /* first: it is what shared situations get */
    struct slot_driver driver;
    struct grant_check grant;
    struct stage_check stage;
    struct display_check display;
    uint64_t active; /* latest cycle in which anything moved */
};

/* Attaches a model of `type`, resets it and learns the bank. The run owns the bench. */
struct xform_bench *xform_bench_new(struct sim *s, const struct dut_type *type);
/* Runs cycles until no requester has anything to do. */
void xform_bench_drain(struct xform_bench *b);
/* `cycles` of random runs by all requesters, random settings, resets in the middle. */
void xform_bench_random(struct xform_bench *b, uint64_t cycles);
/* Drains, and judges what must be left: nothing. */
void xform_bench_finish(struct xform_bench *b);

#endif
