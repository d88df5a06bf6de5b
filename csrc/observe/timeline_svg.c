/* Draws a timeline. */
#include "observe/svg.h"
#include "observe/timeline.h"
#include "sim/wrap.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES = 256,
    NAME_X = 12,
    LEFT = 110,
    PLOT = 1200,
    WIDTH = LEFT + PLOT + 60,
    TOP = 90,          /* of the lanes, below heading and legend */
    FAILURE = 34,      /* more of it when the run failed */
    LANE = 16,         /* height of a channel */
    GAP = 5,           /* below a lane */
    BAR = 7,           /* height of one request */
    BARS_MAX = 12,     /* requests of one source drawn side by side; more overlap in the last row */
    NAME = 12,         /* height of a source's name */
    LEVEL = 16,        /* height of a source drawn as levels */
    SINGLE_MAX = 2500, /* requests drawn one by one */
    TITLES_MAX = 200   /* spans of a channel with a tooltip each */
};

struct source {
    size_t requests;
    unsigned rows;               /* of bars */
    uint64_t row_free[BARS_MAX]; /* first cycle after the last bar of a row */
    float *waiting, *served;     /* mean level a column, when drawn as levels */
    double y;
};

struct picture {
    const struct timeline *t;
    FILE *out;
    double per_cycle; /* width */
    bool single;      /* requests one by one */
    bool levels;      /* some, as levels */
    struct source source[NODES];
    double top, bottom; /* of the lanes */
};

static double x_of(const struct picture *p, uint64_t cycle) {
    const struct timeline *t = p->t;
    if (cycle <= t->first) {
        return LEFT;
    }
    return cycle > t->last ? LEFT + PLOT : LEFT + (double)(cycle - t->first) * p->per_cycle;
}

/* From the start of one cycle to the start of another, what of it is in the picture; never too thin
 * to be seen. */
static void span(const struct picture *p, uint64_t from, uint64_t to, double y, double height,
                 const char *classes, const char *title) {
    if (to <= p->t->first || from > p->t->last) {
        return;
    }
    const double x = x_of(p, from), width = x_of(p, to) - x;
    svg_rect(p->out, x, y, width < 0.8 ? 0.8 : width, height, classes, title);
}

static bool in_range(const struct timeline *t, const struct transaction_row *r) {
    return t->any && r->t.accepted <= t->last && r->until >= t->first;
}

static struct source *source_of(struct picture *p, const struct transaction_row *r) {
    return &p->source[r->t.source.x * 16 + r->t.source.y];
}

/* ---- requests one by one --------------------------------------------------------------------- */

/* The row of its source in which nothing else is at the time. */
static unsigned place(struct source *s, const struct transaction_row *r) {
    unsigned row = 0;
    while (row + 1 < BARS_MAX && s->row_free[row] > r->t.accepted) {
        row++;
    }
    s->row_free[row] = r->until + 2;
    s->rows = row + 1 > s->rows ? row + 1 : s->rows;
    return row;
}

static void row_title(const struct transaction_row *r, char *buf, size_t size) {
    char request[160];
    struct text x = text_into(buf, size);
    transaction_describe(&r->t, request, sizeof request);
    text_add(&x, "%s, accepted ", request);
    text_cycle(&x, r->t.accepted);
    if (r->t.received > 0 && r->t.kind != TRANSACTION_WRITE) {
        text_add(&x, ", first word ");
        text_cycle(&x, r->t.first);
    }
    if (!transaction_done(&r->t)) {
        text_add(&x, ", not answered: %s", transaction_outcome(r));
        return;
    }
    text_add(&x, r->t.kind == TRANSACTION_WRITE ? ", ack " : ", last word ");
    text_cycle(&x, r->t.last);
    text_add(&x, ", latency ");
    text_cycle(&x, r->t.last - r->t.accepted);
}

