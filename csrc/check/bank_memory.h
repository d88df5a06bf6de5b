/* What a bank without a golden model is held to: its own earlier answers. The same entry - id, mode
 * and beats - gives the same words whatever came before or beside it, whatever gaps it had and
 * whatever id and mode showed after its start (modules 1), as long as no register is written.
 * Remembers the latest entries; knows no pins and reports nothing. */
#ifndef CSRC_CHECK_BANK_MEMORY_H
#define CSRC_CHECK_BANK_MEMORY_H

#include "bank.h"
#include "check.h"

/* Another entry, next to one. */
struct neighbour {
    bool any;
    uint8_t id, mode;
    uint64_t number;
    uint64_t beats; /* a hash of those seen of it */
};

/* An entry as it was seen to be presented. */
struct entry_info {
    uint64_t number; /* counted from the start of the run */
    unsigned who;
    uint8_t id, mode;
    unsigned beats;
    unsigned lead;             /* cycles without a beat between start and the first beat */
    unsigned gaps;             /* cycles without a beat between the first and the latest beat */
    bool late;                 /* its done was reported missing */
    bool unsteady;             /* id or mode changed on the pins after its start, before the next */
    uint64_t started, beat_at; /* cycles of start and of the latest beat */
    struct neighbour before;   /* started before it */
    struct neighbour beside;   /* started between its start and its done */
};
struct seen_entry {
    struct entry_info info;
    struct word beat[BANK_BEATS_MAX];
};

static inline bool entry_has_gaps(const struct entry_info *e) {
    return e->lead + e->gaps > 0;
}

struct answered_entry {
    struct seen_entry entry;
    struct word words[BANK_WORDS_MAX];
    uint64_t done_at; /* cycle */
    uint64_t used;    /* when it was looked at last, in answers of the bank */
    bool agreed;      /* repeated as it was, it gave the same */
};

enum { BANK_MEMORY_ENTRIES = 96 };

struct bank_memory {
    struct answered_entry at[BANK_MEMORY_ENTRIES];
    unsigned count;
    uint64_t answers;
    bool written;                        /* registers may differ from what a reset leaves */
    uint64_t since;                      /* entries started before this cycle saw other registers */
    uint32_t as_they_were[BANK_IDS_MAX]; /* repeats without gaps, id and mode steady, that agreed */
    uint32_t despite_gaps[BANK_IDS_MAX]; /* repeats that agreed although only one had gaps */
    uint32_t despite_selection[BANK_IDS_MAX]; /* although id or mode changed after one start only */
};

/* A register was written in `cycle`: entries that start later may be answered otherwise. */
void bank_memory_write(struct bank_memory *m, uint64_t cycle);
/* A reset: answers stay comparable unless a register was written. */
void bank_memory_reset(struct bank_memory *m);
/* Nothing is known of the registers. */
void bank_memory_join(struct bank_memory *m);

/* What the same entry gave earlier; NULL: nothing is remembered of it. */
struct answered_entry *bank_memory_find(struct bank_memory *m, const struct seen_entry *e);
/* The entry `e`, done in `cycle`, gave `words`; `earlier`, from bank_memory_find(), gave the same. */
void bank_memory_add(struct bank_memory *m, struct answered_entry *earlier,
                     const struct seen_entry *e, uint32_t *const *words, unsigned count,
                     uint64_t cycle);
/* Which rule is broken when `e` gave other words than `earlier`. XF-MODE when id or mode changed
 * after the start of `e` and its words are known as those of another id or mode. XF-GAP or XF-MODE
 * when only that tells the two apart: behind the same neighbour, or where neighbours did not matter
 * before. Otherwise XF-DATA. */
enum check_id bank_memory_blame(const struct bank_memory *m, const struct answered_entry *earlier,
                                const struct seen_entry *e, uint32_t *const *words, unsigned count);

#endif
