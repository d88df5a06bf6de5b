/* What the tests of the mover's models share: a slow walker to judge the model by, random walkers,
 * register encodings, and a bank of two occupants with unusual shapes. */
#ifndef TESTS_MOVER_MOVES_H
#define TESTS_MOVER_MOVES_H

#include "mover.h"
#include "sim/rng.h"

#define ADDR_SIZE (UINT64_C(1) << 40)
#define WINDOW_SIZE (UINT64_C(1) << 36)
#define OWN (WINDOW_SIZE * 1) /* the window of mesh 1 */

/* Element number `n` of a walk; ndim is at most 6. */
struct walker_element slow_element(const struct walker *w, uint64_t n);
uint64_t slow_total(const struct walker *w);

/* Every dimension filled, those above ndim with rubbish of any size. */
struct walker random_walker(struct rng *rng, unsigned ndim, unsigned count_below);
/* One dimension. */
struct walker line_of(uint64_t base, unsigned count, int32_t stride);
struct mover_regs regs_of(unsigned mode, struct walker src, struct walker dst);

/* `width` bits of a value, at bit `low` of a register. */
uint64_t reg_bits(uint64_t value, unsigned width, unsigned low);
uint64_t header_data(unsigned which, const struct walker *w, unsigned id, unsigned mode);
uint64_t control_data(unsigned mode, unsigned width, bool go);
/* Hands one register write on: to bare registers or to a judge. */
typedef void put_fn(void *to, unsigned addr, uint64_t data);
/* All register writes of one walker. */
void put_walker(put_fn *put, void *to, unsigned which, const struct walker *w, unsigned id,
                unsigned mode);

enum { BYPASS, SPREAD, INVERT, UNKNOWN };
extern const struct occupant mover_occupants[2]; /* SPREAD: 2 beats to 3 words, INVERT: 1 to 1 */
/* Mesh 1 with the interlink, a staging store of 64 words and that bank. */
extern const struct mover_config mover_test_config;
/* For mover_config.geometry: `context` points to what every id's register 0x04 reads. */
uint32_t given_geometry(void *context, unsigned id);

#endif
