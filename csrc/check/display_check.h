/* SIM-DISPLAY: our RTL prints one ERROR line of a code for each event, at most 256 cycles late; any
 * RTL prints none where there was no event. */
#ifndef CSRC_CHECK_DISPLAY_CHECK_H
#define CSRC_CHECK_DISPLAY_CHECK_H

#include "sim/sim.h"

struct display_check {
    struct sim *sim;
    const char *code; /* as after `ERROR <module> ` */
    uint64_t owed;    /* events at the last look */
};

void display_check_init(struct display_check *c, struct sim *s, const char *code);
/* Once a cycle; `events` is the number of events of earlier cycles. */
void display_check_sample(struct display_check *c, uint64_t events);
/* At the end, some cycles after the last event: the counts are equal. */
void display_check_end(struct display_check *c, uint64_t events);

#endif
