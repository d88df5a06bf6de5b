/* What the harness knows, as signals beside the RTL's: scope COSIM of a wave file. Flits, bursts and
 * the slot's entry as text, the bench's gauges as numbers, the check that failed.
 *
 * A text is a vector of 8 bits a character, the last one lowest and zeros before the first, as
 * Verilog stores strings; a row with nothing to say is one blank. Values are those of a whole cycle, 10 N
 * to 10 N + 9 in the file. Knows lanes and gauges; who writes the file is not its business. */
#ifndef CSRC_TRACE_NOTES_H
#define CSRC_TRACE_NOTES_H

#include "observe/lane.h"
#include "sim/sim.h"

enum {
    NOTE_TEXT = 128, /* characters; what is longer is cut */
    NOTE_TEXT_WORDS = NOTE_TEXT / 4,
    NOTES_MAX = LANES_MAX + GAUGES_MAX + 3
};

/* The pins an entry shows on: of the bank, or of a mover on its own. */
struct note_slot {
    const uint8_t *start, *id, *mode, *beat_valid, *done; /* start NULL: there is no slot */
    const uint8_t *gnt;                                   /* one bit a requester, or NULL */
    unsigned owed;                        /* entries begun without a done, as far as was seen */
    unsigned entry_id, entry_mode, beats; /* of the one that began last */
};

/* Filled by notes_init(); others read `signal` and `count`. Must not be moved. */
struct notes {
    struct wave_note signal[NOTES_MAX]; /* check, cycle, links, bursts, entry, gauges */
    unsigned count;
    struct lane lane[LANES_MAX]; /* those with a text */
    unsigned lanes, gauges;
    const uint8_t *reset; /* the pin, and its value in reset */
    uint8_t reset_level;
    struct note_slot slot;
    uint32_t check[NOTE_TEXT_WORDS], cycle[2], entry[NOTE_TEXT_WORDS];
    uint32_t lane_text[LANES_MAX][NOTE_TEXT_WORDS];
    uint32_t gauge[GAUGES_MAX];
};

/* The rows of a DUT and of the gauges named (values do not matter yet). A gauge's name is its row's
 * with '_' for what is neither letter nor digit. */
void notes_init(struct notes *n, const struct dut *d, const struct gauge *gauges,
                unsigned gauge_count);
/* Takes the values of a cycle from settled pins; gauges as in notes_init(). */
void notes_update(struct notes *n, uint64_t cycle, const struct gauge *gauges,
                  const struct failure *failure);

/* For run_options.attached or wave_window.attached: the notes of a run go into its waves whenever
 * these are open, and cost next to nothing while they are not. */
void notes_attach(struct sim *s);

#endif
