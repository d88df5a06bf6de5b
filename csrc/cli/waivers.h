/* Checks that are counted and do not fail, with the reasons a file gives for them. */
#ifndef CSRC_CLI_WAIVERS_H
#define CSRC_CLI_WAIVERS_H

#include "sim/options.h"

#include <stdio.h>

/* Adds what a file waives: a line each, "ID reason in words"; # begins a comment. False with one
 * line in `error` for a file that cannot be read, an unknown ID, one given twice or without a
 * reason. */
bool waivers_read(struct run_options *o, const char *path, char error[256]);

/* One row for each waived check that failed, with how often and the reason, and for each of the file
 * that was not needed. */
void waivers_show(const struct run_options *o, const uint64_t failed[CHECK_COUNT], FILE *out);

#endif
