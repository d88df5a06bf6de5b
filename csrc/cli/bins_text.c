#include "cli/bins_text.h"

static void show(unsigned bin, const char *lead, FILE *out) {
    char line[160];
    struct text text = text_into(line, sizeof line);
    bin_describe(bin, &text);
    fprintf(out, "  %-10s %s\n", lead, line);
}

static unsigned show_holes(const uint64_t hits[BIN_COUNT], FILE *out) {
    unsigned holes = 0;
    for (unsigned bin = 0; bin < BIN_COUNT; bin++) {
        const char *reason = bin_unreachable(bin);
        if (!reason && hits[bin] == 0) {
            show(bin, "not met", out);
            holes++;
        } else if (reason && hits[bin] > 0) {
            show(bin, "met, yet", out);
            fprintf(out, "             it is said that %s\n", reason);
            holes++;
        }
    }
    return holes;
}

static void show_tally(const uint64_t hits[BIN_COUNT], enum bin_group group, const char *name,
                       FILE *out) {
    const struct bin_tally t = bin_tally(hits, group);
    fprintf(out, "  bins        %-16s %4u of %4u\n", name, t.hit, t.reachable);
}

/* A line for each group and reason: how many bins of it nothing can meet, and why. */
static void show_reasons(FILE *out) {
    const char *reason[BIN_COUNT];
    for (unsigned bin = 0; bin < BIN_COUNT; bin++) {
        reason[bin] = bin_unreachable(bin);
    }
    for (unsigned bin = 0; bin < BIN_COUNT; bin++) {
        const char *const first = reason[bin];
        unsigned count = 0;
        for (unsigned i = bin; i < BIN_COUNT && bin_group_of(i) == bin_group_of(bin); i++) {
            if (first && reason[i] == first) {
                reason[i] = NULL;
                count++;
            }
        }
        if (first) {
            fprintf(out, "  never       %-16s %4u  %s\n", bin_group_text(bin_group_of(bin)), count,
                    first);
        }
    }
}

unsigned bins_show(const uint64_t hits[BIN_COUNT], FILE *out) {
    const unsigned holes = show_holes(hits, out);
    for (unsigned group = 0; group < BIN_GROUP_COUNT; group++) {
        show_tally(hits, (enum bin_group)group, bin_group_text((enum bin_group)group), out);
    }
    show_tally(hits, BIN_GROUP_COUNT, "all", out);
    show_reasons(out);
    if (holes) {
        fprintf(out, "FAIL %u bins: not met, or met against their reason\n", holes);
    }
    return holes;
}
