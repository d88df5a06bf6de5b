/* The control agent's mailbox and the writer of the mover's registers, without RTL. */
#include "bfm_wires.h"

#include "bfm/control_agent.h"
#include "bfm/link_source.h"
#include "bfm/mover_driver.h"
#include "check/link_check.h"

#include <string.h>

static const struct mover_driver_pins mover_wires = {&wires.mv.en, &wires.mv.addr, &wires.mv.data,
                                                     &wires.mv.busy};

/* ---- the control agent's mailbox ------------------------------------------------------------- */

struct mailbox_bench {
    struct control_agent agent;
    struct link_source source;
    struct link_check check;
    unsigned taken;
    uint64_t busy_seen; /* bit n: busy n cycles ago */
};

static void mailbox_drive(void *bench) {
    struct mailbox_bench *b = bench;
    link_source_drive(&b->source);
    control_agent_drive(&b->agent);
}

static void mailbox_sample(void *bench) {
    struct mailbox_bench *b = bench;
    struct link_transfer sent;
    const uint32_t *flit = control_agent_sample(&b->agent);
    assert_true(link_check_sample(&b->check, false) == flit);
    assert_int_equal(link_source_sample(&b->source, &sent), flit != NULL);
    b->taken += flit != NULL;
    b->busy_seen = b->busy_seen << 1 | wires.busy;
}

static const struct bench_hooks mailbox_hooks = {.drive = mailbox_drive, .sample = mailbox_sample};

static struct mailbox_bench *mailbox_new(struct sim *s) {
    static const uint32_t flit[FLIT_WORDS] = {1, 2, 3};
    struct mailbox_bench *b = sim_alloc(s, sizeof *b);
    control_agent_init(&b->agent, s, "agt_rx", &link_wires);
    link_source_init(&b->source, s, "flits", &link_wires, 1, 500);
    link_check_init(&b->check, s, "agt_rx", &link_wires, LINK_DUT_RECEIVES);
    sim_attach(s, &wires_type, &mailbox_hooks, b);
    sim_reset(s, 2);
    sim_cycles(s, LINK_BUSY_AFTER_RESET);
    for (unsigned i = 0; i < 500; i++) {
        link_source_push(&b->source, 0, flit);
    }
    return b;
}

static void scripted_mailbox(struct sim *s) {
    static const uint8_t script[] = {1, 0, 0, 1, 1, 0, 1, 0};
    struct mailbox_bench *b = mailbox_new(s);
    control_agent_play(&b->agent, script, sizeof script);
    sim_cycles(s, sizeof script);
    assert_int_equal(b->busy_seen & 0xff, 0x9a);
    assert_int_equal(b->taken, 4);
    sim_cycles(s, 50); /* then its pattern: never busy */
    assert_int_equal(b->taken, 54);
    b->agent.sink.knobs.busy = stall_alternate();
    sim_cycles(s, 100);
    assert_in_range(b->taken, 103, 105);
    control_agent_play(&b->agent, script, sizeof script);
    b->agent.sink.knobs.busy = stall_never();
    sim_reset(s, 5);
    assert_int_equal(b->agent.script_left, sizeof script);
    sim_cycles(s, sizeof script);
    assert_int_equal(b->busy_seen & 0xff, 0x9a);
}

static void full_mailbox(struct sim *s) {
    struct mailbox_bench *b = mailbox_new(s);
    b->agent.sink.knobs.busy.withheld = true;
    sim_cycles(s, 900);
    assert_int_equal(b->taken, 0);
    b->agent.sink.knobs.busy.withheld = false;
    sim_cycles(s, 10);
    assert_int_equal(b->taken, 10);
}

static void shut_mailbox(struct sim *s) {
    struct mailbox_bench *b = mailbox_new(s);
    static const uint8_t shut[17] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    sim_reset(s, 1);
    control_agent_play(&b->agent, shut, sizeof shut);
    sim_cycles(s, 20);
}

static void the_mailbox_is_busy_as_told(void **state) {
    (void)state;
    expect_quiet(scripted_mailbox);
    expect_quiet(full_mailbox);
    expect_report(shut_mailbox, CHECK_LINK_WEDGE, "agt_rx");
}

/* ---- the mover's registers ------------------------------------------------------------------- */

enum { BUSY_CYCLES = 30 };

