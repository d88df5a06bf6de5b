/* What happened at a bank, or at the slot in front of it, in one settled cycle: the granted stream,
 * the answers and the register port. Benches read it off the pins; the checks read only this. */
#ifndef CSRC_CHECK_SLOT_CYCLE_H
#define CSRC_CHECK_SLOT_CYCLE_H

#include "dut/dut.h"

#include <stdbool.h>
#include <stdint.h>

enum { NOBODY = 255 }; /* no requester holds the grant */

struct slot_cycle {
    unsigned who;           /* the requester that holds the grant; 0 at a bare bank */
    bool start, beat_valid; /* of the holder; never of one that holds no grant */
    uint8_t id, mode;       /* the holder's pins, garbage while start is low */
    const uint32_t *beat;   /* 8 words */
    bool done;
    uint32_t *const *word; /* word0 to word3, 8 words each */
    uint8_t fault;
    bool cfg_en;
    uint8_t cfg_id, cfg_addr;
    uint32_t cfg_data, cfg_rdata;
};

/* At the pins of a bank, whoever drives it. */
static inline struct slot_cycle slot_cycle_of_bank(const struct bank_pins *pins) {
    return (struct slot_cycle){.start = *pins->start,
                               .beat_valid = *pins->beat_valid,
                               .id = *pins->id,
                               .mode = *pins->mode,
                               .beat = pins->beat,
                               .done = *pins->done,
                               .word = pins->word,
                               .fault = *pins->fault,
                               .cfg_en = *pins->cfg_en,
                               .cfg_id = *pins->cfg_id,
                               .cfg_addr = *pins->cfg_addr,
                               .cfg_data = *pins->cfg_data,
                               .cfg_rdata = *pins->cfg_rdata};
}

/* At the pins of a slot: the holder's stream. */
struct slot_cycle slot_cycle_of_slot(const struct xform_pins *pins,
                                     const struct xform_params *params);

#endif
