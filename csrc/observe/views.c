#include "observe/views.h"

#include "observe/memory.h"
#include "observe/pin_record.h"
#include "observe/stats.h"
#include "observe/timeline.h"
#include "observe/transaction_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct views {
    struct view_options options;
    struct sim *sim; /* while the run lasts */
    bool used;
    unsigned lanes;
    struct lane lane[LANES_MAX];
    struct transaction_log log;
    struct stats *stats;       /* NULL: not wanted */
    struct timeline *timeline; /* likewise */
    struct pin_record *pins;   /* likewise */
    bool pins_written;
};

void view_options_init(struct view_options *o) {
    memset(o, 0, sizeof *o);
    o->to = UINT64_MAX;
}

struct views *views_new(const struct view_options *o) {
    struct views *v = zeros(1, sizeof *v);
    v->options = *o;
    if (o->stats || o->stats_svg) {
        v->stats = zeros(1, sizeof *v->stats);
    }
    if (o->timeline_svg) {
        v->timeline = zeros(1, sizeof *v->timeline);
        v->timeline->from = o->from;
        v->timeline->to = o->to;
    }
    return v;
}

void views_free(struct views *v) {
    transaction_log_free(&v->log);
    free(v->stats);
    free(v->timeline);
    free(v);
}

/* ---- while the run lasts --------------------------------------------------------------------- */

static void on_cycle(void *self) {
    struct views *v = self;
    enum lane_state state[LANES_MAX];
    for (unsigned i = 0; i < v->lanes; i++) {
        state[i] = lane_state(&v->lane[i]);
    }
    transaction_log_cycle(&v->log);
    if (v->stats && v->sim->in_reset) {
        stats_reset_cycle(v->stats);
    } else if (v->stats) {
        stats_cycle(v->stats, state);
    }
    if (v->pins) {
        pin_record_cycle(v->pins);
    }
    if (v->timeline) {
        timeline_cycle(v->timeline, state);
    }
}

static void on_end(void *self) {
    struct views *v = self;
    transaction_log_close(&v->log);
    if (v->pins) {
        v->pins_written = pin_record_close(v->pins);
    }
    if (v->timeline) {
        timeline_close(v->timeline);
    }
    v->sim = NULL;
}

static void on_transaction(void *context, const struct transaction_row *row) {
    struct views *v = context;
    if (v->stats) {
        stats_transaction(v->stats, row);
    }
}

void views_attach(struct sim *s, void *views) {
    struct views *v = views;
    if (v->used) {
        return;
    }
    v->used = true;
    v->sim = s;
    v->lanes = lanes_of(s->dut, v->lane);
    v->log.ended = on_transaction;
    v->log.context = v;
    transaction_log_open(&v->log, s);
    if (v->stats) {
        stats_open(v->stats, s, v->lane, v->lanes);
    }
    if (v->timeline) {
        timeline_open(v->timeline, s, &v->log, v->lane, v->lanes);
    }
    if (v->options.pins) {
        v->pins = pin_record_open(v->options.pins, s);
    }
    sim_observe(s, &(struct observer){.cycle = on_cycle, .end = on_end, .self = v});
}

/* ---- afterwards ------------------------------------------------------------------------------ */

typedef void draw_function(const struct views *v, const char *title, FILE *out);

static void draw_csv(const struct views *v, const char *title, FILE *out) {
    (void)title;
    transaction_csv_print(&v->log, out);
}

static void draw_stats(const struct views *v, const char *title, FILE *out) {
    stats_draw(v->stats, title, out);
}

static void draw_timeline(const struct views *v, const char *title, FILE *out) {
    timeline_draw(v->timeline, title, out);
}

static bool write_file(const struct views *v, const char *path, const char *run,
                       draw_function *draw, FILE *said) {
    if (!path) {
        return true;
    }
    FILE *f = fopen(path, "w");
    if (f) {
        draw(v, run, f);
    }
    if (!f || ferror(f) || fclose(f) != 0) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    fprintf(said, "  written     %s\n", path);
    return true;
}

static void write_text(const struct views *v, FILE *out) {
    if ((v->options.table || v->options.csv) && v->log.ports == 0) {
        fprintf(out, "\nno requests to list: this design has no memory port\n");
    } else if (v->options.table) {
        fprintf(out, "\n");
        transaction_table_print(&v->log, out);
        fprintf(out, "\n");
        transaction_summary_print(&v->log, out);
    }
    if (v->options.stats) {
        fprintf(out, "\n");
        stats_print(v->stats, out);
    }
}

bool views_write(const struct views *v, const char *run, FILE *out) {
    if (!v->used) {
        fprintf(stderr, "cosim: %s ended before there was anything to look at\n", run);
        return false;
    }
    bool good = write_file(v, v->options.csv, run, draw_csv, out);
    good &= write_file(v, v->options.timeline_svg, run, draw_timeline, out);
    good &= write_file(v, v->options.stats_svg, run, draw_stats, out);
    write_text(v, out);
    if (v->options.pins && v->pins_written) {
        fprintf(out, "  written     %s\n", v->options.pins);
    }
    return good && (!v->options.pins || v->pins_written);
}
