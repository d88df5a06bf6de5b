/* Functional coverage: the situations of the protocols that a whole run must have met, as bins. A
 * group is a cross of up to four axes, and each cell of it a bin; a bin nobody can meet carries the
 * reason. Who knows the situation counts it (sim_bin); nobody looks inside the RTL for it.
 *
 * This file knows names only: what a bin means in cycles and flits is with the code that counts it.
 */
#ifndef MODELS_BINS_H
#define MODELS_BINS_H

#include "text.h"

#include <stdbool.h>
#include <stdint.h>

/* name, text, cells along each axis (1: no such axis), outermost first */
#define BIN_GROUPS(X)                                                                              \
    X(MEM_PLAIN, "mem.plain", 6, 3, 1, 1)                                                          \
    X(MEM_RUN, "mem.run", 5, 6, 4, 1)                                                              \
    X(MEM_RUN_PAGE, "mem.run_page", 2, 3, 1, 1)                                                    \
    X(MEM_WRITE, "mem.write", 4, 3, 1, 1)                                                          \
    X(MEM_REFUSED, "mem.refused", 4, 4, 1, 1)                                                      \
    X(MEM_STRAY, "mem.stray", 14, 1, 1, 1)                                                         \
    X(MEM_PAIR, "mem.pair", 4, 5, 2, 1)                                                            \
    X(MEM_OVERLAP, "mem.overlap", 2, 2, 2, 1)                                                      \
    X(MEM_ACCEPT, "mem.accept", 4, 2, 2, 1)                                                        \
    X(MEM_HELD, "mem.held", 4, 5, 1, 1)                                                            \
    X(MEM_INTAKE, "mem.intake", 4, 4, 2, 1)                                                        \
    X(MEM_SLOTS, "mem.slots", 4, 2, 1, 1)                                                          \
    X(MEM_LAST, "mem.last", 4, 4, 1, 1)                                                            \
    X(MEM_NEXT, "mem.next", 4, 4, 2, 1)                                                            \
    X(MEM_AT_ONCE, "mem.at_once", 4, 4, 1, 1)                                                      \
    X(MEM_RESET, "mem.reset", 10, 1, 1, 1)                                                         \
    X(BANK_ENTRY, "bank.entry", 4, 4, 2, 2)                                                        \
    X(BANK_START, "bank.start", 4, 7, 1, 1)                                                        \
    X(BANK_DONE, "bank.done", 4, 6, 1, 1)                                                          \
    X(BANK_PAIR, "bank.pair", 10, 2, 2, 1)                                                         \
    X(BANK_ABANDONED, "bank.abandoned", 4, 3, 1, 1)                                                \
    X(BANK_VALUE, "bank.value", 2, 7, 2, 1)                                                        \
    X(BANK_WRITE, "bank.write", 4, 4, 2, 1)                                                        \
    X(BANK_FAULT, "bank.fault", 2, 2, 3, 1)                                                        \
    X(BANK_RESET, "bank.reset", 6, 2, 1, 1)                                                        \
    X(SLOT_GRANT, "slot.grant", 3, 3, 3, 1)                                                        \
    X(SLOT_RUN, "slot.run", 2, 3, 3, 1)                                                            \
    X(SLOT_DROPPED, "slot.dropped", 3, 2, 2, 1)                                                    \
    X(SLOT_RESET, "slot.reset", 5, 3, 1, 1)                                                        \
    X(MOVER_MOVE, "mover.move", 3, 3, 3, 1)                                                        \
    X(MOVER_MEETING, "mover.meeting", 2, 4, 1, 1)                                                  \
    X(MOVER_NDIM, "mover.ndim", 3, 2, 7, 1)                                                        \
    X(MOVER_STRIDE, "mover.stride", 3, 2, 5, 1)                                                    \
    X(MOVER_BASE, "mover.base", 3, 2, 3, 1)                                                        \
    X(MOVER_AXES, "mover.axes", 3, 4, 3, 1)                                                        \
    X(MOVER_WIDTH, "mover.width", 2, 3, 1, 1)                                                      \
    X(MOVER_ENTRIES, "mover.entries", 4, 3, 1, 1)                                                  \
    X(MOVER_WORDS, "mover.words", 4, 3, 1, 1)                                                      \
    X(MOVER_CODE, "mover.code", 4, 9, 1, 1)                                                        \
    X(MOVER_CAUSE, "mover.cause", 3, 3, 4, 1)                                                      \
    X(MOVER_WRITE, "mover.write", 8, 5, 1, 1)                                                      \
    X(MOVER_RESET, "mover.reset", 4, 4, 2, 1)                                                      \
    X(AXI_BURST, "axi.burst", 6, 2, 5, 2)                                                          \
    X(AXI_ANSWER, "axi.answer", 6, 2, 3, 1)                                                        \
    X(AXI_ORDER, "axi.order", 6, 3, 1, 1)                                                          \
    X(AXI_WAIT, "axi.wait", 6, 5, 4, 1)                                                            \
    X(AXI_LEAD, "axi.lead", 6, 3, 1, 1)                                                            \
    X(AXI_AT_ONCE, "axi.at_once", 6, 4, 4, 1)                                                      \
    X(AXI_RESET, "axi.reset", 6, 2, 2, 1)                                                          \
    X(AGENT_TOGETHER, "agent.together", 21, 1, 1, 1)                                               \
    X(AGENT_READS, "agent.reads", 3, 4, 2, 1)                                                      \
    X(AGENT_WRITES, "agent.writes", 4, 5, 2, 1)                                                    \
    X(AGENT_ADDRESS, "agent.address", 7, 6, 1, 1)                                                  \
    X(AGENT_IN, "agent.in", 3, 6, 2, 1)                                                            \
    X(AGENT_OUT, "agent.out", 3, 4, 1, 1)                                                          \
    X(AGENT_ROW, "agent.row", 2, 3, 1, 1)                                                          \
    X(AGENT_LINK, "agent.link", 6, 4, 1, 1)                                                        \
    X(AGENT_FAIR, "agent.fair", 2, 4, 3, 1)                                                        \
    X(AGENT_CODE, "agent.code", 9, 1, 1, 1)                                                        \
    X(AGENT_RESET, "agent.reset", 13, 1, 1, 1)

