/* Which mutant of the RTL is alive. Forced into every file verilated from mutated sources, where each
 * mutant compares it with its own id. Constant within a run; 0, none, in every other program. */
#ifndef CSRC_MUTATE_MUTANT_H
#define CSRC_MUTATE_MUTANT_H

#ifdef __cplusplus
extern "C" {
#endif
extern unsigned mcs_mutant;
#ifdef __cplusplus
}
#endif

#endif
