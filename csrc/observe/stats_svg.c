/* Statistics as a page: channels, levels, then a histogram and a row a source for each kind of
 * latency. */
#include "observe/stats.h"
#include "observe/svg.h"
#include "sim/wrap.h"

#include <math.h>

enum {
    WIDTH = 1120,
    LEFT = 12,
    TOP = 40,
    BARS_WIDTH = 380, /* of a histogram */
    BARS_HEIGHT = 130,
    TABLE_X = LEFT + BARS_WIDTH + 40,
    NAME_WIDTH = 90,
    CELL = 52,
    ROW = 15,
    PANEL_GAP = 76,
    STEP_MAX = 64, /* of a histogram's bar */
    CELLS_MAX = 11,
    LANE_NAME = 170,
    LANE_WIDTH = 700
};

static const char *const latency_class[LATENCIES] = {
    [LATENCY_READ_FIRST] = "read", [LATENCY_READ_LAST] = "read",  [LATENCY_RUN_FIRST] = "run",
    [LATENCY_RUN_LAST] = "run",    [LATENCY_WRITE_ACK] = "write", [LATENCY_ENTRY] = "entry"};

/* What a page shows of a latency: its total and the buckets that hold something. */
struct panel {
    enum latency which;
    struct histogram total;
    unsigned sources, first, last;
};

static bool panel_of(const struct stats *s, enum latency which, struct panel *p) {
    p->which = which;
    p->sources = latency_total(s, which, &p->total);
    histogram_range(&p->total, &p->first, &p->last);
    return p->sources > 0;
}

static double panel_height(const struct panel *p) {
    const double table = p->sources > 1 ? (p->sources + 1.0) * ROW : 0;
    return (table > BARS_HEIGHT ? table : BARS_HEIGHT) + PANEL_GAP;
}

static const char *bound_label(unsigned bucket) {
    return bucket == HISTOGRAM_BUCKETS - 1 ? "more" : text_grouped(histogram_bound(bucket));
}

static void draw_bars(const struct panel *p, double y, FILE *out) {
    const unsigned buckets = p->last - p->first + 1;
    const double step = fmin((double)BARS_WIDTH / buckets, STEP_MAX);
    uint64_t most = 1;
    for (unsigned i = p->first; i <= p->last; i++) {
        most = p->total.bucket[i] > most ? p->total.bucket[i] : most;
    }
    for (unsigned i = p->first; i <= p->last; i++) {
        const uint64_t n = p->total.bucket[i];
        const double x = LEFT + (i - p->first) * step,
                     h = BARS_HEIGHT * 0.85 * (double)n / (double)most;
        char title[96];
        snprintf(title, sizeof title, "%s up to %s cycles", text_grouped(n), bound_label(i));
        svg_rect(out, x + step * 0.08, y + BARS_HEIGHT - h, step * 0.84, h, latency_class[p->which],
                 title);
        if (n > 0) {
            svg_text(out, x + step / 2, y + BARS_HEIGHT - h - 3, "small middle", "%s",
                     text_grouped(n));
        }
        svg_text(out, x + step / 2, y + BARS_HEIGHT + 12, "small middle", "%s", bound_label(i));
    }
    svg_line(out, LEFT, y + BARS_HEIGHT, LEFT + BARS_WIDTH, y + BARS_HEIGHT, "frame");
    svg_text(out, LEFT, y + BARS_HEIGHT + 26, "small", "latency in cycles, up to; number of them");
}

static void draw_cell(double x, double y, uint64_t n, uint64_t most, FILE *out) {
    if (n == 0) {
        return;
    }
    const double share = (double)n / (double)most;
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" class=\"cell\" "
            "fill-opacity=\"%.2f\"/>\n",
            x, y, CELL - 1, ROW - 1, 0.08 + 0.92 * share);
    svg_text(out, x + CELL / 2.0, y + 11, share > 0.45 ? "small middle light" : "small middle",
             "%s", text_grouped(n));
}

/* A row a source, a column a bucket; the lowest ones share a column when there are too many. */
static void draw_table(const struct stats *s, const struct panel *p, double y, FILE *out) {
    const unsigned from = p->last - p->first < CELLS_MAX ? p->first : p->last - CELLS_MAX + 1;
    svg_text(out, TABLE_X, y + 10, "small", "source, cycles up to");
    for (unsigned i = from; i <= p->last; i++) {
        svg_text(out, TABLE_X + NAME_WIDTH + (i - from + 0.5) * CELL + 20, y + 10, "small middle",
                 "%s", bound_label(i));
    }
    for (unsigned source = 0; source < STATS_SOURCES; source++) {
        const struct histogram *h = &s->latency[p->which][source];
        if (h->count == 0) {
            continue;
        }
        char name[16];
        y += ROW;
        latency_source_name(p->which, source, name);
        svg_text(out, TABLE_X, y + 11, "", "%s", name);
        uint64_t below = 0;
        for (unsigned i = 0; i <= p->last; i++) {
            below += h->bucket[i];
            if (i >= from) {
                draw_cell(TABLE_X + NAME_WIDTH + (i - from) * CELL + 20, y, below, h->count, out);
                below = 0;
            }
        }
    }
}

static void draw_panel(const struct stats *s, const struct panel *p, double y, FILE *out) {
    char mean[32];
    histogram_mean_text(&p->total, mean);
    svg_text(out, LEFT, y, "head", "%s", latency_title(p->which));
    svg_text(out, LEFT, y + 15, "small", "%s from %u source%s: least %s, mean %s, most %s cycles",
             text_grouped(p->total.count), p->sources, p->sources == 1 ? "" : "s",
             text_grouped(p->total.least), mean, text_grouped(p->total.most));
    draw_bars(p, y + 18, out);
    if (p->sources > 1) {
        draw_table(s, p, y, out);
    }
}

