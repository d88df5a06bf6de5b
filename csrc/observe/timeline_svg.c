/* Draws a timeline: the page, its axis, legend and marks. */
#include "observe/memory.h"
#include "observe/svg.h"
#include "observe/timeline_picture.h"
#include "sim/wrap.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = LEFT + PLOT + 60,
    TOP = 90,     /* of the lanes, below heading and legend */
    FAILURE = 34, /* more of it when the run failed */
    TICKS = 12    /* of the axis, at most */
};

double x_of(const struct picture *p, uint64_t cycle) {
    const struct timeline *t = p->t;
    if (cycle <= t->first) {
        return LEFT;
    }
    return cycle > t->last ? LEFT + PLOT : LEFT + (double)(cycle - t->first) * p->per_cycle;
}

void draw_span(const struct picture *p, uint64_t from, uint64_t to, double y, double height,
               const char *classes, const char *title) {
    if (to <= p->t->first || from > p->t->last) {
        return;
    }
    const double x = x_of(p, from), width = x_of(p, to) - x;
    svg_rect(p->out, x, y, width < 0.8 ? 0.8 : width, height, classes, title);
}

/* 1, 2 or 5 times a power of ten, so that there are not too many. */
static uint64_t tick_of(uint64_t cycles) {
    static const uint64_t factor[] = {1, 2, 5};
    for (uint64_t power = 1;; power *= 10) {
        for (unsigned i = 0; i < 3; i++) {
            if (cycles / (power * factor[i]) <= TICKS) {
                return power * factor[i];
            }
        }
    }
}

static void draw_axis(const struct picture *p) {
    const struct timeline *t = p->t;
    const uint64_t step = tick_of(t->last - t->first + 1);
    for (uint64_t c = (t->first + step - 1) / step * step; c <= t->last; c += step) {
        const double x = x_of(p, c);
        svg_line(p->out, x, p->top - 6, x, p->bottom + 4, "grid");
        svg_text(p->out, x, p->top - 10, "small middle", "%s", text_grouped(c));
        svg_text(p->out, x, p->bottom + 16, "small middle", "%s", text_grouped(c));
    }
    svg_text(p->out, NAME_X, p->top - 10, "small", "cycle");
    svg_text(p->out, NAME_X, p->bottom + 16, "small", "cycle");
}

static double legend_item(const struct picture *p, double x, const char *classes,
                          const char *text) {
    svg_rect(p->out, x, 36, 14, 10, classes, NULL);
    svg_text(p->out, x + 18, 45, "", "%s", text);
    return x + 36 + 6.9 * (double)strlen(text);
}

static void draw_legend(const struct picture *p) {
    double x = NAME_X;
    if (p->single) {
        x = legend_item(p, x, "read", "plain read");
        x = legend_item(p, x, "run", "run");
        x = legend_item(p, x, "write", "write");
        x = legend_item(p, x, "read wait", "pale: waits for first word or ack");
    } else if (p->levels) {
        x = legend_item(p, x, "run", "requests being answered");
        x = legend_item(p, x, "run wait", "waiting for first word or ack");
    }
    x = legend_item(p, x, "moves", "channel moves");
    x = legend_item(p, x, "held", "held");
    x = legend_item(p, x, "idle", "idle");
    x = legend_item(p, x, "reset", "reset");
    x = legend_item(p, x, "stall", "stall");
    legend_item(p, x, "fail", "failing cycle");
    if (p->t->column_cycles > 1) {
        svg_text(p->out, NAME_X, 64, "small",
                 "a column is %s cycles; height is the share of them%s",
                 text_grouped(p->t->column_cycles),
                 p->levels ? ", for a source its open requests (full height at the end)" : "");
    }
}

static void draw_marks(const struct picture *p) {
    const struct timeline *t = p->t;
    const double height = p->bottom - p->top;
    char title[160];
    for (unsigned i = 0; i < t->resets; i++) {
        draw_span(p, t->reset[i].from, t->reset[i].to + 1, p->top, height, "reset", "reset");
    }
    for (unsigned i = 0; i < t->stalls; i++) {
        const struct timeline_span *s = &t->stall[i];
        snprintf(title, sizeof title, "nothing moved for %s cycles, %s to %s",
                 text_grouped(s->to - s->from + 1), text_grouped(s->from), text_grouped(s->to));
        draw_span(p, s->from, s->to + 1, p->top, height, "stall", title);
    }
    if (t->failure.set) {
        const struct failure *f = &t->failure;
        svg_text(p->out, NAME_X, 82, "failed", "%s on %s at cycle %s: %.110s", check_text(f->check),
                 f->where, text_grouped(f->cycle), f->what);
        if (f->cause[0]) {
            svg_text(p->out, NAME_X, 97, "", "cause: %s", f->cause);
        }
        if (f->cycle >= t->first && f->cycle <= t->last) {
            snprintf(title, sizeof title, "%s at %s", check_text(f->check), text_grouped(f->cycle));
            draw_span(p, f->cycle, f->cycle + 1, p->top - 6, height + 10, "stall", title);
            svg_rect(p->out, x_of(p, f->cycle), p->top - 6, 2, height + 10, "fail", title);
        }
    }
}

void timeline_draw(const struct timeline *t, const char *title, FILE *out) {
    struct picture *p = zeros(1, sizeof *p);
    p->t = t;
    p->out = out;
    p->per_cycle = t->any ? (double)PLOT / (double)(t->last - t->first + 1) : 0;
    p->top = TOP + (t->failure.set ? FAILURE : 0);
    const double channels = lay_out_sources(p);
    p->bottom = channels + t->lanes * (double)(CHANNEL + GAP);
    svg_open(out, WIDTH, p->bottom + 28, title);
    if (t->any) {
        draw_legend(p);
        draw_axis(p);
        draw_sources(p);
        for (unsigned i = 0; i < t->lanes; i++) {
            draw_channel(p, i, channels + i * (double)(CHANNEL + GAP));
        }
        draw_marks(p);
    } else {
        svg_text(out, NAME_X, 60, "", "no cycle of the run is in the range asked for");
    }
    svg_close(out);
    for (unsigned i = 0; i < NODES; i++) {
        free(p->source[i].waiting);
        free(p->source[i].served);
    }
    free(p);
}
