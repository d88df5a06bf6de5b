/* The transform slot as its only requester sees it, on pins (modules 1 and 2): the grant, the
 * register stages and a bank behind them. The bank is any struct bank_desc; how long it takes, what
 * its words show while they are owed to nobody, and when it faults are knobs.
 *
 * It answers as an adversary that keeps the contract. Whether its driver keeps it (XF-DRIVE: beats
 * and starts as the bank sees them, and the grant) is judged here too, by a spy on the bank's pins.
 *
 * drive: before the model is settled; the requester's `req` is taken as a flop's output.
 * Reset drops entries, grant and fault. */
#ifndef CSRC_BFM_SLOT_STUB_H
#define CSRC_BFM_SLOT_STUB_H

#include "check/bank_spy.h"
#include "sim/sim.h"

enum { SLOT_STUB_STAGES = 8, SLOT_STUB_ENTRIES = 4 };

struct slot_stub_knobs {
    unsigned grant_min, grant_max; /* cycles from req to the grant; 0: in the same cycle */
    bool grant_withheld;
    unsigned linger_permille;    /* of the grants stay one cycle after req fell */
    unsigned stages;             /* cycles from the requester's pins to the bank's, 1-8 */
    unsigned done_min, done_max; /* cycles from the last beat at the bank to `done`, >= 1 */
    bool done_withheld;
    unsigned fault_permille; /* of the entries raise one of fault[3:1] with their done */
};

struct slot_stub_pins {
    const uint8_t *req, *start, *id, *mode, *beat_valid;
    const uint32_t *beat;
    uint8_t *gnt, *done, *fault;
    uint32_t *word[BANK_WORDS_MAX];
    const uint8_t *cfg_id, *cfg_addr;
    uint32_t *cfg_rdata;
};

/* What one cycle carries from the requester to the bank. */
struct slot_stub_stage {
    uint8_t start, id, mode, beat_valid;
    uint32_t beat[8];
};

/* A complete entry that is owed its done. */
struct slot_stub_entry {
    uint64_t due;
    unsigned out_words, depth;
    bool faults;
    struct word word[BANK_WORDS_MAX];
};

struct slot_stub_stats {
    uint64_t grants, starts, beats, dones;
};

struct slot_stub {
    struct slot_stub_knobs knobs; /* stages only while idle */
    struct sim *sim;
    struct slot_stub_pins pins;
    const struct bank_desc *desc;
    struct slot_shapes shapes;
    uint8_t fault;       /* what the fault pins will show; set and cleared by the scenario, too */
    bool lies;           /* register 0x04 reads `lie` for every id */
    uint32_t lie;        /* never a geometry that is valid */
    uint32_t undeclared; /* what 0xFC reads in a bank that declares no DEPTH */
    bool owned;          /* the requester has the register port: it is answered */
    struct slot_stub_stats stats;
    /* Private from here. */
    struct bank_spy spy;
    struct bank_pins bank; /* what the bank sees and shows, in the members below */
    struct slot_stub_stage at_bank;
    uint8_t done;
    struct slot_stub_stage stage[SLOT_STUB_STAGES]; /* ring by cycle */
    struct rng rng, idle;
    bool granted, lingers, asked, asked_before, granted_before;
    unsigned left; /* cycles until the grant */
    bool open;     /* an entry has beats to come at the bank */
    unsigned open_id, open_mode, beats;
    struct word beat[BANK_BEATS_MAX]; /* the first ones of the entry */
    struct slot_stub_entry entry[SLOT_STUB_ENTRIES];
    unsigned entries;
    struct slot_stub_entry shown; /* the latest done */
    bool shows;                   /* its words are owed */
    uint64_t next_done;           /* not before this cycle */
    unsigned in_stages;           /* starts and beats on their way */
};

/* The fastest slot: grant in the cycle after req, one stage, done in the cycle after a last beat. */
void slot_stub_fast(struct slot_stub_knobs *knobs);
void slot_stub_randomise(struct slot_stub_knobs *knobs, struct rng *rng);
/* Takes out of a setting what the options leave out. */
void slot_stub_without(struct slot_stub_knobs *knobs, uint32_t without);
/* The most cycles one entry or the grant can take in this setting. */
unsigned slot_stub_injected(const struct slot_stub_knobs *knobs);

void slot_stub_init(struct slot_stub *x, struct sim *s, const struct slot_stub_pins *pins,
                    unsigned id_w);
/* The bank behind the slot; only while idle. `declares`: it answers at 0xFC, else DEPTH is 1. */
void slot_stub_bank(struct slot_stub *x, const struct bank_desc *desc, bool declares);
/* Register 0x04 of an id. */
uint32_t slot_stub_geometry(const struct slot_stub *x, unsigned id);

void slot_stub_drive(struct slot_stub *x);
/* Once the requester's register address has settled: answers it. True when that changed the pin. */
bool slot_stub_answer(struct slot_stub *x);
void slot_stub_sample(struct slot_stub *x);

/* No entry is under way anywhere. */
static inline bool slot_stub_idle(const struct slot_stub *x) {
    return !x->open && x->entries == 0 && x->in_stages == 0;
}
/* The slot holds its requester up: no grant yet, or a done is owed. */
static inline bool slot_stub_holds(const struct slot_stub *x) {
    return x->entries > 0 || x->in_stages > 0 || (x->asked && !x->granted);
}

#endif
