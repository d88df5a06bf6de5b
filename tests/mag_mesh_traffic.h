/* The words the scenarios of the agent's mesh side are written in: requests, control flits, marked
 * flits and flits on their way out, each to addresses or with contents nobody else has.
 *
 * What was asked for is kept, so that mesh_finish() can demand it. Everything waits (runs cycles)
 * when a queue is full. Requests that a user's WITHOUT= leaves out are not asked for. */
#ifndef TESTS_MAG_MESH_TRAFFIC_H
#define TESTS_MAG_MESH_TRAFFIC_H

#include "bench/mag_request.h"
#include "dut/variants.h"

enum { MESH_PAGE = 4096, MESH_WRITER = 22 /* an endpoint */ };

struct mesh_test {
    struct sim *s;
    struct mag_bench *b;
    const struct dut_type *type;
    uint64_t pages; /* of DRAM handed out */
    unsigned reads; /* asked for: txn, so that those under way are told apart */
    struct rng noise;
    /* Asked for so far. */
    uint64_t words, acks;              /* response flits */
    uint64_t passed[AGENT_PATH_COUNT]; /* RX: while the agent was free */
};

struct mesh_test *mesh_test_new(struct sim *s, const struct dut_type *type);

/* ---- the variant ----------------------------------------------------------------------------- */

static inline bool mesh_interlink(const struct mesh_test *t) {
    return t->type->mover.ilink != 0;
}
static inline bool mesh_leaves_out(const struct mesh_test *t, uint32_t stimulus) {
    return (t->s->options->without & stimulus) != 0;
}
/* Apertures are decoded, and may be asked for. */
bool mesh_apertures(const struct mesh_test *t);
/* The lowest row whose flits leave by `port`; false when a lower port stands on its row. */
bool mesh_row_of_port(const struct mesh_test *t, unsigned port, uint8_t *row);

/* ---- memory ---------------------------------------------------------------------------------- */

/* Byte address of a page of the own DRAM nobody else has been given. */
uint64_t mesh_fresh(struct mesh_test *t);
void mesh_read_plain(struct mesh_test *t, unsigned port, unsigned endpoint, uint64_t addr,
                     unsigned beats);
/* Entries of four words. */
void mesh_read_run(struct mesh_test *t, unsigned port, unsigned endpoint, uint64_t addr,
                   unsigned entries);
/* With a single slot there is a single writer, MESH_WRITER (memory protocol 4.3). */
void mesh_write(struct mesh_test *t, unsigned port, unsigned endpoint, uint64_t addr,
                unsigned beats);
/* One read of each kind and one write at this port, from three endpoints. */
void mesh_all_kinds(struct mesh_test *t, unsigned port);

/* ---- flits that are passed on ---------------------------------------------------------------- */

/* Every field random, src too. */
struct flit mesh_noise(struct mesh_test *t);
static inline bool mesh_is_memory(unsigned type) {
    return type == FLIT_MEM_RD_REQ || type == FLIT_MEM_WR_REQ || type == FLIT_MEM_WR_DATA;
}
/* Sends it as it is, but for src; counts it for the client it belongs to. */
void mesh_send(struct mesh_test *t, unsigned port, unsigned endpoint, const struct flit *f);
/* Noise for the control agent; noise for the encapsulator, or for the control agent in a build
 * without interlink. */
void mesh_control(struct mesh_test *t, unsigned port, unsigned endpoint);
void mesh_marked(struct mesh_test *t, unsigned port, unsigned endpoint);
/* Noise from the control agent and from the interlink, by dst_y. */
void mesh_from_agent(struct mesh_test *t, uint8_t row);
void mesh_from_interlink(struct mesh_test *t, unsigned injector, uint8_t row);
void mesh_agent_send(struct mesh_test *t, const struct flit *f);
void mesh_inject(struct mesh_test *t, unsigned injector, const struct flit *f);

/* ---- ends ------------------------------------------------------------------------------------ */

/* Flits that left on a path. */
static inline uint64_t mesh_passed(const struct mesh_test *t, enum agent_path path) {
    return agent_model_stats(t->b->agent_model)->passed[path];
}
/* Inputs of which a flit waits for something that is withheld, and those behind it: a bit per port,
 * the control agent, the interlink. */
enum { MESH_STUCK_AGENT = 1 << MAG_PORTS, MESH_STUCK_INTERLINK = 2 << MAG_PORTS };
/* Runs until all inputs but the stuck ones have sent everything, and whatever does not need what is
 * withheld is done. */
void mesh_settle_independent(struct mesh_test *t, unsigned stuck);
/* mag_finish, and everything asked for was seen. */
void mesh_finish(struct mesh_test *t);

#endif
