/* Writes a source with all its mutants in it: each site a choice by the number of the mutant selected,
 * which every module reads once, before anything else runs, from `unsigned mcs_mutant` of the program. */
#ifndef MUTAGEN_EMIT_H
#define MUTAGEN_EMIT_H

#include <stdio.h>

#include "mutant.h"

/* `mutants`: those of this source, numbered. */
void emit_source(FILE *out, const struct source *source, const struct mutants *mutants);

#endif
