/* Statistics in 80 columns. */
#include "observe/stats.h"
#include "sim/wrap.h"

#include <string.h>

enum { BAR = 40, COLUMNS_MAX = 8 };

static void bar(FILE *out, double share, char c) {
    const int length = (int)(share * BAR + 0.5);
    for (int i = 0; i < length; i++) {
        fputc(c, out);
    }
}

static double share_of(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : (double)part / (double)whole;
}

/* "50", or "more" for the last bucket. */
static const char *bound_text(unsigned bucket) {
    return bucket == HISTOGRAM_BUCKETS - 1 ? "more" : text_grouped(histogram_bound(bucket));
}

/* ---- latencies ------------------------------------------------------------------------------- */

static void print_bars(const struct histogram *h, FILE *out) {
    unsigned first, last;
    uint64_t most = 0;
    histogram_range(h, &first, &last);
    for (unsigned i = first; i <= last; i++) {
        most = h->bucket[i] > most ? h->bucket[i] : most;
    }
    for (unsigned i = first; i <= last; i++) {
        fprintf(out, "  up to %10s %10s  |", bound_text(i), text_grouped(h->bucket[i]));
        bar(out, share_of(h->bucket[i], most), '#');
        fputc('\n', out);
    }
}

/* Counts from bucket `from` on; what is below is in the first column. */
static void print_counts(const char *name, const struct histogram *h, unsigned from, unsigned to,
                         FILE *out) {
    uint64_t below = 0;
    fprintf(out, "  %-14s", name);
    for (unsigned i = 0; i <= to; i++) {
        below += h->bucket[i];
        if (i >= from) {
            fprintf(out, " %7s", text_grouped(below));
            below = 0;
        }
    }
    fputc('\n', out);
}

static void print_by_source(const struct stats *s, enum latency which,
                            const struct histogram *total, FILE *out) {
    unsigned first, last;
    histogram_range(total, &first, &last);
    if (last - first >= COLUMNS_MAX) {
        first = last - COLUMNS_MAX + 1;
    }
    fprintf(out, "  %-14s", "up to");
    for (unsigned i = first; i <= last; i++) {
        fprintf(out, " %7s", bound_text(i));
    }
    fputc('\n', out);
    for (unsigned i = 0; i < STATS_SOURCES; i++) {
        if (s->latency[which][i].count > 0) {
            char name[16];
            latency_source_name(which, i, name);
            print_counts(name, &s->latency[which][i], first, last, out);
        }
    }
}

static void print_latency(const struct stats *s, enum latency which, FILE *out) {
    struct histogram total;
    const unsigned sources = latency_total(s, which, &total);
    if (sources == 0) {
        return;
    }
    fprintf(out, "%s, cycles\n", latency_title(which));
    char mean[32];
    histogram_mean_text(&total, mean);
    fprintf(out, "  %s from %u source%s: least %s, mean %s, most %s\n", text_grouped(total.count),
            sources, sources == 1 ? "" : "s", text_grouped(total.least), mean,
            text_grouped(total.most));
    print_bars(&total, out);
    if (sources > 1) {
        print_by_source(s, which, &total, out);
    }
    fputc('\n', out);
}

/* ---- levels and lanes ------------------------------------------------------------------------ */

static void print_level(const struct gauge_stats *g, FILE *out) {
    fprintf(out, "%-24.24s %6.*f %6s", g->name, histogram_mean(&g->level) < 1000 ? 2 : 0,
            histogram_mean(&g->level), text_grouped(g->level.most));
}

static void print_filled(const struct gauge_stats *g, FILE *out) {
    print_level(g, out);
    fprintf(out, " %5s", text_grouped(g->capacity));
    for (unsigned i = 0; i < FILLS; i++) {
        fprintf(out, " %5.1f", 100 * share_of(g->filled[i], g->level.count));
    }
    fputc('\n', out);
}

/* Without a capacity: up to 0, 1, 2, 10, 100, 1 000 and more. */
static void print_unbounded(const struct gauge_stats *g, FILE *out) {
    static const unsigned edge[] = {0, 1, 2, 4, 7, 10, HISTOGRAM_BUCKETS - 1};
    uint64_t below = 0;
    unsigned column = 0;
    print_level(g, out);
    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
        below += g->level.bucket[i];
        if (i == edge[column]) {
            fprintf(out, " %5.1f", 100 * share_of(below, g->level.count));
            below = 0;
            column++;
        }
    }
    fputc('\n', out);
}

static unsigned with_capacity(const struct stats *s) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->gauges; i++) {
        n += s->gauge[i].capacity > 0;
    }
    return n;
}

static void print_gauges(const struct stats *s, bool bounded, FILE *out) {
    if (bounded ? with_capacity(s) == 0 : with_capacity(s) == s->gauges) {
        return;
    }
    if (bounded) {
        fprintf(out, "Slots and queues: per cent of cycles at nothing, up to a part, all\n");
        fprintf(out, "%-24s %6s %6s %5s %5s %5s %5s %5s %5s %5s\n", "", "mean", "most", "of", "0",
                "1/4", "1/2", "3/4", "<all", "all");
    } else {
        fprintf(out, "Levels: per cent of cycles at a level up to\n");
        fprintf(out, "%-24s %6s %6s %5s %5s %5s %5s %5s %5s %5s\n", "", "mean", "most", "0", "1",
                "2", "10", "100", "1 000", "more");
    }
    for (unsigned i = 0; i < s->gauges; i++) {
        if ((s->gauge[i].capacity > 0) == bounded) {
            (bounded ? print_filled : print_unbounded)(&s->gauge[i], out);
        }
    }
    fputc('\n', out);
}

static void print_lane(const struct lane_stats *l, uint64_t cycles, FILE *out) {
    const double moves = share_of(l->cycles[LANE_MOVES], cycles);
    const double held = share_of(l->cycles[LANE_HELD], cycles);
    fprintf(out, "%-12s %6.1f %6.1f %6.1f  |", l->name, 100 * moves, 100 * held,
            100 * share_of(l->cycles[LANE_IDLE], cycles));
    bar(out, moves, '#');
    bar(out, held, '-');
    bar(out, 1 - moves - held, ' ');
    fputs("|\n", out);
}

void stats_print(const struct stats *s, FILE *out) {
    for (unsigned i = 0; i < LATENCIES; i++) {
        print_latency(s, (enum latency)i, out);
    }
    if (s->unanswered > 0) {
        fprintf(out, "%s requests were not answered\n\n", text_grouped(s->unanswered));
    }
    print_gauges(s, true, out);
    print_gauges(s, false, out);
    if (s->lanes > 0) {
        fprintf(out, "Channels, per cent of %s cycles outside reset\n", text_grouped(s->cycles));
        fprintf(out, "%-12s %6s %6s %6s   # moves  - held\n", "", "moves", "held", "idle");
    }
    for (unsigned i = 0; i < s->lanes; i++) {
        print_lane(&s->lane[i], s->cycles, out);
    }
}
