/* Which mutants are run: all of a group, or those a seeded draw over several groups took. */
#ifndef CSRC_MUTATE_SAMPLE_H
#define CSRC_MUTATE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/* Draws `count` of the mutants of all folders together (all, when there are fewer) and writes those
 * of each to FOLDER/NAME.ids, an id a line. False after one line on stderr. */
bool sample_choose(uint64_t count, uint64_t seed, const char *name, char *const *folder,
                   unsigned folders);
/* Sets the flags of the ids in the file; all of them when there is no file. False after one line on
 * stderr: a line is no id of these. */
bool sample_read(const char *path, bool *chosen, unsigned count);

#endif
