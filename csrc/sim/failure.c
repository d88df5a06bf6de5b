#include "sim/failure.h"

#include "check.h"
#include "sim/wrap.h"

#include <stdio.h>
#include <string.h>

void failure_field(struct failure *f, const char *name, const char *expected, const char *actual) {
    if (!f || f->fields == FAILURE_FIELDS) {
        return;
    }
    struct failure_field *row = &f->field[f->fields++];
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->expected, sizeof row->expected, "%s", expected);
    snprintf(row->actual, sizeof row->actual, "%s", actual);
}

static void number_field(struct failure *f, const char *name, unsigned expected, unsigned actual) {
    char e[16], a[16];
    snprintf(e, sizeof e, "%u", expected);
    snprintf(a, sizeof a, "%u", actual);
    failure_field(f, name, e, a);
}

static void position_field(struct failure *f, const char *name, unsigned ex, unsigned ey,
                           unsigned ax, unsigned ay) {
    char e[16], a[16];
    snprintf(e, sizeof e, "(%u,%u)", ex, ey);
    snprintf(a, sizeof a, "(%u,%u)", ax, ay);
    failure_field(f, name, e, a);
}

/* The highest 32-bit group in which two words differ: 0-7, or -1. */
static int differing_group(const struct word *a, const struct word *b) {
    for (int i = 7; i >= 0; i--) {
        if (a->w[i] != b->w[i]) {
            return i;
        }
    }
    return -1;
}

void failure_word(struct failure *f, const char *name, const struct word *expected,
                  const struct word *actual) {
    char e[32], a[32], bits[24];
    if (!f) {
        return;
    }
    snprintf(e, sizeof e, "%08x..%08x", expected->w[7], expected->w[0]);
    snprintf(a, sizeof a, "%08x..%08x", actual->w[7], actual->w[0]);
    failure_field(f, name, e, a);
    int group = differing_group(expected, actual);
    if (group >= 0) {
        snprintf(bits, sizeof bits, "  bits %u:%u", ((unsigned)group & 7) * 32 + 31,
                 ((unsigned)group & 7) * 32);
        snprintf(e, sizeof e, "%08x", expected->w[group]);
        snprintf(a, sizeof a, "%08x", actual->w[group]);
        failure_field(f, bits, e, a);
    }
}

void failure_flits(struct failure *f, const struct flit *expected, const struct flit *actual) {
    if (!f) {
        return;
    }
    char e[8], a[8];
    failure_field(f, "type", flit_type_name(expected->type), flit_type_name(actual->type));
    position_field(f, "dst", expected->dst_x, expected->dst_y, actual->dst_x, actual->dst_y);
    position_field(f, "src", expected->src_x, expected->src_y, actual->src_x, actual->src_y);
    snprintf(e, sizeof e, "0x%02x", expected->txn);
    snprintf(a, sizeof a, "0x%02x", actual->txn);
    failure_field(f, "txn", e, a);
    number_field(f, "rsvd[2]", expected->rsvd >> 2, actual->rsvd >> 2);
    number_field(f, "rsvd[1:0]", expected->rsvd & 3, actual->rsvd & 3);
    number_field(f, "last", expected->last, actual->last);
    failure_word(f, "payload", &expected->payload, &actual->payload);
}

void failure_missing_since(struct failure *f, uint64_t cycle) {
    if (f) {
        f->since = cycle;
    }
}

static void add_table(struct text *t, const struct failure *f) {
    size_t name = 5, expected = 8;
    for (unsigned i = 0; i < f->fields; i++) {
        size_t n = strlen(f->field[i].name), e = strlen(f->field[i].expected);
        name = n > name ? n : name;
        expected = e > expected ? e : expected;
    }
    if (f->fields > 0) {
        text_add(t, "  %-*s   %-*s   actual\n", (int)name, "field", (int)expected, "expected");
    }
    for (unsigned i = 0; i < f->fields; i++) {
        const struct failure_field *row = &f->field[i];
        bool same = strcmp(row->expected, row->actual) == 0;
        text_add(t, "  %-*s   %-*s   %s%s\n", (int)name, row->name, (int)expected, row->expected,
                 row->actual, same ? "" : "   <--");
    }
}

void failure_format(const struct failure *f, char *buf, size_t size) {
    struct text t = text_into(buf, size);
    text_paragraph(&t, "what", f->what);
    text_paragraph(&t, "request", f->request);
    text_paragraph(&t, "", f->progress);
    add_table(&t, f);
    text_paragraph(&t, "hint", f->hint);
    if (f->report[0]) {
        text_add(&t, "%s%s", f->report, f->report[strlen(f->report) - 1] == '\n' ? "" : "\n");
    }
    text_paragraph(&t, "cause", f->cause);
    text_paragraph(&t, "rule", check_meaning(f->check));
    text_paragraph(&t, "bank", f->bank);
}
