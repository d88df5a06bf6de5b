/* What WAVES=ring costs, and how long it takes from a failure to its window on disk. */
#ifndef CSRC_SPEED_CAPTURE_SPEED_H
#define CSRC_SPEED_CAPTURE_SPEED_H

#include <stdbool.h>

/* Prints both; false after one line on stderr when a run did not go as planned. */
bool capture_speed(void);

#endif
