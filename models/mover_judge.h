/*
 * Judges a running mover against its plan (modules 4): told every register write, AXI transfer and
 * slot event, it says what is wrong with what the mover does. It predicts what, never when, but for
 * the status outputs and the time a fault may take to stop reads.
 *
 * Order of calls within one cycle: mover_judge_status() always and first, then what the mover does
 * (read_issue, write_issue, write_beat, geometry_read, slot_start), then what it is answered
 * (read_beat, write_response, slot_done), then mover_judge_config(). `cycle` never decreases.
 *
 * Addresses are places (mover_place_of()): the harness knows which of its buses a transfer is on.
 * Every judging call returns true when the event is legal; v->finding is then MOVER_RIGHT and
 * nothing else in *v is written. Otherwise it fills all of *v, which may not be NULL, and carries
 * on as if what came closest had happened.
 */
#ifndef MODELS_MOVER_JUDGE_H
#define MODELS_MOVER_JUDGE_H

#include "mover.h"

/* What can be wrong. The comments name the proposed check ID (mover.h). */
enum mover_finding {
    MOVER_RIGHT,
    MOVER_WRONG_DATA,   /* MV-DATA: value, missing word, partial strobes, out of walk order */
    MOVER_WRONG_SOURCE, /* MV-SRC */
    MOVER_WRONG_TOUCH,  /* MV-TOUCH */
    MOVER_WRONG_ORDER,  /* MV-ORDER */
    MOVER_WRONG_FAULT,  /* MV-FAULT */
    MOVER_WRONG_PAD,    /* MV-PAD */
    MOVER_WRONG_BUSY,   /* MV-BUSY */
    MOVER_WRONG_RANGE,  /* AXI-RANGE: a read of a word the move does not want */
    MOVER_WRONG_DUP,    /* AXI-DUP: more reads of a word than its source walk visits it */
    MOVER_FINDING_COUNT
};

struct mover_verdict {
    enum mover_finding finding;
    char what[200]; /* one line, plain words */
    bool has_expected;
    struct word expected; /* one of the values that would have been right */
};

struct mover_judge;

/* `config` is copied. `read` answers what memory holds at a place; it is called for every
 * source word during the mover_judge_config() of a GO or the mover_judge_status() after it. Moves
 * whose lists are longer than `limit` words are not judged but for their status. NULL when memory
 * runs out. Later growth that fails ends the process with a line on stderr. */
struct mover_judge *mover_judge_new(const struct mover_config *config, mover_read_fn *read,
                                    void *context, size_t limit);
void mover_judge_free(struct mover_judge *j);
/* The mover's reset: registers, counters and work under way are gone. */
void mover_judge_reset(struct mover_judge *j);

/* ---- what the mover shows and does ----------------------------------------------------------- */

struct mover_status {
    bool busy;          /* mv_busy */
    uint8_t fault;      /* mv_fault */
    uint32_t done;      /* mv_done */
    bool granted;       /* the slot's grant */
    uint8_t bank_fault; /* the bank's fault pins */
};
/* MV-BUSY, MV-FAULT, and at the completion MV-DATA for words that never came. */
bool mover_judge_status(struct mover_judge *j, const struct mover_status *status, uint64_t cycle,
                        struct mover_verdict *v);
/* AR handshake of `beats` words from `place`; `offered`: the cycle arvalid rose for it. */
bool mover_judge_read_issue(struct mover_judge *j, struct mover_place place, unsigned beats,
                            uint64_t offered, struct mover_verdict *v);
/* AW handshake. */
bool mover_judge_write_issue(struct mover_judge *j, unsigned beats, struct mover_verdict *v);
/* A W beat, told with or after its AW and before memory holds it. A beat with no strobe set
 * touches nothing and is legal everywhere. */
bool mover_judge_write_beat(struct mover_judge *j, struct mover_place place,
                            const struct word *data, uint32_t strb, struct mover_verdict *v);
/* The mover drove `reg` and `id` on the bank's register port to read 0x04 or 0xFC. */
void mover_judge_geometry_read(struct mover_judge *j, unsigned id, unsigned reg, uint64_t cycle);
/* The mover presented a start to the slot. */
bool mover_judge_slot_start(struct mover_judge *j, uint64_t cycle, struct mover_verdict *v);

/* ---- what it is answered --------------------------------------------------------------------- */

/* An R beat; `error`: rresp is SLVERR or DECERR. */
void mover_judge_read_beat(struct mover_judge *j, struct mover_place place, bool error,
                           uint64_t cycle);
void mover_judge_write_response(struct mover_judge *j, bool error, uint64_t cycle);
void mover_judge_slot_done(struct mover_judge *j);
/* Somebody else wrote a word: from now on the move may see that value too. */
void mover_judge_foreign_write(struct mover_judge *j, struct mover_place place,
                               const struct word *data);
/* mv_cfg_en was high. */
void mover_judge_config(struct mover_judge *j, unsigned addr, uint64_t data, uint64_t cycle);

/* ---- what is outstanding, and evidence ------------------------------------------------------- */

struct mover_owed {
    bool moving;         /* a GO was taken and mv_busy has not fallen */
    enum mover_code go;  /* the fault found at GO: nothing but the completion is owed */
    bool faulted;        /* a run-time fault has been caused */
    uint64_t since;      /* cycle of the GO */
    size_t writes_left;  /* listed words not yet written; owed unless faulted */
    uint64_t read_beats; /* R beats and */
    uint64_t responses;  /* Bs the memory owes */
};
struct mover_owed mover_judge_owed(const struct mover_judge *j);

struct mover_judge_stats {
    uint64_t moves, moves_unjudged; /* completed; of them longer than the limit */
    uint64_t words, words_blind; /* written words compared; written words nothing is known about */
    uint64_t messages;           /* MOVER_BUSY lines due since the judge was made */
    uint64_t evaluations[MOVER_FINDING_COUNT];
};
const struct mover_judge_stats *mover_judge_stats(const struct mover_judge *j);

#endif
