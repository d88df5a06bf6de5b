/* Sees at the pins of a memory port what a stall report must say, apart from the harness's own
 * watchdogs: who sent what when, and since when each interface has been held. */
#ifndef TESTS_STALL_WITNESS_H
#define TESTS_STALL_WITNESS_H

#include "bench/mem_port_bench.h"

enum hold { HOLD_OUT, HOLD_AR, HOLD_R, HOLD_AW, HOLD_W, HOLD_B, HOLD_IN, HOLDS };

struct stall_witness {
    const struct sim *sim;
    const struct mem_port_bench *bench;
    struct position endpoint[MEM_PORT_ENDPOINTS];
    unsigned slots;
    bool asked[MEM_PORT_ENDPOINTS];
    /* Cycles, by endpoint: its first and its latest request, its latest data flit, the latest
     * response to it. */
    uint64_t first[MEM_PORT_ENDPOINTS], request[MEM_PORT_ENDPOINTS], data[MEM_PORT_ENDPOINTS],
        answer[MEM_PORT_ENDPOINTS];
    bool held[HOLDS];
    uint64_t since[HOLDS]; /* valid while held */
    unsigned beats_owed, bursts, last_beats;
};

/* Watches the run of this bench into *w, which outlives it. */
void stall_witness_attach(struct stall_witness *w, struct mem_port_bench *b);

/* Writes `pattern` with what was seen in place of its marks:
 *   {e3} the place of endpoint 3, "(2,5)"      {q3} {r3} its first, its latest request
 *   {d3} its latest data flit                   {a3} the latest answer to it
 *   {slots} {open} WR_SLOTS, one more
 *   {out} {ar} {r} {aw} {w} {b} {in}            since when that is held
 */
void stall_witness_say(const struct stall_witness *w, const char *pattern, char *buf, size_t size);

#endif
