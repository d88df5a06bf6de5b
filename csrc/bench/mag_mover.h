/* The mover inside the agent, judged by what can be seen of it: its bursts on dram_* and rm_*, the
 * register port and the pins of the bank, its status. Between that and the judge of a mover
 * (mover_judge.h) lies what cannot be seen:
 *
 * - Accesses of the staging store. A word moved there is told to the judge where the walk has it,
 *   with a value that is right, and to the model of the store from GO on: the word may hold it, and
 *   must from the completion of the move. Where its source may change meanwhile the store holds an
 *   unknown word. A word moved out of the store is right when the store may have held it.
 * - The grant of the slot: taken as given from GO on; the geometry's reads are seen at the bank.
 * - When a read is first offered, and when an error reaches the mover: between it and dram_* there
 *   are queues. So the stop after a fault is judged by MAG_MOVER_LATE bursts that may still come, and
 *   not at all where answers may wait behind words of the store.
 *
 * Order of calls within one cycle as for the judge: status first, then what the mover does, then what
 * it is answered, then the register write. Failures are reported here. */
#ifndef CSRC_BENCH_MAG_MOVER_H
#define CSRC_BENCH_MAG_MOVER_H

#include "bfm/sparse_mem.h"
#include "mover_judge.h"
#include "sim/sim.h"
#include "staging.h"

/* Words of the longest move that is judged word by word. */
enum { MAG_MOVER_LIMIT = 1 << 17, MAG_MOVER_LATE = 8 };

/* Source word `place` feeds word `write` of the plan, which goes to the store. */
struct mag_mover_feed {
    struct mover_place place;
    size_t write;
};

struct mag_mover {
    struct sim *sim;
    struct mover_judge *judge;
    struct mover_config config;
    struct staging *staging;
    const struct sparse_mem *dram;
    uint64_t transfers; /* of the mover: dram_*, rm_*, bank */
    bool remote;        /* the move under way writes to another mesh */
    uint64_t unseen;    /* words of it that are in the store */
    /* Private from here. */
    struct mover_regs regs;
    struct mover_status status;
    bool moving, planned;
    struct mover_plan plan;
    size_t next; /* word of the plan the mover is at */
    uint64_t go_cycle;
    struct word *image; /* of each word of the plan that goes to the store */
    bool *unknown;      /* the store was told that it may hold anything */
    uint32_t *handle;   /* writes of the store under way */
    size_t handles, handle_room;
    struct mag_mover_feed *feed; /* sorted by place */
    size_t feeds;
    bool caused;        /* a fault at run time has been caused, */
    uint64_t caused_at; /* in this cycle */
    unsigned late;      /* read bursts issued since */
    bool mixed;         /* some source words are in the store: */
    bool *source_store; /* which ones */
    bool disturbed;     /* one of them may have changed since GO */
};

void mag_mover_init(struct mag_mover *m, struct sim *sim, const struct mover_config *config,
                    struct staging *staging, const struct sparse_mem *dram);
/* In each cycle of reset, before staging_reset(). */
void mag_mover_reset(struct mag_mover *m);

/* Every cycle. */
void mag_mover_status(struct mag_mover *m, const struct mover_status *status);
void mag_mover_read_issue(struct mag_mover *m, uint64_t offset, unsigned beats);
/* `where`: "dram_aw" or "rm_aw". */
void mag_mover_write_issue(struct mag_mover *m, const char *where, unsigned beats);
void mag_mover_write_beat(struct mag_mover *m, const char *where, struct mover_place place,
                          const struct word *data, uint32_t strb);
void mag_mover_geometry_read(struct mag_mover *m, unsigned id, unsigned reg);
/* The bank saw a start, or showed a done. */
void mag_mover_slot_start(struct mag_mover *m);
void mag_mover_slot_done(struct mag_mover *m);
void mag_mover_read_beat(struct mag_mover *m, uint64_t offset, bool error);
void mag_mover_write_response(struct mag_mover *m, bool error);
/* Somebody else wrote a word of DRAM; may from now on write a word of the store. */
void mag_mover_foreign_dram(struct mag_mover *m, uint64_t offset, const struct word *data);
void mag_mover_foreign_staging(struct mag_mover *m, uint64_t offset);
void mag_mover_config(struct mag_mover *m, unsigned addr, uint64_t data);

/* No move is under way. */
bool mag_mover_idle(const struct mag_mover *m);
void mag_mover_evidence(struct mag_mover *m);

#endif
