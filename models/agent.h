/* Golden model of the mesh side of the memory agent (memory protocol 1.1, 1.2, 8; modules 5): who
 * an inbound flit belongs to, what is passed on, in which order, and for how long anything may be
 * held. Event driven: it is told the cycle's busy lines and what transfers, and judges what leaves.
 * It predicts what and in which order, never when, but for the bounds the contract gives.
 *
 * Four paths pass flits on: mesh -> control agent (best effort), mesh -> encapsulator (marked
 * flits), control agent -> mesh, interlink -> mesh. What the ports' engines receive and send is
 * the port models' (mem_port.h): this model says which flits those are.
 *
 * Order of calls in one cycle: agent_model_begin() always and first; then what leaves
 * (agent_model_mesh_out, _agent_out, _enc_out); then what is accepted (agent_model_mesh_in,
 * _agent_in, _inj_in); then agent_model_end(). In a cycle with reset only begin and end, which then
 * forget all work under way. `cycle` grows by one from begin to begin. A flit that leaves in the
 * very cycle it is accepted would be a combinational path and is reported.
 *
 * A judging call always writes v->check: CHECK_NONE when the event is legal, and nothing else in *v
 * is written then. Otherwise it fills all of *v, which may not be NULL, and carries on as if what
 * came closest had happened.
 *
 * Attribution. A flit at the wrong client or port is MAG-ROUTE. One that is lost before a later one
 * of its path, doubled, reordered or sent by nobody is MAG-PASS; so is a changed one, but for the
 * encapsulator, where a changed flit and one that does not arrive at all are MAG-REMOTE. On the way
 * to the control agent a flit lost though the agent was free, or shown after it had to be dropped,
 * is MAG-AGENT.
 *
 * Flits that are bit-identical cannot be told apart. Where several inputs could have sent what left,
 * the ones alike are only counted: each leaves once, in any order, and bounds that depend on which
 * of them left do not apply (agent_stats.alike counts these cases).
 */
#ifndef MODELS_AGENT_H
#define MODELS_AGENT_H

#include "flit.h"
#include "verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AGENT_PORTS_MAX 4

struct agent_config {
    unsigned ports;                            /* PORTS, 1-4 */
    struct position position[AGENT_PORTS_MAX]; /* MEM_X0, MEM_Y0, ... distinct */
    uint8_t mesh_id;                           /* MESH_ID, 0-3 */
    bool ilink;                                /* ILINK: marked flits go to the encapsulator */
    unsigned q_depth, q_margin;                /* Q_DEPTH, Q_MARGIN, in flits */
};

struct agent_model;

/* NULL when memory runs out, here and nowhere else: later growth that fails ends the process with
 * one line on stderr. `config` is copied. */
struct agent_model *agent_model_new(const struct agent_config *config);
void agent_model_free(struct agent_model *m);

/* ---- where a flit belongs -------------------------------------------------------------------- */

enum agent_client {
    AGENT_CLIENT_ENGINE, /* MEM_RD_REQ, MEM_WR_REQ, MEM_WR_DATA: the port's engine */
    AGENT_CLIENT_AGENT,  /* everything else: the control agent, best effort */
    AGENT_CLIENT_ENC     /* rsvd[2] set and ILINK: the encapsulator */
};
/* The client of a flit that arrives on any noc_in. */
enum agent_client agent_model_client(const struct agent_model *m, const struct flit *f);
/* The port by which a flit from the control agent or the interlink leaves: the lowest-numbered one
 * whose MEM_Y is dst_y, else 0. */
unsigned agent_model_row(const struct agent_model *m, const struct flit *f);

/* ---- one cycle ------------------------------------------------------------------------------- */

/* Settled state of the interfaces in this cycle. Masks: bit p is port p. The flits are read during
 * the call only. */
struct agent_cycle {
    bool in_reset;
    uint8_t noc_in_busy, noc_out_busy;
    bool agt_rx_busy, enc_busy;
    bool bad_remote_req;
    const struct flit *agt_tx, *inj; /* what these inputs offer, accepted now or not; NULL when
                                        their valid is low */
    const struct flit *agt_rx;       /* what this output shows, taken now or not; NULL likewise */
};
void agent_model_begin(struct agent_model *m, const struct agent_cycle *state, uint64_t cycle);

/* Who sent a flit that leaves by a noc_out. */
enum agent_origin {
    AGENT_FROM_ENGINE, /* not passed on: the port's model has to judge it */
    AGENT_FROM_AGENT,  /* agt_tx */
    AGENT_FROM_INJ,
    AGENT_FROM_NOBODY /* a wrong passed-on flit, *v says so; not the port model's business */
};
/* A flit transferred on noc_out[port]: MAG-ROUTE, MAG-PASS, and MAG-PRIO, which may come with any
 * origin. A flit that waits on a path is never the engine's, even if it could be either. */
enum agent_origin agent_model_mesh_out(struct agent_model *m, unsigned port, const struct flit *f,
                                       struct verdict *v);
/* A flit transferred on agt_rx: MAG-ROUTE, MAG-AGENT, MAG-PASS. */
void agent_model_agent_out(struct agent_model *m, const struct flit *f, struct verdict *v);
/* A flit transferred on enc: MAG-ROUTE, MAG-REMOTE, MAG-PASS. */
void agent_model_enc_out(struct agent_model *m, const struct flit *f, struct verdict *v);

