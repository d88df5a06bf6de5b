/* Why a memory port stands still: from the request that has waited longest down to the root, by
 * what the golden model, the watchdog and the requesters' books know. One chain, one cause; other
 * roots that hold other requests are named as such.
 *
 * It judges nothing and changes nothing: called after a verdict, live or over a dump.
 */
#ifndef CSRC_CHECK_MEM_STALL_H
#define CSRC_CHECK_MEM_STALL_H

#include "check/mem_watch.h"
#include "check/requester_watch.h"
#include "check/stall_chain.h"
#include "mem_port.h"

struct mem_stall {
    const struct mem_watch *watch;
    const struct mem_port_model *model;
    const struct requester_watch *requesters; /* NULL: their side is not known */
    const struct flit *mem_in, *mem_out;      /* on the pins; NULL when none is offered */
};

/* Fills an empty chain. */
void mem_stall_explain(const struct mem_stall *s, struct stall_chain *chain);

/* The requests still open in the requesters' books, one a line, in order of acceptance, and what
 * the requesters did to them; nothing when none is. For work left at the end of a run. */
void mem_stall_list_open(const struct requester_watch *r, struct stall_chain *chain);

#endif