/* ---- channels and levels --------------------------------------------------------------------- */

static double draw_percent_axis(double y, const char *unit, FILE *out) {
    for (unsigned percent = 0; percent <= 100; percent += 25) {
        const double x = LEFT + LANE_NAME + LANE_WIDTH * percent / 100.0;
        svg_text(out, x, y, "small middle", "%u %s", percent, unit);
    }
    return y + 6;
}

static double draw_lanes(const struct stats *s, double y, FILE *out) {
    if (s->lanes == 0 || s->cycles == 0) {
        return y;
    }
    svg_text(out, LEFT, y, "head", "Channels: %s cycles outside reset", text_grouped(s->cycles));
    svg_rect(out, LEFT + 360, y - 10, 12, 12, "moves", NULL);
    svg_text(out, LEFT + 376, y, "", "moves");
    svg_rect(out, LEFT + 430, y - 10, 12, 12, "held", NULL);
    svg_text(out, LEFT + 446, y, "", "held");
    svg_rect(out, LEFT + 490, y - 10, 12, 12, "idle", NULL);
    svg_text(out, LEFT + 506, y, "", "idle");
    y = draw_percent_axis(y + 18, "%", out);
    for (unsigned i = 0; i < s->lanes; i++) {
        static const struct {
            enum lane_state state;
            const char *name;
        } part[] = {{LANE_MOVES, "moves"}, {LANE_HELD, "held"}, {LANE_IDLE, "idle"}};
        double x = LEFT + LANE_NAME;
        svg_text(out, LEFT, y + 11, "", "%s", s->lane[i].name);
        for (unsigned j = 0; j < 3; j++) {
            const uint64_t n = s->lane[i].cycles[part[j].state];
            const double share = (double)n / (double)s->cycles;
            char title[96];
            snprintf(title, sizeof title, "%s %s %.1f %%: %s cycles", s->lane[i].name, part[j].name,
                     100 * share, text_grouped(n));
            svg_rect(out, x, y, LANE_WIDTH * share, ROW - 2, part[j].name, title);
            x += LANE_WIDTH * share;
        }
        svg_text(out, LEFT + LANE_NAME + LANE_WIDTH + 8, y + 11, "small",
                 "%.1f %% moves, %.1f %% held",
                 100 * (double)s->lane[i].cycles[LANE_MOVES] / (double)s->cycles,
                 100 * (double)s->lane[i].cycles[LANE_HELD] / (double)s->cycles);
        y += ROW + 2;
    }
    return y + 32;
}

/* Mean as a bar, the most ever as a mark, of the capacity or of the most where none is known. */
static void draw_gauge(const struct gauge_stats *g, double y, FILE *out) {
    const double full = g->capacity ? g->capacity : g->level.most ? (double)g->level.most : 1;
    const double mean = histogram_mean(&g->level), most = (double)g->level.most;
    const double scale = LANE_WIDTH / (most > full ? most : full);
    const double x = LEFT + LANE_NAME;
    char title[128];
    const double cycles = (double)g->level.count;
    const int used = snprintf(title, sizeof title, "%s: nothing in %.1f %% of cycles", g->name,
                              100 * (double)g->filled[FILL_NOTHING] / cycles);
    if (g->capacity && used > 0 && (size_t)used < sizeof title) {
        snprintf(title + used, sizeof title - (size_t)used, ", all in %.1f %%",
                 100 * (double)g->filled[FILL_ALL] / cycles);
    }
    svg_text(out, LEFT, y + 11, "", "%s", g->name);
    svg_rect(out, x, y, full * scale, ROW - 2, "idle", NULL);
    svg_rect(out, x, y, mean * scale, ROW - 2, "level", title);
    svg_rect(out, x + most * scale - 1.5, y, 3, ROW - 2, "fail", title);
    svg_text(out, x + LANE_WIDTH + 8, y + 11, "small", "mean %.2f, most %s%s%s", mean,
             text_grouped(g->level.most), g->capacity ? " of " : "",
             g->capacity ? text_grouped(g->capacity) : "");
}

static double draw_gauges(const struct stats *s, double y, FILE *out) {
    if (s->gauges == 0 || s->cycles == 0) {
        return y;
    }
    svg_text(out, LEFT, y, "head",
             "Levels: mean (bar) and most (mark) of capacity, or of the most where none is known");
    y = draw_percent_axis(y + 18, "%", out);
    for (unsigned i = 0; i < s->gauges; i++) {
        draw_gauge(&s->gauge[i], y, out);
        y += ROW + 2;
    }
    return y + 32;
}

void stats_draw(const struct stats *s, const char *title, FILE *out) {
    struct panel panel[LATENCIES];
    unsigned panels = 0;
    const double tables = (s->lanes + s->gauges) * (ROW + 2.0);
    double height = TOP + 20 + tables + (s->lanes > 0 ? 56 : 0) + (s->gauges > 0 ? 56 : 0);
    for (unsigned i = 0; i < LATENCIES; i++) {
        if (panel_of(s, (enum latency)i, &panel[panels])) {
            height += panel_height(&panel[panels++]);
        }
    }
    svg_open(out, WIDTH, height, title);
    double y = draw_gauges(s, draw_lanes(s, TOP + 20, out), out);
    for (unsigned i = 0; i < panels; i++) {
        draw_panel(s, &panel[i], y, out);
        y += panel_height(&panel[i]);
    }
    svg_close(out);
}
