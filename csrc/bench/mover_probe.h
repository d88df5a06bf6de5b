/* The probe of the mover's bench: inputs other than clock and reset are varied within a cycle. No
 * valid may wait for a ready (AXI-WAIT), and what the slot gets comes from flops (XF-DRIVE; modules
 * 2). For struct bench_hooks. */
#ifndef CSRC_BENCH_MOVER_PROBE_H
#define CSRC_BENCH_MOVER_PROBE_H

void mover_probe(void *bench);

#endif