/* Takes register writes as a mover does; a GO makes it busy for a while. */
struct registers_bench {
    struct sim *sim;
    struct mover_driver driver;
    struct mover_regs regs;
    unsigned writes, ignored, goes; /* ignored: while busy */
    uint64_t last_write;            /* cycle */
    unsigned busy_left;
};

static void registers_drive(void *bench) {
    struct registers_bench *b = bench;
    wires.mv.busy = b->busy_left > 0;
    mover_driver_drive(&b->driver);
}

static void registers_sample(void *bench) {
    struct registers_bench *b = bench;
    b->busy_left -= b->busy_left > 0;
    if (wires.mv.en && !b->sim->in_reset) {
        sim_event(b->sim, 0, "mv_cfg", wires.mv.addr, wires.mv.data, NULL, 0);
        b->writes++;
        b->ignored += wires.mv.busy;
        b->last_write = b->sim->cycle;
        if (!wires.mv.busy && mover_regs_write(&b->regs, wires.mv.addr, wires.mv.data)) {
            b->goes++;
            b->busy_left = BUSY_CYCLES;
        }
    }
    mover_driver_sample(&b->driver);
}

static const struct bench_hooks registers_hooks = {.drive = registers_drive,
                                                   .sample = registers_sample};

static struct registers_bench *registers_new(struct sim *s) {
    struct registers_bench *b = sim_alloc(s, sizeof *b);
    b->sim = s;
    mover_driver_init(&b->driver, s, &mover_wires);
    sim_attach(s, &wires_type, &registers_hooks, b);
    sim_reset(s, 2);
    return b;
}

static void drain(struct registers_bench *b) {
    for (unsigned i = 0; !mover_driver_idle(&b->driver); i++) {
        assert_true(i < 10000);
        sim_cycle(b->sim);
    }
}

static struct mover_regs random_regs(struct rng *r) {
    struct mover_regs regs = {.mode = rng_next(r) & 7,
                              .width = rng_next(r) & 3,
                              .xform_id = rng_next(r) & 15,
                              .xform_mode = rng_next(r) & 15,
                              .immediate = (uint32_t)rng_next(r)};
    for (unsigned i = 0; i < 2; i++) {
        struct walker *w = &regs.walker[i];
        w->base = rng_next(r) & ((UINT64_C(1) << 40) - 1);
        w->ndim = rng_next(r) & 7;
        for (unsigned d = 0; d < WALKER_DIMS; d++) {
            w->dim[d] = (struct walker_dim){.count = (uint16_t)rng_next(r),
                                            .stride = (int32_t)rng_next(r),
                                            .axis = rng_next(r) & 3,
                                            .step = (int16_t)rng_next(r)};
        }
        for (unsigned a = 0; a < WALKER_AXES; a++) {
            w->axis[a] = (struct walker_axis){(int16_t)rng_next(r), (uint16_t)rng_next(r)};
        }
    }
    return regs;
}

static void expect_regs(const struct mover_regs *is, const struct mover_regs *asked) {
    assert_int_equal(is->mode, asked->mode);
    assert_int_equal(is->width, asked->width);
    assert_int_equal(is->xform_id, asked->xform_id);
    assert_int_equal(is->xform_mode, asked->xform_mode);
    assert_int_equal(is->immediate, asked->immediate);
    for (unsigned i = 0; i < 2; i++) {
        const struct walker *a = &is->walker[i], *b = &asked->walker[i];
        assert_int_equal(a->base, b->base);
        assert_int_equal(a->ndim, b->ndim);
        for (unsigned d = 0; d < WALKER_DIMS; d++) {
            assert_int_equal(a->dim[d].count, b->dim[d].count);
            assert_int_equal(a->dim[d].stride, b->dim[d].stride);
            assert_int_equal(a->dim[d].axis, b->dim[d].axis);
            assert_int_equal(a->dim[d].step, b->dim[d].step);
        }
        for (unsigned n = 0; n < WALKER_AXES; n++) {
            assert_int_equal(a->axis[n].base, b->axis[n].base);
            assert_int_equal(a->axis[n].extent, b->axis[n].extent);
        }
    }
}

