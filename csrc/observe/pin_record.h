/* Records the pins of a run, settled, once a cycle, as a VCD file: what another simulator is given to run
 * the same again. Cycle N is at time 10 N, as in our waves; the DUT's variant is in a comment. */
#ifndef CSRC_OBSERVE_PIN_RECORD_H
#define CSRC_OBSERVE_PIN_RECORD_H

#include "sim/sim.h"

struct pin_record;

/* Begins a file. NULL after one line on stderr when it cannot be written. */
struct pin_record *pin_record_open(const char *path, const struct sim *s);
/* The pins of the present cycle. */
void pin_record_cycle(struct pin_record *r);
/* Ends the file. False after one line on stderr when it could not be written. */
bool pin_record_close(struct pin_record *r);

#endif
