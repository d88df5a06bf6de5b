/*
 * The golden model of a bank (modules 1): what each entry must turn into, which `done`s are owed,
 * what registers read, and what the fault pins may and must show.
 *
 * It is told events, never pins, and predicts what, never when: a `done` may come any number of
 * cycles after an entry's last beat. A caller reports one clock cycle as
 *
 *     bank_model_beat        beat_valid was high; told before the start, a last beat belongs to
 *                            the open entry
 *     bank_model_start       start was high
 *     bank_model_done        done was high
 *     bank_model_reg_write   cfg_en was high
 *     bank_model_end_cycle   always, with the fault pins as sampled in this cycle
 *
 * the first four only where they happened, in this order; registers are read at any point of it.
 * What a cycle's register write clears shows in the pins of the next cycle.
 *
 * Two ways to know a bank: a struct bank_desc predicts words, registers and faults; a table of
 * geometry read from the bank's own registers checks a foreign bank, whose words are predicted for
 * the bypass only.
 */
#ifndef MODELS_BANK_H
#define MODELS_BANK_H

#include "word.h"

#define BANK_BEATS_MAX 16 /* IN_BITS is at most 16 words */
#define BANK_WORDS_MAX 4
#define BANK_DEPTH_MAX 2
#define BANK_IDS_MAX 256    /* ID_W is at most 8 */
#define BANK_STATE_MAX 2048 /* 32-bit words of state of all occupants together */

#define BANK_REG_FAULT 0x00u    /* {28'd0, fault}; any write clears */
#define BANK_REG_GEOMETRY 0x04u /* {8'd0, OUT_WORDS[7:0], IN_BITS[15:0]} of cfg_id */
#define BANK_REG_DEPTH 0xfcu    /* {24'h444550, DEPTH[7:0]} of cfg_id */

/* fault[0]: an entry was started with an id that names no occupant. */
#define BANK_FAULT_BIT_UNKNOWN_ID 0x1u
/* fault[3:1]: the occupants' own. */
#define BANK_FAULT_BITS_OCCUPANT 0xeu

/* One transform and its shape. All it knows is the entry, its mode and what was written into its
 * registers; those are written only while the bank has no entry under way. */
struct occupant {
    const char *name;
    unsigned in_beats;  /* IN_BITS / 256, 1-16 */
    unsigned out_words; /* 1-4 */
    unsigned depth;     /* 1 or 2 */
    /* Writes words[0] to words[out_words-1]. `mode` is the whole field; unused bits are ignored. */
    void (*convert)(const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]);
    /* In its place for an occupant with registers or faults of its own. Returns the bits of
     * fault[3:1] the entry raises, as a mask of fault[3:0] and out of `faults`; the bank raises them
     * at any time from the entry's start to its done. */
    unsigned (*serve)(const uint32_t *state, const struct word *beats, unsigned mode,
                      struct word words[BANK_WORDS_MAX]);
    uint8_t faults; /* the bits of fault[3:1] an entry of it can raise; 0: none */
    /* Registers of its own, at offsets other than 0x00, 0x04 and 0xFC: zero state_words and NULLs
     * when it has none. A reset of the bank zeroes the state, then calls `reset` if there is one. */
    unsigned state_words;
    void (*reset)(uint32_t *state);
    void (*write)(uint32_t *state, unsigned addr, uint32_t data);
    uint32_t (*read)(const uint32_t *state, unsigned addr); /* undefined offsets read zero */
    /* Those of its registers worth writing in random traffic: NULL and zero when it has none. */
    const uint8_t *offsets;
    unsigned offset_count;
};

/* A bank whose occupants have models. */
struct bank_desc {
    const char *name;
    unsigned occupants;
    const struct occupant *occupant; /* ids 1 to `occupants`: id n is occupant[n-1] */
    bool every_id_bypasses;          /* no id is unknown, all answer as id 0 does */
    unsigned bypass_depth;           /* DEPTH of id 0: 1 or 2; 0 stands for 2 */
};

