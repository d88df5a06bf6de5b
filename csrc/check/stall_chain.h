/* A stall as people read it: a chain from who waits to the root, one link a line, and the cause in
 * one sentence. Written by the watchdogs from the models' knowledge of outstanding work.
 *
 *     mem_in    (4,1) has held MEM_WR_REQ since 42 006: write intake is full (60 of 64)
 *     intake    head is MEM_WR_REQ from (3,2), accepted at 41 990: no free write slot
 *     slots     16 of 16 in use, each waits for data that is behind the head
 *     cause     17 sources have a write open, WR_SLOTS=16 (the rule: two per writing node)
 */
#ifndef CSRC_CHECK_STALL_CHAIN_H
#define CSRC_CHECK_STALL_CHAIN_H

#include "sim/failure.h"
#include "text.h"

#include <stddef.h>

enum { STALL_CAUSE_SIZE = 200 };

struct stall_chain {
    struct text links;
    char *cause; /* STALL_CAUSE_SIZE */
};

/* An empty chain into a failure's report and cause, say. */
struct stall_chain stall_chain_into(char *links, size_t size, char cause[STALL_CAUSE_SIZE]);
/* Adds a link: who or what, then what it waits for, since when and who holds it. Wrapped at 80
 * columns. */
__attribute__((format(printf, 3, 4))) void stall_link(struct stall_chain *c, const char *place,
                                                      const char *format, ...);
/* States the root. The first one wins: call it for the most certain root first. Cycles are written
 * with text_grouped(). */
__attribute__((format(printf, 2, 3))) void stall_cause(struct stall_chain *c, const char *format,
                                                       ...);

/* Whoever knows why a thing waits, asked by the check that found it waiting. */
struct stall_explainer {
    void (*explain)(const void *self, struct stall_chain *chain); /* NULL: nobody knows */
    const void *self;
};
/* Fills the failure's report and cause; `f` may be NULL (sim_fail()). */
void stall_explain(const struct stall_explainer *x, struct failure *f);

#endif
