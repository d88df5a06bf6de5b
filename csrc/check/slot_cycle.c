#include "check/slot_cycle.h"

#include "dut/packed_pin.h"

struct slot_cycle slot_cycle_of_slot(const struct xform_pins *pins,
                                     const struct xform_params *params) {
    const unsigned gnt = *pins->gnt;
    const unsigned who = gnt ? (unsigned)__builtin_ctz(gnt) : 0;
    return (struct slot_cycle){.who = gnt ? who : NOBODY,
                               .start = (*pins->start & gnt) >> who & 1,
                               .beat_valid = (*pins->beat_valid & gnt) >> who & 1,
                               .id = (uint8_t)packed_get(&pins->id, who, params->id_w),
                               .mode = (uint8_t)packed_get(&pins->mode, who, params->mode_w),
                               .beat = pins->beat + 8 * who,
                               .done = *pins->done,
                               .word = pins->word,
                               .fault = *pins->fault,
                               .cfg_en = *pins->cfg_en,
                               .cfg_id = *pins->cfg_id,
                               .cfg_addr = *pins->cfg_addr,
                               .cfg_data = *pins->cfg_data,
                               .cfg_rdata = *pins->cfg_rdata};
}