/* The registers of all occupants of a bank. */
struct bank_state {
    uint32_t words[BANK_STATE_MAX];
};

/* NULL, or why no program can use this description, in one line: a shape the framework cannot
 * carry, a missing function, too much state. */
const char *bank_desc_fault(const struct bank_desc *desc);
/* As a reset of the bank leaves it. */
void bank_state_reset(const struct bank_desc *desc, struct bank_state *state);
/* What an entry of `id` becomes, by the bypass when the id names no occupant; `state` NULL: as after
 * a reset. Returns the occupant's fault bits. */
unsigned bank_convert(const struct bank_desc *desc, const struct bank_state *state, unsigned id,
                      const struct word *beats, unsigned mode, struct word words[BANK_WORDS_MAX]);

/* Each bank's model.c defines one of these, named bank_model unless -DBANK_MODEL= names it: so
 * several banks fit into one program. */
#ifndef BANK_MODEL
#define BANK_MODEL bank_model
#endif
extern const struct bank_desc BANK_MODEL;

/* The shape of the entries of one id. An unknown id has the bypass' shape and DEPTH 1, which is
 * what its register 0xFC, reading zero, means. */
struct bank_geometry {
    bool known; /* the id is the bypass or names an occupant */
    unsigned in_beats, out_words, depth;
    bool declares_depth; /* register 0xFC carries the DEPTH magic */
};

/*
 * The shape of `id` as a bank's registers 0x04 and 0xFC state it, for bank_model_init_foreign().
 * Id 0 is the bypass whatever they read. False when register 0x04 states no shape this framework
 * can carry (IN_BITS no multiple of 256 up to 16 words, OUT_WORDS not 1-4, bits 31:24 set) or 0xFC
 * a DEPTH that is neither 1 nor 2; *geometry is then that of an unknown id.
 */
bool bank_geometry_decode(unsigned id, uint32_t reg_geometry, uint32_t reg_depth,
                          struct bank_geometry *geometry);

/* What a `start` means at this moment. */
enum bank_start {
    BANK_START_OPENS,      /* legal: opens an entry */
    BANK_START_ABANDONS,   /* legal: the open entry gets no done, the new one is open */
    BANK_START_TOO_EARLY,  /* illegal: more entries without done than DEPTH allows */
    BANK_START_UNDECLARED, /* illegal: would abandon in a bank that declares no DEPTH at 0xFC */
};

/* What a `done` must deliver. */
struct bank_result {
    unsigned id, mode;  /* as given at start */
    unsigned out_words; /* the words that count; those above are unspecified */
    bool predicted;     /* words[] is known; false for a foreign occupant */
    struct word words[BANK_WORDS_MAX];
};

/* What is wrong with the fault pins of a cycle; the lowest wrong bit is meant. */
enum bank_fault {
    BANK_FAULT_RIGHT,     /* nothing */
    BANK_FAULT_MISSING,   /* not set by the done of the entry that raises it */
    BANK_FAULT_DROPPED,   /* a set bit fell without a write to 0x00 */
    BANK_FAULT_UNCLEARED, /* a write to 0x00 left a bit set that nothing set again */
    BANK_FAULT_SPURIOUS,  /* a bit rose without cause */
};

/* One entry from its start on. The members of this and the next struct are the model's own. */
struct bank_entry {
    unsigned id, mode;
    struct bank_geometry geometry;
    unsigned beats;    /* collected */
    uint8_t may_fault; /* bits that may rise for it, or for an entry it abandoned, until its done */
    uint8_t fault_due; /* bits that must be set by its done; its occupant's from its last beat on */
    uint8_t forgiven;  /* bits cleared since its start, which may have been set for it */
    bool fresh;        /* started in this cycle */
    struct word beat[BANK_BEATS_MAX];
    struct word words[BANK_WORDS_MAX]; /* from its last beat on, when it is predicted */
};

