/*
 * The golden model of the mover's registers and of what a GO means (modules 4; transform slot,
 * selection and padding): the fault found at GO, else the words it may read and the words it must
 * write, in walk order. mover_judge.h judges a running mover against such a plan.
 *
 * Where the contract leaves a reading open the plan says so and the judge sides with the design:
 * - Run-time fault 2 for an element that is never accessed (padding, or a source word whose
 *   destination is invalid), and for the later words of an entry whose first word is still inside
 *   the 64 GB window: `window_may` without `window_must`.
 * - A bank's fault that rises in the last cycle of mv_busy may or may not be in the code.
 * - A bank's fault that is set in the cycle of a GO and cleared in the next may or may not refuse it.
 * Decisions where it is silent:
 * - The bank's fault "already set" is what its pins show in the cycle of the GO write.
 * - IN_BITS above the framework's 16 words is no fault; such entries are not predicted.
 * - Dimensions 6 and 7 in register 0x18 name nothing: their commit changes nothing.
 * - An IN_BITS of zero is no valid geometry (fault 8), whatever OUT_WORDS says.
 * - An aperture of another mesh is served to no read, and to no write without the interlink: like
 *   at a port it is not aliased. With the interlink aperture 0 of another mesh is writable; how
 *   large that store is, is not known here.
 * - An XFORM_ID with bits above XID_W names no occupant, so it has no valid geometry either.
 */
#ifndef MODELS_MOVER_H
#define MODELS_MOVER_H

#include "bank.h"
#include "walker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- places --------------------------------------------------------------------------------- */

/* Where an absolute address leads. Two addresses alias exactly when their places are equal. */
enum mover_space {
    MOVER_DRAM,    /* offset: 36-bit local byte offset */
    MOVER_STAGING, /* offset: byte offset in the own staging store */
    MOVER_REMOTE,  /* offset: the absolute 40-bit address, leaving by rm_*; writes only */
    MOVER_NOWHERE, /* an aperture not served, or past the staging store: fault 2 */
};

struct mover_place {
    enum mover_space space;
    uint64_t offset;
};

struct mover_config {
    uint8_t mesh_id; /* 0-3 */
    bool ilink;      /* ILINK: writes to another mesh leave by rm_*; else they alias */
    uint64_t stage;  /* STAGE in words; 0: apertures are not decoded */
    unsigned xid_w, xmode_w;
    bool seed_rules; /* DEPTH need not be read, and fault codes other than 7 are free (P) */
    /* The bank behind the slot; NULL: transformed words are not predicted. */
    const struct bank_desc *bank;
    /* What was written into its occupants' registers; NULL: nothing. */
    const struct bank_state *bank_state;
    /* Register 0x04 as the bank answers it for an id. NULL: as `bank` says. */
    uint32_t (*geometry)(void *context, unsigned id);
    void *context; /* handed to geometry() */
};

/* Where a read or a write of `addr` (40 bits) goes (modules 5, wire 4). */
struct mover_place mover_place_of(const struct mover_config *config, uint64_t addr, bool write);

/* ---- registers ------------------------------------------------------------------------------ */

#define MOVER_REG_CONTROL 0x00u
#define MOVER_REG_WALKER 0x10u
#define MOVER_REG_DIM 0x18u
#define MOVER_REG_COMMIT 0x20u
#define MOVER_REG_AXIS 0x28u
#define MOVER_REG_IMMEDIATE 0x40u

enum { MOVER_SOURCE, MOVER_DESTINATION };
enum { MOVER_COPY = 0, MOVER_FILL = 4, MOVER_TRANSFORM = 5 };

enum mover_code {
    MOVER_CODE_NONE = 0,
    MOVER_CODE_COUNT = 1,    /* ndim 7, or element counts that do not fit each other */
    MOVER_CODE_WINDOW = 2,   /* run time: outside the 64 GB window, the store, or not served */
    MOVER_CODE_RESPONSE = 3, /* run time: an error response */
    MOVER_CODE_MODE = 4,
    MOVER_CODE_WIDTH = 5,
    MOVER_CODE_ALIGN = 6,
    MOVER_CODE_EXTENT = 7, /* a bounded axis in a transform */
    MOVER_CODE_SLOT = 8,   /* geometry, selection, or the bank's fault */
};

/* All zero is the state after reset. */
struct mover_regs {
    uint8_t mode, width;
    struct walker walker[2];
    uint8_t xform_id, xform_mode; /* 4 bits each */
    struct {                      /* 0x18, kept for the commit */
        unsigned walker, dim;
        uint16_t count;
        int32_t stride;
    } latch;
    uint32_t immediate;
};

/* A write that is not ignored, so mv_busy is low. True when it is a GO. */
bool mover_regs_write(struct mover_regs *regs, unsigned addr, uint64_t data);

/* The immediate repeated at the element width over a word. */
struct word mover_pattern(const struct mover_regs *regs);

/* The fault found at GO, the first that applies in the order of modules 4; MOVER_CODE_NONE: the
 * move starts. `bank_fault`: the bank's fault pins are not zero at GO. */
enum mover_code mover_go_fault(const struct mover_config *config, const struct mover_regs *regs,
                               bool bank_fault);

/* ---- the plan ------------------------------------------------------------------------------- */

struct mover_read {
    struct mover_place place;
    bool padding; /* invalid: issues no read */
};

struct mover_write {
    struct mover_place place;
    bool skipped;     /* an invalid destination element: writes nothing */
    bool pattern;     /* takes mover_plan.pattern: a fill, or an invalid source element */
    bool any;         /* of the entry a run-time fault 2 hits: may hold anything */
    size_t source;    /* index into reads: the word, or the first word of the entry */
    uint8_t of_entry; /* word within the entry */
};

/* A move that starts. Reads are what it may read, each at most once, in the order of the walk;
 * writes are what it must write (or, after a fault, may), in the order they reach memory. */
struct mover_plan {
    unsigned mode, xform_id, xform_mode;
    unsigned beats, out_words; /* of a transform's entries, else 1 and 1 */
    struct word pattern;
    struct mover_read *reads;
    struct mover_write *writes;
    size_t read_count, write_count;
    bool window_must; /* the walk meets a fault 2: both lists end before it, reads up to */
    bool window_may;  /* MOVER_READ_AHEAD words later where the destination is what faults */
};

#define MOVER_READ_AHEAD 4096

enum mover_plan_result {
    MOVER_PLAN_MADE,
    MOVER_PLAN_TOO_LONG,  /* more than `limit` words to list; nothing is made */
    MOVER_PLAN_NO_MEMORY, /* nothing is made */
};

/* What the move does, for registers without a fault at GO. To be released with
 * mover_plan_free(). `limit`: the longest list wanted, in words. */
enum mover_plan_result mover_plan_make(const struct mover_config *config,
                                       const struct mover_regs *regs, size_t limit,
                                       struct mover_plan *plan);
void mover_plan_free(struct mover_plan *plan);

/* Converts one entry: `beats` holds plan->beats words. False when no model knows the occupant. */
bool mover_plan_convert(const struct mover_config *config, const struct mover_plan *plan,
                        const struct word *beats, struct word words[BANK_WORDS_MAX]);

/* The value write `index` must have when memory holds what `read` answers throughout, so where
 * source and destination are disjoint. False when it is not predicted (`any`, a foreign occupant)
 * or not written. */
typedef struct word mover_read_fn(void *context, struct mover_place place);
bool mover_plan_value(const struct mover_config *config, const struct mover_plan *plan,
                      size_t index, mover_read_fn *read, void *context, struct word *value);

#endif
