#include "trace/capture.h"

#include "sim/wrap.h"
#include "trace/ring_fst.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Cycles between snapshots: about a second of processor time, against which the cost of one, some
 * 40 ms of page faults while the run writes to its memory again, is small. */
enum { PERIOD = 1 << 21, PERIOD_OF_MAG = 1 << 18 };

static void let_go(void *context) {
    ring_leave(((struct capture *)context)->ring);
}

/* Scenarios that run others inside are captured where the name asked for is. */
static void on_attached(struct sim *s, void *context) {
    struct capture *c = context;
    if (strcmp(s->test, c->test) == 0) {
        const uint64_t period = s->dut->type->kind == DUT_MAG ? PERIOD_OF_MAG : PERIOD;
        const uint64_t window = s->options->window_before;
        snapshots_attach(c->snapshots, s, window > period ? window : period, let_go, c);
        ring_attach(c->ring, s);
    }
    if (c->attached) {
        c->attached(s, c->attached_context);
    }
}

void capture_start(struct capture *c, const char *test, struct run_options *options) {
    memset(c, 0, sizeof *c);
    snprintf(c->test, sizeof c->test, "%s", test);
    snprintf(c->ring_path, sizeof c->ring_path, "build/waves/%s.ring", test);
    snprintf(c->fst_path, sizeof c->fst_path, "build/waves/%s.fst", test);
    c->ring = ring_new(c->ring_path, RING_CYCLES);
    c->snapshots = snapshots_new();
    c->attached = options->attached;
    c->attached_context = options->attached_context;
    options->attached = on_attached;
    options->attached_context = c;
}

void capture_end(struct capture *c, const struct event_ring *events) {
    struct ring_file file;
    char error[320];
    c->events = events;
    if (!ring_made(c->ring)) {
        return;
    }
    ring_leave(c->ring);
    if (!ring_open(&file, c->ring_path, error)) {
        fprintf(stderr, "cosim: %s\n", error);
        return;
    }
    c->from = ring_record_at(&file, 0)->cycle;
    c->to = ring_record_at(&file, file.count - 1)->cycle;
    c->written = ring_write_fst(&file, c->fst_path, error);
    ring_close(&file);
    if (c->written) {
        unlink(c->ring_path);
    } else {
        fprintf(stderr, "cosim: %s; %s stays\n", error, c->ring_path);
    }
}

void capture_format(const struct capture *c, struct text *t) {
    char line[640];
    if (c->written) {
        snprintf(line, sizeof line, "%s (pins, cycles %s - %s)", c->fst_path, text_grouped(c->from),
                 text_grouped(c->to));
        text_paragraph(t, "ring", line);
    }
}

void capture_free(struct capture *c) {
    snapshots_free(c->snapshots);
    ring_free(c->ring);
}