/* Solid while its flits move, pale while it waits for the first word or the ack. */
static void draw_request(const struct picture *p, const struct transaction_row *r, double y) {
    const struct transaction *t = &r->t;
    char title[400], pale[16];
    const char *kind = transaction_kind_name(t->kind);
    row_title(r, title, sizeof title);
    snprintf(pale, sizeof pale, "%s wait", kind);
    span(p, t->accepted, r->until + 1, y, BAR - 1, pale, title);
    if (t->kind == TRANSACTION_WRITE) {
        span(p, t->accepted, t->last_data + 1, y, BAR - 1, kind, title);
    }
    if (t->received > 0) {
        span(p, t->first, t->last + 1, y, BAR - 1, kind, title);
    }
    if (!transaction_done(t)) {
        span(p, r->until, r->until + 1, y - 0.5, BAR, "fail", title);
    }
}

static void place_all(struct picture *p) {
    for (size_t i = 0; i < p->t->log->rows; i++) {
        if (in_range(p->t, &p->t->log->row[i])) {
            place(source_of(p, &p->t->log->row[i]), &p->t->log->row[i]);
        }
    }
}

static void draw_requests(struct picture *p) {
    for (unsigned i = 0; i < NODES; i++) {
        memset(p->source[i].row_free, 0, sizeof p->source[i].row_free);
    }
    for (size_t i = 0; i < p->t->log->rows; i++) {
        const struct transaction_row *r = &p->t->log->row[i];
        if (in_range(p->t, r)) {
            struct source *s = source_of(p, r);
            const unsigned row = place(s, r);
            draw_request(p, r, s->y + row * (double)BAR);
        }
    }
}

/* ---- requests as levels ---------------------------------------------------------------------- */

static void *zeros(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    return p;
}

/* Adds a request that is there from one cycle to before another to the mean level of columns. */
static void add_level(const struct timeline *t, float *level, uint64_t from, uint64_t to) {
    from = from < t->first ? t->first : from;
    to = to > t->last + 1 ? t->last + 1 : to;
    while (from < to) {
        const uint64_t column = (from - t->first) / t->column_cycles;
        uint64_t end = t->first + (column + 1) * t->column_cycles;
        end = end > to ? to : end;
        level[column] += (float)(end - from) / (float)t->column_cycles;
        from = end;
    }
}

static void add_levels(struct picture *p) {
    for (size_t i = 0; i < p->t->log->rows; i++) {
        const struct transaction_row *r = &p->t->log->row[i];
        struct source *s = source_of(p, r);
        if (!in_range(p->t, r)) {
            continue;
        }
        p->levels = true;
        if (!s->waiting) {
            s->waiting = zeros(TIMELINE_COLUMNS, sizeof *s->waiting);
            s->served = zeros(TIMELINE_COLUMNS, sizeof *s->served);
        }
        const uint64_t first = r->t.received > 0 ? r->t.first : r->until + 1;
        add_level(p->t, s->waiting, r->t.accepted, first);
        add_level(p->t, s->served, first, r->until + 1);
    }
}

/* ---- columns --------------------------------------------------------------------------------- */

/* A picture's column: how high from the bottom of its lane, and on top of what; 0 to 1. */
struct stack {
    float height, base;
};

static unsigned columns_of(const struct timeline *t) {
    return (unsigned)((t->last - t->first) / t->column_cycles + 1);
}

/* Heights are drawn in quarters of a unit; equal neighbours are one piece. */
static bool alike(struct stack a, struct stack b, double height) {
    return lround(a.height * height * 4) == lround(b.height * height * 4) &&
           lround(a.base * height * 4) == lround(b.base * height * 4);
}

static unsigned piece_end(const struct stack *s, unsigned from, unsigned columns, double height) {
    unsigned end = from + 1;
    while (end < columns && alike(s[from], s[end], height)) {
        end++;
    }
    return end;
}

