/* What the agent model remembers. Private to agent*.c. */
#ifndef MODELS_AGENT_STATE_H
#define MODELS_AGENT_STATE_H

#include "agent.h"
#include "agent_lane.h"
#include "text.h"

#define AFTER_RESET 16 /* cycles a busy may be high after reset (wire 1) */
#define TURN_SLACK 4   /* cycles beyond PORTS that a port may be held */
#define LET_PAST 2     /* MAG-PRIO: lower-rank flits that may leave first */
#define ENC_WAIT_BOUND                                                                             \
    256 /* MAG-REMOTE: enc_busy-low cycles a port's oldest marked flit may wait */
#define ALIAS_LATE_BOUND 256 /* MAG-ALIAS: cycles from the end of the intake to the pulse */
#define FINDINGS_MAX 32      /* of one cycle */

/* Requests that owe a bad_remote_req, one lane for each port and kind. Pulses may come in any order
 * between the lanes and serve one request of each; within a lane they come in order. */
enum { ALIAS_READ, ALIAS_WRITE, ALIAS_KINDS };

struct alias_lane {
    struct lane owed;   /* number: this one's place among all flits of its kind at the port */
    uint64_t flits;     /* MEM_RD_REQ, or MEM_WR_REQ and MEM_WR_DATA, accepted since reset */
    uint64_t popped;    /* index: up to here the intake has been left, and `due` is known */
    uint64_t announced; /* index: up to here a pulse may have been seen */
};

struct alias {
    struct alias_lane lane[AGENT_PORTS_MAX][ALIAS_KINDS];
    uint64_t clock[AGENT_PORTS_MAX]; /* cycles in which the port's engine was not stalled */
    uint64_t live;    /* requests that may still give a pulse, or have given it lately */
    uint64_t credits; /* pulses they may still give: an upper bound */
};

/* MAG-PRIO: the oldest flit of an input that has not left, shown or accepted. */
struct rank {
    bool waiting;
    bool accepted;
    uint64_t number; /* its place among the flits of its input */
    unsigned port;
    unsigned past; /* lower-rank flits that left its port since it became the oldest */
    struct flit flit;
};

/* MAG-HOL, MAG-TURN: cycles in a row in which a port's busy had no excuse. */
struct busy_row {
    unsigned cycles;
    unsigned agent_busy; /* those of them with agt_rx_busy */
};

struct shown {
    bool present, known; /* known: it is the entry `index` of port's lane */
    unsigned port;
    uint64_t index, since;
    struct flit flit;
};

struct finding {
    enum check_id check;
    unsigned port;
    unsigned count; /* cycles, where the check counts them */
    bool has_flit;
    enum agent_path path;
    struct flit flit;
    uint64_t accepted;
};

struct agent_model {
    struct agent_config config;
    uint64_t cycle;
    struct agent_cycle now;
    bool dirty;         /* something has happened since the last reset */
    uint64_t open_from; /* first cycle in which busy after reset has no excuse */

    struct lane lane[AGENT_PATH_COUNT][AGENT_PORTS_MAX];
    uint64_t numbered[AGENT_PATH_COUNT]; /* flits accepted for the path since the model was made */

    struct rank rank[2]; /* agt_tx, inj */
    bool rank_unsure;    /* of identical flits one has left, nobody knows of which input */
    struct busy_row row[AGENT_PORTS_MAX];
    unsigned enc_wait[AGENT_PORTS_MAX]; /* enc_busy-low cycles of the oldest marked flit */
    bool enc_unsure; /* of identical marked flits one has left, nobody knows by which port */

    /* Control flits. For each port: entries up to `next` cannot leave any more (a later one did);
     * from `untimed` on, noc_in_busy has not been low since. Head is the first open window. */
    uint64_t rx_next[AGENT_PORTS_MAX], rx_untimed[AGENT_PORTS_MAX];
    uint64_t rx_unsure[AGENT_PORTS_MAX];   /* index behind the last entry that is unsure */
    uint64_t rx_busy_until, rx_free_until; /* cycle after the last one with agt_rx_busy high, low */
    struct shown shown;

    struct alias alias;

    struct finding finding[FINDINGS_MAX];
    unsigned findings, findings_read;
    struct agent_stats stats;
};

/* ---- agent.c --------------------------------------------------------------------------------- */

/* Beyond FINDINGS_MAX in one cycle the last one is overwritten: the first ones matter. */
struct finding *agent_find(struct agent_model *m, enum check_id check, unsigned port);

/* ---- agent_outlook.c -------------------------------------------------------------------------- */

/* enc_busy may hold this port in this cycle: a marked flit waits at it. */
bool agent_enc_holds(const struct agent_model *m, unsigned port);

/* ---- agent_rx.c: mesh -> control agent --------------------------------------------------------- */

void agent_rx_begin(struct agent_model *m);
void agent_rx_end(struct agent_model *m);
void agent_rx_reset(struct agent_model *m);

/* ---- agent_alias.c: bad_remote_req --------------------------------------------------------------- */

bool agent_alias_init(struct alias *a);
void agent_alias_free(struct alias *a);
void agent_alias_reset(struct alias *a);
void agent_alias_accept(struct agent_model *m, unsigned port, const struct flit *f);
void agent_alias_end(struct agent_model *m, const struct agent_load *load);

/* ---- agent_blame.c: which check a wrong flit broke ------------------------------------------------ */

/* An entry of some lane, or none. */
struct place {
    bool found;
    enum agent_path path;
    unsigned port;
    uint64_t index;
};
/* A flit that left by noc_out[port] and is neither the oldest of a path nor the engine's by form:
 * NOBODY, with *v filled, or ENGINE when nothing speaks for a passed-on flit. */
enum agent_origin agent_blame_mesh(struct agent_model *m, unsigned port, const struct flit *f,
                                   struct verdict *v);
void agent_blame_agent(struct agent_model *m, const struct flit *f, struct verdict *v);
void agent_blame_enc(struct agent_model *m, const struct flit *f, struct verdict *v);

/* ---- agent_text.c -------------------------------------------------------------------------------- */

/* The flit it belongs to, where it came in and when. */
void agent_says_whose(struct verdict *v, enum agent_path path, unsigned port, const struct flit *f,
                      uint64_t accepted);
void agent_says_expected(struct verdict *v, const struct flit *f);

#endif
