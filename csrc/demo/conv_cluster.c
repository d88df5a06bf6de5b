#include "demo/conv_cluster.h"

_Static_assert(CONV_RUN_ENTRIES *MXFP7_WORDS == 32, "a run's words are the bits of `owed`");
_Static_assert(CONV_OPERANDS *CONV_WINDOWS *CONV_RUN_ENTRIES == 256, "every tag is an entry's");

uint8_t conv_txn(enum conv_operand operand, unsigned window) {
    return (uint8_t)((operand * CONV_WINDOWS + window) * CONV_RUN_ENTRIES);
}

void conv_cluster_expect(struct conv_cluster *c, enum conv_operand operand, unsigned window,
                         struct conv_step step) {
    c->run[operand][window].step = step;
    c->run[operand][window].owed = UINT32_MAX;
}

/* Exact: a code times a scale is a float, and a multiple of 2^-23. */
static void expand(const struct word words[MXFP7_WORDS], enum mxfp7_packing packing,
                   conv_value lane[CONV_LANES][CONV_BLOCK]) {
    float value[MXFP7_LANES][MXFP7_BLOCK];
    mxfp7_dequantise(words, packing, value);
    for (unsigned l = 0; l < CONV_LANES; l++) {
        for (unsigned k = 0; k < CONV_BLOCK; k++) {
            lane[l][k] = (conv_value)ldexpf(value[l][k], CONV_FRACTION);
        }
    }
}

static void keep_weights(struct conv_cluster *c, const struct conv_run *run) {
    for (unsigned e = 0; e < CONV_RUN_ENTRIES; e++) {
        expand(run->word[e], MXFP7_PACKING_B,
               &c->weight[run->step.block][run->step.tap][e * CONV_LANES]);
    }
}

static void accumulate(struct conv_cluster *c, const struct conv_run *run) {
    const struct conv_step step = run->step;
    conv_value lane[CONV_W][CONV_BLOCK];
    for (unsigned e = 0; e < CONV_RUN_ENTRIES; e++) {
        expand(run->word[e], MXFP7_PACKING_A, &lane[e * CONV_LANES]);
    }
    for (unsigned x = 0; x < CONV_W; x++) {
        for (unsigned n = c->first_n; n < c->first_n + c->count_n; n++) {
            conv_sum sum = 0;
            for (unsigned k = 0; k < CONV_BLOCK; k++) {
                sum += (conv_sum)lane[x][k] * c->weight[step.block][step.tap][n][k];
            }
            c->output[(step.y * CONV_W + x) * CONV_N + n] += sum;
        }
    }
}

bool conv_cluster_receive(struct conv_cluster *c, uint8_t txn, unsigned index,
                          const struct word *word) {
    const unsigned window = txn / CONV_RUN_ENTRIES, entry = txn % CONV_RUN_ENTRIES;
    const enum conv_operand operand = window / CONV_WINDOWS;
    struct conv_run *run = &c->run[operand][window % CONV_WINDOWS];
    const uint32_t bit = UINT32_C(1) << (entry * MXFP7_WORDS + index);
    if (!(run->owed & bit)) {
        return false;
    }
    run->word[entry][index] = *word;
    run->owed &= ~bit;
    if (run->owed == 0 && operand == CONV_KERNEL) {
        keep_weights(c, run);
    } else if (run->owed == 0) {
        accumulate(c, run);
    }
    return true;
}
