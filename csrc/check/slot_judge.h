/* The judges of a transform slot or of a bare bank over its ports alone: contract of the bank and
 * grant. Knows neither who presents the entries nor whether the design runs or is a dump; what is
 * inside the slot it does not see. Drives nothing.
 */
#ifndef CSRC_CHECK_SLOT_JUDGE_H
#define CSRC_CHECK_SLOT_JUDGE_H

#include "check/bank_check.h"
#include "check/grant_check.h"

/* What the register port has shown of registers 0x04 and 0xFC, 0 where it has not, and the ids of
 * the entries started. */
struct slot_registers {
    uint32_t geometry[BANK_IDS_MAX], depth[BANK_IDS_MAX];
    bool geometry_read[BANK_IDS_MAX], depth_read[BANK_IDS_MAX];
    bool started[BANK_IDS_MAX];
};

struct slot_judge {
    struct sim *sim;
    const struct dut *dut;
    const struct bank_desc *desc; /* NULL: no golden model, words are not predicted */
    /* Without a model: the first id of whose entries the registers have not stated the shape, so
     * that the bank's contract cannot be judged. -1: there is none. */
    int unstated;
    uint64_t entries[BANK_IDS_MAX]; /* started, by id */
    struct bank_check check;
    struct grant_check grant;
    /* Private from here. */
    struct slot_shapes shapes;
};

/* Takes what a slot or a bare bank shows in this cycle. */
void slot_registers_see(struct slot_registers *r, const struct dut *d);

/* The judge lives as long as the run. `desc`: the bank's model; NULL: the shapes are what
 * `registers` state. */
void slot_judge_init(struct slot_judge *j, struct sim *s, const struct bank_desc *desc,
                     const struct slot_registers *registers);
/* Forgets all entries: nothing is under way, whatever was asked for before. */
void slot_judge_join(struct slot_judge *j);
/* Judges the settled pins of one cycle, of reset when s->in_reset. */
void slot_judge_sample(struct slot_judge *j);

#endif
