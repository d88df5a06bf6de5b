/* A timeline while it is drawn: measures of the page, where cycles are on it, and how the parts of it
 * are drawn. For the files timeline_*.c only. */
#ifndef CSRC_OBSERVE_TIMELINE_PICTURE_H
#define CSRC_OBSERVE_TIMELINE_PICTURE_H

#include "observe/timeline.h"

/* Lengths in units of the page. */
enum {
    NODES = 256,
    NAME_X = 12,
    LEFT = 110,
    PLOT = 1200,
    NAME = 12,        /* height of a source's name */
    BAR = 7,          /* height of one request */
    BARS_MAX = 12,    /* requests of one source drawn side by side; more overlap in the last row */
    LEVEL = 16,       /* height of a source drawn as levels */
    GAP = 5,          /* below a lane */
    CHANNEL = 16,     /* height of a channel */
    SINGLE_MAX = 2500 /* requests drawn one by one */
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

/* ---- timeline_svg.c -------------------------------------------------------------------------- */

double x_of(const struct picture *p, uint64_t cycle);
/* From the start of one cycle to the start of another, what of it is in the picture; never too thin
 * to be seen. */
void draw_span(const struct picture *p, uint64_t from, uint64_t to, double y, double height,
               const char *classes, const char *title);

/* ---- timeline_columns.c: lanes in columns of column_cycles each -------------------------------- */

/* How high a column is from the bottom of its lane, and on top of what; 0 to 1. */
struct stack {
    float height, base;
};

unsigned columns_of(const struct timeline *t);
/* All columns as one shape with one tooltip. */
void draw_columns(const struct picture *p, const struct stack *s, double y, double height,
                  const char *classes, const char *title);
void draw_channel(const struct picture *p, unsigned lane, double y);

/* ---- timeline_requests.c: a lane a source ------------------------------------------------------ */

/* Gives every source its place from p->top on; returns where the next lane may begin. */
double lay_out_sources(struct picture *p);
void draw_sources(struct picture *p);

#endif