/* A flit was accepted on noc_in[port]. The port's model must be told it if, and only if, the answer
 * is AGENT_CLIENT_ENGINE. */
enum agent_client agent_model_mesh_in(struct agent_model *m, unsigned port, const struct flit *f);
/* A flit was accepted on agt_tx. */
void agent_model_agent_in(struct agent_model *m, const struct flit *f);
/* A flit was accepted on inj. */
void agent_model_inj_in(struct agent_model *m, const struct flit *f);

/* What a port's engine still holds after this cycle, upper bounds (mem_port_model_room()). */
struct agent_load {
    unsigned reads;  /* unserved reads: unserved_reads */
    unsigned writes; /* write flits the engine cannot have taken in: write_backlog */
    bool stalled;    /* something outside (AXI, the output link) holds the engine in this cycle: a
                        bad_remote_req still owed by it is not late yet */
};
/* Closes the cycle: everything that depends on time. `load`: one for each port. False when
 * something is wrong: fetch it with agent_model_finding(). */
bool agent_model_end(struct agent_model *m, const struct agent_load *load);
/* The next thing agent_model_end() found: MAG-AGENT, MAG-HOL, MAG-TURN, MAG-ALIAS, MAG-REMOTE.
 * False, with CHECK_NONE, when there is none left. Call until then. */
bool agent_model_finding(struct agent_model *m, struct verdict *v);

/* ---- what is outstanding --------------------------------------------------------------------- */

enum agent_path {
    AGENT_PATH_RX,  /* mesh -> control agent: only what agt_rx shows and has not been taken */
    AGENT_PATH_ENC, /* mesh -> encapsulator */
    AGENT_PATH_TX,  /* control agent -> mesh */
    AGENT_PATH_INJ, /* interlink -> mesh */
    AGENT_PATH_COUNT
};

/* What lies outside the agent and can hold a passed-on flit, as bits of a mask. */
enum agent_outside {
    AGENT_OUTSIDE_MESH = 1u << 0, /* << port: noc_out_busy of that port, bits 0-3 */
    AGENT_OUTSIDE_RX = 1u << 4,   /* agt_rx_busy */
    AGENT_OUTSIDE_ENC = 1u << 5   /* enc_busy */
};

struct agent_item {
    bool present;
    uint64_t since;    /* cycle from which it has been the oldest of its path and port */
    uint64_t progress; /* counts up each time a flit left that is legally ahead of one like it */
    uint8_t needs;     /* AGENT_OUTSIDE_*: a cycle in which it is busy does not count */
};
/* The oldest flit of a path at a port: the one it came in by (RX, ENC) or leaves by (TX, INJ).
 * O(1). */
struct agent_item agent_model_oldest(const struct agent_model *m, enum agent_path path,
                                     unsigned port);
/* One line without newline: the flit in the protocol's words, where it came in and when, what it
 * waits for. Empty when there is none. */
void agent_model_describe(const struct agent_model *m, enum agent_path path, unsigned port,
                          char *buf, size_t size);
/* One line for each passed-on flit under way (at most `max_lines`, then "... and N more").
 * Always terminated; `size` > 0. */
void agent_model_list(const struct agent_model *m, char *buf, size_t size, unsigned max_lines);
/* Nothing is under way: every passed-on flit has left, and every control flit has been taken or its
 * window is over. */
bool agent_model_idle(const struct agent_model *m);

/* For LINK-WEDGE, valid between begin and end: nothing outside and nothing of higher rank holds
 * this input in this cycle as far as the passed-on flits are concerned, so its busy has no excuse.
 * On noc_in the port model's room must hold as well. */
bool agent_model_mesh_room(const struct agent_model *m, unsigned port);
bool agent_model_agent_room(const struct agent_model *m);
bool agent_model_inj_room(const struct agent_model *m);

/* ---- evidence -------------------------------------------------------------------------------- */

struct agent_stats {
    uint64_t accepted[AGENT_PATH_COUNT]; /* flits that came in on each path */
    uint64_t passed[AGENT_PATH_COUNT];   /* flits that left, compared bit by bit */
    uint64_t dropped;                    /* control flits that had to be dropped, and were */
    uint64_t lost; /* those, and the ones that were free to arrive and did not within their window:
                      the agent's mailbox was full then, at least at times */
    uint64_t free_windows; /* control flits that had to arrive, and did */
    uint64_t open_windows; /* control flits that were free to arrive or not: not judged */
    uint64_t alike;        /* times identical flits were told apart in the design's favour */
    uint64_t remote_requests, remote_pulses; /* MAG-ALIAS: requests, cycles bad_remote_req was 1 */
    unsigned worst_turn[AGENT_PORTS_MAX];    /* MAG-HOL, MAG-TURN: longest counted busy row */
    unsigned worst_let_past;                 /* MAG-PRIO: most lower-rank flits that went first */
    unsigned worst_enc_wait; /* most enc_busy-low cycles the oldest marked flit of a port waited */
    uint64_t evaluations[CHECK_COUNT]; /* per check ID */
};
/* Valid until the next call with this model. */
const struct agent_stats *agent_model_stats(const struct agent_model *m);

#endif
