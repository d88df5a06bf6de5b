#include "bins.h"

#include <stdio.h>
#include <stdlib.h>

struct group {
    const char *text;
    unsigned first, cells[BIN_AXES];
};

static const struct group groups[BIN_GROUP_COUNT] = {
#define GROUP_ROW(name, text, a, b, c, d) {text, BIN_FIRST_##name, {a, b, c, d}},
    BIN_GROUPS(GROUP_ROW)
#undef GROUP_ROW
};

/* ---- names of the cells ---------------------------------------------------------------------- */

#define NAMES(...)                                                                                 \
    (const char *const[]) {                                                                        \
        __VA_ARGS__                                                                                \
    }
#define PAGES NAMES("inside 4 KB", "ends at 4 KB", "crosses 4 KB")
#define REQUESTS NAMES("plain read", "run", "run with peers", "write")
#define ANSWERS NAMES("plain word", "run's word", "peer's word", "ack")

static const char *const *const names[BIN_GROUP_COUNT][BIN_AXES] = {
    [BINS_MEM_PLAIN] = {NAMES("1 word", "2 words", "3 to 15 words", "16 words", "17 to 255 words",
                              "256 words"),
                        PAGES},
    [BINS_MEM_RUN] = {NAMES("count 0", "count 1", "count 2", "count 3 to 254", "count 255"),
                      NAMES("entry_words 0", "entry_words 1", "entry_words 2", "entry_words 3",
                            "entry_words 4", "entry_words above 4"),
                      NAMES("no peer", "1 peer", "2 peers", "3 peers")},
    [BINS_MEM_RUN_PAGE] = {NAMES("no peer", "peers"), PAGES},
    [BINS_MEM_WRITE] = {NAMES("1 beat", "2 to 7 beats", "8 beats", "above 8 beats"), PAGES},
    [BINS_MEM_REFUSED] = {REQUESTS, NAMES("own aperture, served", "own aperture, no such store",
                                          "another mesh's aperture", "apertures not decoded")},
    [BINS_MEM_STRAY] = {NAMES("MEM_WR_DATA without a write", "MEM_RD_RESP", "MEM_WR_ACK", "CU_INST",
                              "CU_SIGNAL", "CU_CTRL", "CU_DATA", "type 9", "type 10", "type 11",
                              "type 12", "type 13", "type 14", "ERROR")},
    [BINS_MEM_PAIR] = {REQUESTS,
                       NAMES("plain read open", "run open", "run with peers open",
                             "write lacks data", "whole write open"),
                       NAMES("other source", "same source")},
    [BINS_MEM_OVERLAP] = {NAMES("a read", "a write"), NAMES("of words being read", "being written"),
                          NAMES("by another source", "by the same source")},
    [BINS_MEM_ACCEPT] = {REQUESTS, NAMES("at once", "after busy"),
                         NAMES("mem_out free", "mem_out held by busy")},
    [BINS_MEM_HELD] = {REQUESTS, NAMES("AR held", "R owed", "AW held", "W held", "B owed")},
    [BINS_MEM_SLOTS] = {NAMES("all slots free", "some free", "the last one free", "none free"),
                        NAMES("no write lacks data", "another write lacks data")},
    [BINS_MEM_LAST] = {NAMES("last word of a plain read", "last word of a run",
                             "last word of a run with peers", "ack"),
                       REQUESTS},
    [BINS_MEM_NEXT] = {ANSWERS, ANSWERS, NAMES("in the next cycle", "later")},
    [BINS_MEM_AT_ONCE] = {NAMES("no read at memory", "1 read", "2 to 4 reads", "5 reads and more"),
                          NAMES("no write at memory", "1 write", "2 to 4 writes",
                                "5 writes and more")},
    [BINS_MEM_RESET] = {NAMES("nothing open", "a read without AR", "a read without data",
                              "a write without all its data", "a write without a slot",
                              "a write without AW", "a write without W", "a write without B",
                              "an ack behind another", "a flit to be sent")},
};

/* ---- what nothing can meet ------------------------------------------------------------------- */

struct unreachable {
    unsigned bin;
    const char *reason;
};

#define AT(name, cells, ...) (BIN_FIRST_##name + (cells)), __VA_ARGS__

static const struct unreachable unreachable[] = {
    {AT(MEM_PLAIN, 0 * 3 + 2, "a word is aligned")},
    {AT(MEM_WRITE, 0 * 3 + 2, "a word is aligned")},
    {AT(MEM_SLOTS, 0 * 2 + 1, "a write that lacks data has a slot")},
    {AT(MEM_PLAIN, 5 * 3 + 0, "256 words are 8 KB")},
    {AT(MEM_PLAIN, 5 * 3 + 1, "256 words are 8 KB")},
};

/* ---- questions ------------------------------------------------------------------------------- */

unsigned bin_at(enum bin_group group, unsigned a, unsigned b, unsigned c, unsigned d) {
    const unsigned *n = groups[group].cells;
    if (a >= n[0] || b >= n[1] || c >= n[2] || d >= n[3]) {
        fprintf(stderr, "cosim: no bin %u %u %u %u in %s\n", a, b, c, d, groups[group].text);
        abort();
    }
    return groups[group].first + ((a * n[1] + b) * n[2] + c) * n[3] + d;
}

static unsigned end_of(unsigned group) {
    return group + 1 < BIN_GROUP_COUNT ? groups[group + 1].first : BIN_COUNT;
}

enum bin_group bin_group_of(unsigned bin) {
    unsigned group = 0;
    while (bin >= end_of(group)) {
        group++;
    }
    return (enum bin_group)group;
}

void bin_describe(unsigned bin, struct text *out) {
    const enum bin_group group = bin_group_of(bin);
    const struct group *g = &groups[group];
    unsigned cell[BIN_AXES], rest = bin - g->first;
    for (unsigned axis = BIN_AXES; axis-- > 0;) {
        cell[axis] = rest % g->cells[axis];
        rest /= g->cells[axis];
    }
    text_add(out, "%s:", g->text);
    for (unsigned axis = 0; axis < BIN_AXES && names[group][axis]; axis++) {
        text_add(out, "%s %s", axis ? "," : "", names[group][axis][cell[axis]]);
    }
}

const char *bin_unreachable(unsigned bin) {
    for (unsigned i = 0; i < sizeof unreachable / sizeof *unreachable; i++) {
        if (unreachable[i].bin == bin) {
            return unreachable[i].reason;
        }
    }
    return NULL;
}

struct bin_tally bin_tally(const uint64_t hits[BIN_COUNT], enum bin_group group) {
    const unsigned from = group == BIN_GROUP_COUNT ? 0 : groups[group].first;
    const unsigned end = group == BIN_GROUP_COUNT ? BIN_COUNT : end_of(group);
    struct bin_tally t = {0};
    for (unsigned bin = from; bin < end; bin++) {
        if (!bin_unreachable(bin)) {
            t.reachable++;
            t.hit += hits[bin] > 0;
        }
    }
    return t;
}

const char *bin_group_text(enum bin_group group) {
    return groups[group].text;
}
