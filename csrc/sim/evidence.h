/* Judges what a whole run has seen (SIM-VACUOUS). */
#ifndef CSRC_SIM_EVIDENCE_H
#define CSRC_SIM_EVIDENCE_H

#include "sim/sim.h"

/* The checks that were never evaluated, but for SIM-VACUOUS itself and, with `seed_rules`, the
 * project's own rules: their IDs as one line, always terminated. Returns how many. */
unsigned evidence_vacuous(const struct evidence *seen, bool seed_rules, char *line, size_t size);

#endif