static void draw_path(const struct picture *p, const struct stack *s, double y, double height,
                      const char *classes, const char *title) {
    const unsigned columns = columns_of(p->t);
    const double width = p->per_cycle * p->t->column_cycles;
    fprintf(p->out, "<path class=\"%s\" d=\"", classes);
    for (unsigned i = 0, end; i < columns; i = end) {
        end = piece_end(s, i, columns, height);
        if (s[i].height > 0) {
            const double right = fmin(LEFT + end * width, LEFT + PLOT);
            fprintf(p->out, "M%.2f %.2fH%.2fv%.2fH%.2fz", LEFT + i * width,
                    y + height * (1 - s[i].base), right, -height * s[i].height, LEFT + i * width);
        }
    }
    fprintf(p->out, "\"><title>");
    svg_escaped(p->out, title);
    fprintf(p->out, "</title></path>\n");
}

static unsigned pieces(const struct picture *p, const struct stack *s, double height) {
    const unsigned columns = columns_of(p->t);
    unsigned n = 0;
    for (unsigned i = 0; i < columns; i = piece_end(s, i, columns, height)) {
        n += s[i].height > 0;
    }
    return n;
}

/* Where a column is a cycle and there are few pieces, each says when it was. */
static void draw_pieces(const struct picture *p, const struct stack *s, double y, const char *lane,
                        const char *state) {
    const unsigned columns = columns_of(p->t);
    for (unsigned i = 0, end; i < columns; i = end) {
        end = piece_end(s, i, columns, LANE);
        if (s[i].height > 0) {
            const uint64_t from = p->t->first + i;
            char title[128];
            snprintf(title, sizeof title, "%s %s: %s cycles, %s to %s", lane, state,
                     text_grouped(end - i), text_grouped(from), text_grouped(from + end - i - 1));
            span(p, from, from + end - i, y, LANE, state, title);
        }
    }
}

static void draw_channel(const struct picture *p, unsigned lane, double y) {
    static struct stack moves[TIMELINE_COLUMNS], held[TIMELINE_COLUMNS];
    const struct timeline *t = p->t;
    const unsigned columns = columns_of(t);
    uint64_t moved = 0, waited = 0;
    for (unsigned i = 0; i < columns; i++) {
        const struct timeline_column *c = &t->lane[lane][i];
        moves[i] = (struct stack){(float)c->moves / (float)t->column_cycles, 0};
        held[i] = (struct stack){(float)c->held / (float)t->column_cycles, moves[i].height};
        moved += c->moves;
        waited += c->held;
    }
    char title[160];
    snprintf(title, sizeof title, "%s: %s cycles move, %s held of %s", t->name[lane],
             text_grouped(moved), text_grouped(waited), text_grouped(t->last - t->first + 1));
    svg_rect(p->out, LEFT, y, PLOT, LANE, "idle", title);
    if (t->column_cycles == 1 && pieces(p, moves, LANE) + pieces(p, held, LANE) <= TITLES_MAX) {
        draw_pieces(p, moves, y, t->name[lane], "moves");
        draw_pieces(p, held, y, t->name[lane], "held");
    } else {
        draw_path(p, moves, y, LANE, "moves", title);
        draw_path(p, held, y, LANE, "held", title);
    }
    svg_text(p->out, NAME_X, y + 12, "", "%s", t->name[lane]);
}

