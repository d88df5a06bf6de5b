/* A small agent that keeps the contract of the mesh side (modules 5) with the timing its knobs say,
 * traffic around it, and one crime it can be told to commit: what the agent model is judged by. It
 * comes from the contract and shares nothing with the model but the flit codec. */
#ifndef TESTS_IDEAL_AGENT_H
#define TESTS_IDEAL_AGENT_H

#include "agent.h"
#include "sim/rng.h"

#define IDEAL_QUEUE 32

enum ideal_path { IDEAL_RX, IDEAL_ENC, IDEAL_ENGINE, IDEAL_TX, IDEAL_INJ, IDEAL_PATHS };

/* At the `at`-th flit of `path`, or from cycle `at` on. */
enum crime {
    HONEST,
    LOSES,       /* the flit */
    DOUBLES,     /* it */
    CHANGES,     /* a payload bit */
    UNMARKS,     /* clears rsvd[2] on the way */
    SWAPS,       /* it with the next one of its port */
    MISROUTES,   /* it to path `to`, or TX, INJ: by the next port */
    SHOWS_LATE,  /* a control flit dropped while the agent was busy: kept, shown when it is free */
    SHOWS_LATER, /* the flit, 40 cycles after it was due at a free agent */
    HOLDS_PORTS, /* control flits wait until the agent is free */
    FORGETS_A_TURN, /* port 0 gets no turn at the agent */
    RANKS_ENGINE_FIRST,
    RANKS_INJ_FIRST,
    FORGETS_A_PULSE,
    PULSES_TWICE,
    PULSES_FOR_OWN, /* requests to the own mesh */
    KEEPS_OVER_RESET,
    INVENTS /* sends a flit on the path nobody sent */
};

struct ideal_knobs {
    unsigned depth;                       /* entries of each input register, 1 or 2 */
    bool rx_register;                     /* an output register on agt_rx */
    bool rx_fills_when_busy;              /* it is also filled in a cycle with agt_rx_busy */
    bool out_registers;                   /* on noc_out and enc */
    unsigned rx_busy, enc_busy, out_busy; /* permille of cycles; 1000: always */
    unsigned stay;                        /* permille: a busy line keeps its value */
    unsigned rate[IDEAL_PATHS];           /* permille of cycles a source starts a flit */
    unsigned serve;                       /* permille of cycles an engine serves a flit */
    bool alike;                           /* flits are often bit-identical */
};

struct ideal_item {
    struct flit flit;
    enum ideal_path client;
    unsigned row;
};

struct ideal_queue {
    struct ideal_item item[IDEAL_QUEUE];
    unsigned count;
};

struct ideal_source {
    bool valid;
    struct flit flit;
};

struct ideal_output {
    bool full;
    struct ideal_item item; /* register, or what is shown without one and must stay */
    unsigned from;          /* without a register: the input it is still queued in */
};

struct ideal {
    struct agent_config config;
    struct ideal_knobs knobs;
    struct agent_model *model;
    struct rng rng;
    uint64_t cycle;
    bool in_reset;
    bool quiet; /* the sources start nothing new */

    struct ideal_source source[AGENT_PORTS_MAX], tx_source, inj_source;
    struct ideal_queue in[AGENT_PORTS_MAX], tx, inj;
    struct ideal_output rx, enc, out[AGENT_PORTS_MAX];
    unsigned rx_turn, enc_turn;
    struct ideal_queue reads[AGENT_PORTS_MAX], writes[AGENT_PORTS_MAX], answers[AGENT_PORTS_MAX];
    bool pulse;
    uint8_t out_busy;
    bool rx_busy, enc_busy;

    enum crime crime;
    enum ideal_path path, to;
    uint64_t at, seen;
    bool done;
    struct ideal_item kept; /* by SWAPS, SHOWS_LATE, SHOWS_LATER */
    bool keeps;
    unsigned kept_port;
    uint64_t kept_since;

    struct verdict first; /* the first verdict that was not right; CHECK_NONE: none */
    uint64_t first_cycle;
    unsigned verdicts;              /* how many there were */
    uint64_t answered, from_engine; /* flits the engines sent; flits the model left to them */
};

/* `config` NULL: random, from the seed. The model is the caller's to free by ideal_end(). */
void ideal_begin(struct ideal *a, uint64_t seed, const struct agent_config *config);
void ideal_end(struct ideal *a);
struct ideal_knobs ideal_agent_random_knobs(struct rng *rng);
void ideal_agent_run(struct ideal *a, unsigned cycles);
/* Lets everything under way leave, with nothing busy. */
void ideal_drain(struct ideal *a);
void ideal_reset(struct ideal *a, unsigned cycles);

#endif
