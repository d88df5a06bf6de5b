/* The requests of a timeline: one by one where they are few, as levels of open requests where they
 * are many. */
#include "observe/memory.h"
#include "observe/svg.h"
#include "observe/timeline_picture.h"
#include "sim/wrap.h"

#include <math.h>
#include <string.h>

static bool in_range(const struct timeline *t, const struct transaction_row *r) {
    return t->any && r->t.accepted <= t->last && r->until >= t->first;
}

static struct source *source_of(struct picture *p, const struct transaction_row *r) {
    return &p->source[r->t.source.x * 16 + r->t.source.y];
}

/* ---- one by one ------------------------------------------------------------------------------ */

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
    draw_span(p, t->accepted, r->until + 1, y, BAR - 1, pale, title);
    if (t->kind == TRANSACTION_WRITE) {
        draw_span(p, t->accepted, t->last_data + 1, y, BAR - 1, kind, title);
    }
    if (t->received > 0) {
        draw_span(p, t->first, t->last + 1, y, BAR - 1, kind, title);
    }
    if (!transaction_done(t)) {
        draw_span(p, r->until, r->until + 1, y - 0.5, BAR, "fail", title);
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

/* ---- as levels ------------------------------------------------------------------------------- */

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
    draw_columns(p, served, s->y, LEVEL, "run", title);
    draw_columns(p, waiting, s->y, LEVEL, "run wait", title);
    svg_text(p->out, LEFT + PLOT + 6, s->y + 12, "small", "%.1f", most);
}

/* ---- both ------------------------------------------------------------------------------------ */

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

double lay_out_sources(struct picture *p) {
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

void draw_sources(struct picture *p) {
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
