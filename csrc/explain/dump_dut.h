/* A DUT that does not run: its pins are storage that somebody fills from a dump, evaluating it does
 * nothing. Everything that judges or watches settled pins works over it. */
#ifndef CSRC_EXPLAIN_DUMP_DUT_H
#define CSRC_EXPLAIN_DUMP_DUT_H

#include "dut/dut.h"

/* A `create` for struct dut_type, any kind. Pins are zero; those of a bank inside
 * something else are there, and nobody's ports. Ends the process when memory runs out. */
struct dut *dump_dut_create(const struct dut_type *type, enum register_fill fill, uint64_t seed);

#endif
