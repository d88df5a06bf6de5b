/* The channels of a timeline: what share of each column moved, and what share was held. */
#include "observe/svg.h"
#include "observe/timeline_picture.h"
#include "sim/wrap.h"

#include <math.h>

enum { TITLES_MAX = 200 /* spans of a channel with a tooltip each */ };

unsigned columns_of(const struct timeline *t) {
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

void draw_columns(const struct picture *p, const struct stack *s, double y, double height,
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
        end = piece_end(s, i, columns, CHANNEL);
        if (s[i].height > 0) {
            const uint64_t from = p->t->first + i;
            char title[128];
            snprintf(title, sizeof title, "%s %s: %s cycles, %s to %s", lane, state,
                     text_grouped(end - i), text_grouped(from), text_grouped(from + end - i - 1));
            draw_span(p, from, from + end - i, y, CHANNEL, state, title);
        }
    }
}

void draw_channel(const struct picture *p, unsigned lane, double y) {
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
    svg_rect(p->out, LEFT, y, PLOT, CHANNEL, "idle", title);
    if (t->column_cycles == 1 &&
        pieces(p, moves, CHANNEL) + pieces(p, held, CHANNEL) <= TITLES_MAX) {
        draw_pieces(p, moves, y, t->name[lane], "moves");
        draw_pieces(p, held, y, t->name[lane], "held");
    } else {
        draw_columns(p, moves, y, CHANNEL, "moves", title);
        draw_columns(p, held, y, CHANNEL, "held", title);
    }
    svg_text(p->out, NAME_X, y + 12, "", "%s", t->name[lane]);
}