static void whole_moves(struct sim *s) {
    struct registers_bench *b = registers_new(s);
    struct rng r;
    sim_rng(s, &r, "regs");
    for (unsigned i = 1; i <= 30; i++) {
        const struct mover_regs regs = random_regs(&r);
        const uint64_t begin = s->cycle;
        b->driver.gap_permille = i % 2 ? 0 : 500;
        assert_true(mover_driver_go(&b->driver, &regs, (uint8_t)rng_next(&r)));
        drain(b);
        expect_regs(&b->regs, &regs);
        assert_int_equal(b->goes, i);
        assert_int_equal(b->writes, i * MOVER_DRIVER_GO_WRITES);
        if (i % 2) {
            assert_int_equal(s->cycle - begin, MOVER_DRIVER_GO_WRITES);
        } else {
            assert_true(s->cycle - begin > MOVER_DRIVER_GO_WRITES + 5);
        }
        sim_cycles(s, BUSY_CYCLES + 2);
    }
    assert_int_equal(b->ignored, 0);
}

static void a_go_writes_every_register(void **state) {
    (void)state;
    expect_quiet(whole_moves);
    assert_true(run_seeded(whole_moves, 3, 1).hash == run_seeded(whole_moves, 3, 2).hash);
}

static void writes_around_busy(struct sim *s) {
    struct registers_bench *b = registers_new(s);
    mover_driver_write(&b->driver, MOVER_REG_CONTROL, UINT64_C(1) << 16);
    mover_driver_write(&b->driver, MOVER_REG_IMMEDIATE, 5);
    sim_cycle(s);
    const uint64_t go = b->last_write;
    drain(b);
    assert_int_equal(b->last_write, go + BUSY_CYCLES + 2);
    assert_int_equal(b->ignored, 0);
    assert_int_equal(b->regs.immediate, 5);
    mover_driver_write(&b->driver, MOVER_REG_CONTROL, UINT64_C(1) << 16);
    mover_driver_write_any_time(&b->driver, MOVER_REG_IMMEDIATE, 6);
    mover_driver_write(&b->driver, MOVER_REG_IMMEDIATE, 7);
    sim_cycles(s, 3);
    assert_int_equal(b->ignored, 1);
    assert_int_equal(b->regs.immediate, 5);
    drain(b);
    assert_int_equal(b->regs.immediate, 7);
}

/* A mover that never stops being busy is not written to. */
static void stuck_busy(struct sim *s) {
    struct registers_bench *b = registers_new(s);
    b->busy_left = 5000;
    sim_cycle(s);
    mover_driver_write(&b->driver, MOVER_REG_IMMEDIATE, 5);
    sim_cycles(s, 1000);
    assert_int_equal(b->writes, 0);
}

static void full_register_queue(struct sim *s) {
    struct registers_bench *b = registers_new(s);
    const struct mover_regs regs = {0};
    while (mover_driver_space(&b->driver) >= MOVER_DRIVER_GO_WRITES) {
        assert_true(mover_driver_go(&b->driver, &regs, 0));
    }
    const unsigned space = mover_driver_space(&b->driver);
    assert_false(mover_driver_go(&b->driver, &regs, 0));
    assert_int_equal(mover_driver_space(&b->driver), space);
    for (unsigned i = 0; i < space; i++) {
        assert_true(mover_driver_write(&b->driver, MOVER_REG_IMMEDIATE, i));
    }
    assert_false(mover_driver_write(&b->driver, MOVER_REG_IMMEDIATE, 0));
    assert_false(mover_driver_write_any_time(&b->driver, MOVER_REG_IMMEDIATE, 0));
    sim_reset(s, 2);
    assert_true(mover_driver_idle(&b->driver));
    b->busy_left = 0;
    mover_driver_write(&b->driver, MOVER_REG_IMMEDIATE, 9);
    drain(b);
    assert_int_equal(b->regs.immediate, 9);
}

static void register_writes_keep_their_order_and_their_time(void **state) {
    (void)state;
    expect_quiet(writes_around_busy);
    expect_quiet(stuck_busy);
    expect_quiet(full_register_queue);
}

const struct CMUnitTest bfm_control_tests[] = {
    cmocka_unit_test(the_mailbox_is_busy_as_told),
    cmocka_unit_test(a_go_writes_every_register),
    cmocka_unit_test(register_writes_keep_their_order_and_their_time),
};
const size_t bfm_control_test_count = sizeof bfm_control_tests / sizeof *bfm_control_tests;