enum bin_group {
#define BIN_GROUP_ENTRY(name, text, a, b, c, d) BINS_##name,
    BIN_GROUPS(BIN_GROUP_ENTRY)
#undef BIN_GROUP_ENTRY
        BIN_GROUP_COUNT
};

/* The number of a group's first bin, and of all. */
enum {
#define BIN_FIRST_ENTRY(name, text, a, b, c, d)                                                    \
    BIN_FIRST_##name, BIN_LAST_##name = BIN_FIRST_##name + (a) * (b) * (c) * (d)-1,
    BIN_GROUPS(BIN_FIRST_ENTRY)
#undef BIN_FIRST_ENTRY
        BIN_COUNT
};

enum { BIN_AXES = 4 };

/* The bin of a group at these cells; beyond an axis is a defect and ends the process. */
unsigned bin_at(enum bin_group group, unsigned a, unsigned b, unsigned c, unsigned d);
/* The cell of `value` on an axis of classes that end at these values; the last must be no less. */
unsigned bin_class(uint64_t value, const unsigned *ends);
enum bin_group bin_group_of(unsigned bin);
/* "mem.plain: 2 words, crosses 4 KB". */
void bin_describe(unsigned bin, struct text *out);
/* Why nothing can meet it; NULL: something can. */
const char *bin_unreachable(unsigned bin);

/* Of a group or, with BIN_GROUP_COUNT, of all. */
struct bin_tally {
    unsigned reachable, hit; /* bins; hit: of the reachable ones */
};
struct bin_tally bin_tally(const uint64_t hits[BIN_COUNT], enum bin_group group);
const char *bin_group_text(enum bin_group group);

#endif