struct bank_model {
    const struct bank_desc *desc; /* NULL for a foreign bank */
    const struct bank_geometry *by_id;
    unsigned ids;
    bool declares_depth;
    struct bank_entry entry[BANK_DEPTH_MAX]; /* a ring: only the newest can be open */
    unsigned oldest;
    unsigned entries; /* started, not abandoned, without done */
    /* Of this cycle: */
    unsigned done_depth; /* DEPTH of an entry done in it, else 0 */
    bool clear_now;      /* 0x00 was written */
    uint8_t due_now;     /* bits that must be set by a done that came */
    uint8_t may_now;     /* bits that may rise until a done that came */
    /* Of the cycle before: */
    uint8_t fault;   /* the pins */
    uint8_t cleared; /* which of them its write to 0x00 clears */
    uint8_t open;    /* which of them rose for an entry whose beats are still to show the cause */
    bool worked;     /* an entry was under way */
    struct bank_state state;
};

/* A bank with models. `desc` stays the caller's and must outlive the model. */
void bank_model_init(struct bank_model *m, const struct bank_desc *desc);
/* A bank without: by_id[0] to by_id[ids-1] stay the caller's; ids from `ids` on are unknown. */
void bank_model_init_foreign(struct bank_model *m, const struct bank_geometry *by_id, unsigned ids);
/* The bank's reset: no entry, no fault. To be called instead of bank_model_end_cycle() in each
 * cycle whose edge resets the bank. */
void bank_model_reset(struct bank_model *m);
/* A bank that was not watched from its reset on, no entry under way, its fault pins showing `fault`. */
void bank_model_resume(struct bank_model *m, uint8_t fault);

/* The shape of an id's entries; the bypass' for an unknown id. */
struct bank_geometry bank_model_geometry(const struct bank_model *m, unsigned id);

/* What a start of `id` would mean now; changes nothing. */
enum bank_start bank_model_start_meaning(const struct bank_model *m, unsigned id);
/* start was high with `id` and `mode`. An illegal one changes nothing: the bank owes nothing. */
enum bank_start bank_model_start(struct bank_model *m, unsigned id, unsigned mode);

/* beat_valid was high. False, changing nothing, when no entry wants a beat. */
bool bank_model_beat(struct bank_model *m, const struct word *beat);
/* Beats the open entry still wants; 0 when none is open. */
unsigned bank_model_beats_wanted(const struct bank_model *m);

/* done was high. True when it was owed, which settles the oldest complete entry and fills *result
 * (never NULL); false when it is early or one too many. */
bool bank_model_done(struct bank_model *m, struct bank_result *result);
/* Complete entries whose done is still owed, 0-2. An open entry is owed nothing before its last
 * beat. */
unsigned bank_model_pending(const struct bank_model *m);

/* cfg_en was high. A write to 0x00 is the bank's, whatever `cfg_id` is; others are of the occupant
 * `cfg_id` and take effect for entries that start later. */
void bank_model_reg_write(struct bank_model *m, unsigned cfg_id, unsigned addr, uint32_t data);
/* The registers as written so far, for who predicts conversions elsewhere. */
const struct bank_state *bank_model_state(const struct bank_model *m);
/* What cfg_rdata must be while cfg_id and cfg_addr are driven and the fault pins show `fault`.
 * False when the contract does not say: a foreign bank's own registers, and its 0xFC where it
 * declares no DEPTH. */
bool bank_model_reg_read(const struct bank_model *m, unsigned cfg_id, unsigned addr, uint8_t fault,
                         uint32_t *value);

/* The fault bits 3:0 that may, and that must, be set in this cycle, once its events are told. */
uint8_t bank_model_fault_may(const struct bank_model *m);
uint8_t bank_model_fault_must(const struct bank_model *m);
/* Ends the cycle: judges the fault pins as sampled in it, and carries them into the next one. */
enum bank_fault bank_model_end_cycle(struct bank_model *m, uint8_t fault);

#endif
