/* How a dump's names become ports and parameters of a DUT: dump.c's private parts. */
#ifndef CSRC_EXPLAIN_DUMP_FIND_H
#define CSRC_EXPLAIN_DUMP_FIND_H

#include "explain/dump.h"

/* A name with or without a path, from `scope` or from the top; NULL. */
const struct fst_signal *dump_find(const struct fst_reader *r, const char *scope, const char *name);
/* What the request calls a port or parameter of ours, from its scope; NULL. */
const struct fst_signal *dump_find_ours(const struct dump *d, const struct dump_request *q,
                                        const char *ours);
const char *dump_kind_text(enum dut_kind kind);

/* Scope, kind and clock; pins with what is wanted of them. False: `t` has one line. */
bool dump_find_dut(struct dump *d, const struct dump_request *q, struct text *t);
/* The parameters of the kind, and what was given. */
bool dump_find_parameters(struct dump *d, const struct dump_request *q, struct text *t);
/* Once the first cycle is sampled: those of the dump; all must be what the models take. */
bool dump_take_parameters(struct dump *d, const struct dump_request *q, struct text *t);

#endif