/* Each source on a scale of its own, its full height named at the end. */
static void draw_levels(const struct picture *p, const struct source *s) {
    static struct stack served[TIMELINE_COLUMNS], waiting[TIMELINE_COLUMNS];
    const unsigned columns = columns_of(p->t);
    float most = 0;
    for (unsigned i = 0; i < columns; i++) {
        most = fmaxf(most, s->served[i] + s->waiting[i]);
    }
    for (unsigned i = 0; i < columns; i++) {
        served[i] = (struct stack){s->served[i] / most, 0};
        waiting[i] = (struct stack){s->waiting[i] / most, served[i].height};
    }
    char title[128];
    snprintf(title, sizeof title, "%s requests, at most %.1f open at a time",
             text_grouped(s->requests), most);
    svg_rect(p->out, LEFT, s->y, PLOT, LEVEL, "idle", title);
    draw_path(p, served, s->y, LEVEL, "run", title);
    draw_path(p, waiting, s->y, LEVEL, "run wait", title);
    svg_text(p->out, LEFT + PLOT + 6, s->y + 12, "small", "%.1f", most);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* 1, 2 or 5 times a power of ten, so that there are about ten of them. */
static uint64_t tick_of(uint64_t cycles) {
    uint64_t step = 1;
    static const uint64_t factor[] = {2, 5, 10};
    for (;;) {
        for (unsigned i = 0; i < 3; i++) {
            if (cycles / (i == 0 ? step : step * factor[i - 1]) <= 12) {
                return i == 0 ? step : step * factor[i - 1];
            }
        }
        step *= 10;
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
        span(p, t->reset[i].from, t->reset[i].to + 1, p->top, height, "reset", "reset");
    }
    for (unsigned i = 0; i < t->stalls; i++) {
        const struct timeline_span *s = &t->stall[i];
        snprintf(title, sizeof title, "nothing moved for %s cycles, %s to %s",
                 text_grouped(s->to - s->from + 1), text_grouped(s->from), text_grouped(s->to));
        span(p, s->from, s->to + 1, p->top, height, "stall", title);
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
            svg_rect(p->out, x_of(p, f->cycle), p->top - 6, fmax(1.5, p->per_cycle), height + 10,
                     "fail", title);
        }
    }
}

static void count_requests(struct picture *p) {
    size_t total = 0;
    for (size_t i = 0; i < p->t->log->rows; i++) {
        if (in_range(p->t, &p->t->log->row[i])) {
            source_of(p, &p->t->log->row[i])->requests++;
            total++;
        }
    }
    p->single = total > 0 && total <= SINGLE_MAX;
}

/* Gives every source its place; returns where channels begin. */
static double lay_out(struct picture *p) {
    p->top = TOP + (p->t->failure.set ? FAILURE : 0);
    double y = p->top;
    count_requests(p);
    if (p->single) {
        place_all(p);
    } else {
        add_levels(p);
    }
    for (unsigned i = 0; i < NODES; i++) {
        struct source *s = &p->source[i];
        if (s->requests > 0) {
            s->y = y;
            y += (p->single ? fmax(s->rows * (double)BAR, NAME) : LEVEL) + GAP;
        }
    }
    return y > p->top ? y + 12 : y;
}

static void draw_sources(struct picture *p) {
    for (unsigned i = 0; i < NODES; i++) {
        const struct source *s = &p->source[i];
        if (s->requests == 0) {
            continue;
        }
        svg_text(p->out, NAME_X, s->y + (p->single ? NAME - 3 : 16), "", "(%u,%u)", i / 16, i % 16);
        svg_line(p->out, LEFT, s->y - GAP / 2.0, LEFT + PLOT, s->y - GAP / 2.0, "grid");
        if (!p->single) {
            draw_levels(p, s);
        }
    }
    if (p->single) {
        draw_requests(p);
    }
}

void timeline_draw(const struct timeline *t, const char *title, FILE *out) {
    struct picture *p = zeros(1, sizeof *p);
    p->t = t;
    p->out = out;
    p->per_cycle = t->any ? (double)PLOT / (double)(t->last - t->first + 1) : 0;
    const double channels = lay_out(p);
    p->bottom = channels + t->lanes * (double)(LANE + GAP);
    svg_open(out, WIDTH, p->bottom + 28, title);
    if (t->any) {
        draw_legend(p);
        draw_axis(p);
        draw_sources(p);
        for (unsigned i = 0; i < t->lanes; i++) {
            draw_channel(p, i, channels + i * (double)(LANE + GAP));
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
