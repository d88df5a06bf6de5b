/* Prints which situations a run has met (bins.h), for people: holes first. */
#ifndef CSRC_CLI_BINS_TEXT_H
#define CSRC_CLI_BINS_TEXT_H

#include "bins.h"

#include <stdio.h>

/* A line each bin that was not met and could be, then a line a group, then those that cannot be met
 * with the reason. A bin that was met although it has a reason is a hole, too: the reason is wrong.
 * Returns how many lines of holes. */
unsigned bins_show(const uint64_t hits[BIN_COUNT], FILE *out);

#endif
