/* A dump as cycles of one of our DUTs: finds the ports of the contract under a scope by name, the
 * parameters beside them, and fills the pins of a DUT that does not run (dump_dut) cycle by cycle.
 * Notices what is X or Z where that matters. Judges nothing else.
 *
 * Cycles are numbered by COSIM.cycle when the dump has it, else by the rising edges since its
 * beginning, from 0.
 */
#ifndef CSRC_EXPLAIN_DUMP_H
#define CSRC_EXPLAIN_DUMP_H

#include "explain/sampler.h"
#include "observe/pins.h"
#include "text.h"

enum { DUMP_MAP_MAX = 64, DUMP_WHY_SIZE = 512, DUMP_PARAMETERS_MAX = 32 };

/* A port or parameter of ours and what it is called in the dump, from the scope or from the top. */
struct dump_name {
    char ours[32], theirs[256];
};

struct dump_request {
    const char *path, *scope, *clock; /* of the clock: from the scope or from the top */
    struct dump_name map[DUMP_MAP_MAX];
    unsigned mapped;
    struct dump_name given[DUMP_PARAMETERS_MAX]; /* values of parameters, as decimal text */
    unsigned given_count;
};

enum pin_role {
    PIN_CONTROL, /* valid, busy, ready, reset, start, ...: unknown is wrong */
    PIN_PAYLOAD  /* means something while its valid is high */
};

struct dump_pin {
    struct pin pin; /* of the DUT made by dump_attach() */
    uint32_t wanted;
    enum pin_role role;
    int valid; /* payload: the pin that says it means something; -1: it always does */
    /* Cycles in which bits that matter were X or Z, outside reset. */
    uint64_t unknown_cycles, unknown_first, unknown_first_time;
};

/* Where the value of a parameter is from. */
enum parameter_source {
    PARAMETER_DEFAULT,
    PARAMETER_DUMPED,
    PARAMETER_GIVEN,
    PARAMETER_SEEN /* in the traffic */
};

struct dump_parameter {
    const char *name;
    unsigned *value; /* in the type */
    enum parameter_source source;
    bool in_dump;
    uint32_t wanted;
};

struct dump {
    const char *path;
    struct fst_reader *reader;
    struct sampler *sampler;
    struct dut_type type;
    struct dump_pin pin[PINS_MAX];
    unsigned pins;
    struct dump_parameter parameter[DUMP_PARAMETERS_MAX];
    unsigned parameters;
    const struct fst_signal *clock;
    bool numbered; /* the dump has COSIM.cycle */
    uint32_t number;
    struct sample first;
    bool started;
    /* Of the cycle dump_next() came to. */
    uint64_t cycle, time;
    bool in_reset;        /* reset is asserted, or its pin was never known */
    bool unknown_control; /* a valid, busy or the like is X or Z */
};

/* Opens it, finds everything and reads the parameters, so that dump->type is what the DUT is. False:
 * `why` is one line for stderr, with the file's name. */
bool dump_open(struct dump *d, const struct dump_request *request, char why[DUMP_WHY_SIZE]);
void dump_close(struct dump *d);

/* The pins of `dut`, made of d->type, are filled from now on. */
void dump_attach(struct dump *d, const struct dut *dut);
/* Adds the scopes in which a port of that name is, a few at most: "; our ports may be in tb.dut". */
void dump_suggest(const struct dump *d, const char *port, struct text *t);
/* Sets a parameter that nobody has given and the dump does not have; false when it is not so. */
bool dump_saw_parameter(struct dump *d, const char *name, unsigned value);
/* The next cycle: d->cycle, d->time, d->in_reset. The first call gives the first cycle. */
enum fst_next dump_next(struct dump *d, char why[DUMP_WHY_SIZE]);
/* Fills the pins with the values of that cycle, X and Z as 0. */
void dump_fill(struct dump *d);
/* Notes what is unknown in that cycle; after dump_fill(). */
void dump_note_unknown(struct dump *d);

#endif
