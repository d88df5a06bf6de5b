/* What a scenario did to a memory port's bench, by cycle: enough to run the same closed loop of DUT
 * and BFMs again without traffic generator, checks or models. */
#ifndef CSRC_SPEED_RECORDING_H
#define CSRC_SPEED_RECORDING_H

#include "bench/mem_port_bench.h"

enum action_kind { ACTION_FLIT, ACTION_KNOBS, ACTION_RESET };

struct action {
    uint64_t cycle;
    uint8_t kind;
    uint8_t endpoint; /* ACTION_FLIT */
    unsigned knobs;   /* ACTION_KNOBS: index */
    uint32_t flit[FLIT_WORDS];
};

struct knob_setting {
    struct link_source_knobs source;
    struct link_sink_knobs sink;
    struct axi_mem_knobs memory;
};

struct recording {
    struct action *action;
    size_t actions, action_room;
    struct knob_setting *setting;
    size_t settings, setting_room;
    uint64_t cycles;               /* of the whole run */
    uint64_t flits, reads, writes; /* transferred: a replay must end with the same */
    struct mem_port_bench *bench;  /* while recording */
    struct mem_port_tap tap;
};

/* Starts to record what is done to `b`. */
void recording_start(struct recording *r, struct mem_port_bench *b);
/* Ends it and notes the totals. */
void recording_stop(struct recording *r);
void recording_free(struct recording *r);
/* Does it all again to a fresh bench; false when the totals differ: it was not the same loop. */
bool recording_replay(const struct recording *r, struct mem_port_bench *b);

#endif
