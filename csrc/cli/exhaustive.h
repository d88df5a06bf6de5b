/* What cosim exhaustive runs: the FP16 quantiser of the mxfp7 bank over every pair of a block's peak
 * and an element (number formats 1.2). The judges are tests/exhaustive.c's. */
#ifndef CSRC_CLI_EXHAUSTIVE_H
#define CSRC_CLI_EXHAUSTIVE_H

#include "sim/suite.h"

/* Peaks are the 15-bit magnitudes 1 to EXHAUSTIVE_PEAKS. */
enum { EXHAUSTIVE_PEAKS = 0x7fff };

/* Some peaks: first, first + step, ... up to last. */
struct exhaustive_peaks {
    unsigned first, last, step;
};

struct exhaustive_result {
    uint64_t pairs;   /* (peak, element magnitude), each with both signs and in both packings */
    uint64_t entries; /* of four blocks, judged */
    uint64_t cycles;  /* simulated */
    uint64_t differ;  /* pairs whose code or scale differs between the model and its definition */
    unsigned peak;    /* of the first of them, and the element */
    unsigned element;
    bool failed; /* a check failed on the RTL; its report is printed */
};

/* NULL, or why the bank in this program is no such quantiser, in one line. */
const char *exhaustive_refusal(void);
/* Every element up to each of the peaks, through the RTL and through the definition. */
void exhaustive_run(const struct exhaustive_peaks *peaks, const struct run_options *options,
                    struct exhaustive_result *result);

#endif
