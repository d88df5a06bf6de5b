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

unsigned bins_show(const uint64_t hits[BIN_COUNT], FILE *out) {
    const unsigned holes = show_holes(hits, out);
    for (unsigned group = 0; group < BIN_GROUP_COUNT; group++) {
        show_tally(hits, (enum bin_group)group, bin_group_text((enum bin_group)group), out);
    }
    show_tally(hits, BIN_GROUP_COUNT, "all", out);
    for (unsigned bin = 0; bin < BIN_COUNT; bin++) {
        if (bin_unreachable(bin)) {
            show(bin, "never", out);
            fprintf(out, "             %s\n", bin_unreachable(bin));
        }
    }
    if (holes) {
        fprintf(out, "FAIL %u bins: not met, or met against their reason\n", holes);
    }
    return holes;
}
