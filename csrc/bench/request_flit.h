/* Flits of memory requests as endpoints send them. With `noise` what a port does not read of them
 * carries random bits (modules 3); NULL: it is zero. */
#ifndef CSRC_BENCH_REQUEST_FLIT_H
#define CSRC_BENCH_REQUEST_FLIT_H

#include "bfm/sparse_mem.h"
#include "flit.h"
#include "sim/rng.h"

/* A flit of `type` for a port at `dst`, its payload zero. `free_rsvd`: bits of rsvd that nothing
 * reads on the way. */
struct flit request_flit(struct position dst, enum flit_type type, uint8_t txn, struct rng *noise,
                         uint8_t free_rsvd);
/* The payload of a MEM_RD_REQ, and that of a MEM_WR_REQ. */
void request_read_payload(const struct descriptor *d, struct rng *noise, struct word *payload);
void request_write_payload(const struct descriptor *d, struct rng *noise, struct word *payload);

/* A word to write, of the kind `contents` holds. Tagged ones tell their number from *counter, which
 * advances, and `tag`, whose low 8 bits are the place in the word. */
void request_data(struct sparse_mem *contents, struct rng *rng, uint64_t *counter, uint32_t tag,
                  struct word *w);

#endif
