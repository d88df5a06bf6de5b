/* A whole memory agent over a dump: what its links and AXI interfaces show of themselves, and a
 * standstill. What is inside - ports, slot - is judged in its own scope. */
#include "check/axi_check.h"
#include "check/link_check.h"
#include "explain/explain_judge.h"
#include "observe/lane.h"
#include "sim/wrap.h"

#include <string.h>

enum { LINKS_MOST = 2 * MAG_PORTS + 4, INTERFACES = 4, STALL_BOUND = 2000 };

struct mag_judge {
    struct sim *sim;
    unsigned links;
    struct link_check link[LINKS_MOST];
    struct axi_check axi[INTERFACES];
    struct axi_events events;
    unsigned lanes;
    struct lane lane[LANES_MAX];
    uint64_t held_since[LANES_MAX]; /* while held */
    bool held[LANES_MAX];
    uint64_t last_move; /* cycle, or that of the latest reset or report */
};

static const enum check_id checks[] = {
    CHECK_LINK_HOLD, CHECK_LINK_STABLE, CHECK_LINK_WEDGE, CHECK_LINK_RESET, CHECK_AXI_STABLE,
    CHECK_AXI_4K,    CHECK_AXI_SHAPE,   CHECK_AXI_WLAST,  CHECK_AXI_ORPHAN, CHECK_AXI_IDORDER,
    CHECK_AXI_STRB,  CHECK_AXI_RESET,   CHECK_SIM_STALL};

static const enum check_id certain[] = {CHECK_LINK_HOLD,  CHECK_LINK_STABLE, CHECK_LINK_RESET,
                                        CHECK_AXI_STABLE, CHECK_AXI_4K,      CHECK_AXI_SHAPE,
                                        CHECK_AXI_STRB,   CHECK_AXI_RESET};

#define CHANNELS(prefix)                                                                           \
    { prefix "aw", prefix "w", prefix "b", prefix "ar", prefix "r" }

/* dram, rm, sm, ri. */
static const char *const where[INTERFACES][AXI_CHANNELS] = {CHANNELS("dram_"), CHANNELS("rm_"),
                                                            CHANNELS("sm_"), CHANNELS("ri_")};

static const char *const interface_name[INTERFACES] = {"dram_", "rm_", "sm_", "ri_"};

static void open_interfaces(struct mag_judge *j) {
    const struct mag_pins *p = &j->sim->dut->pins.mag;
    const struct axi_pins *const pins[INTERFACES] = {&p->dram, &p->rm, &p->sm, &p->ri};
    for (unsigned i = 0; i < INTERFACES; i++) {
        axi_check_init(&j->axi[i], j->sim, where[i], pins[i]);
        j->axi[i].master_outside = i >= 2;
        /* Partial writes come in from the host and from the interlink, and go on to dram. */
        j->axi[i].full_strobes = i == 1;
    }
}

static void *make(struct sim *s) {
    struct mag_judge *j = sim_alloc(s, sizeof *j);
    j->sim = s;
    j->lanes = lanes_of(s->dut, j->lane);
    for (unsigned i = 0; i < j->lanes; i++) {
        const struct lane *l = &j->lane[i];
        if (l->kind == LANE_LINK) {
            link_check_init(&j->link[j->links++], s, l->name, l->link,
                            l->to_dut ? LINK_DUT_RECEIVES : LINK_DUT_SENDS);
        }
    }
    open_interfaces(j);
    return j;
}

static void join(void *judge) {
    struct mag_judge *j = judge;
    open_interfaces(j);
    j->last_move = j->sim->cycle;
}

/* ---- a standstill ---------------------------------------------------------------------------- */

static bool outstanding(const struct mag_judge *j) {
    bool any = false;
    for (unsigned i = 0; i < INTERFACES; i++) {
        any |= !axi_check_idle(&j->axi[i]);
    }
    return any;
}

static void note_lanes(struct mag_judge *j, bool *moves, bool *held) {
    for (unsigned i = 0; i < j->lanes; i++) {
        const enum lane_state state = lane_state(&j->lane[i]);
        if (state == LANE_HELD && !j->held[i]) {
            j->held_since[i] = j->sim->cycle;
        }
        j->held[i] = state == LANE_HELD;
        *moves |= state == LANE_MOVES;
        *held |= state == LANE_HELD;
    }
}

static void list_stall(const struct mag_judge *j, struct text *t) {
    for (unsigned i = 0; i < j->lanes; i++) {
        if (j->held[i]) {
            text_add(t, "  %-12soffered and held since %s by %s\n", j->lane[i].name,
                     text_grouped(j->held_since[i]),
                     j->lane[i].to_dut ? "the agent" : "who receives it");
        }
    }
    for (unsigned i = 0; i < INTERFACES; i++) {
        if (!axi_check_idle(&j->axi[i])) {
            text_add(t, "  %-12s%u reads and %u writes outstanding, %u of them without all data\n",
                     interface_name[i], axi_check_reads(&j->axi[i]), axi_check_writes(&j->axi[i]),
                     axi_check_writes_unfilled(&j->axi[i]));
        }
    }
}

static void judge_standstill(struct mag_judge *j) {
    struct sim *s = j->sim;
    bool moves = false, held = false;
    note_lanes(j, &moves, &held);
    const bool waits = held || outstanding(j);
    if (moves || !waits) {
        j->last_move = s->cycle;
        return;
    }
    sim_evaluated(s, CHECK_SIM_STALL);
    if (s->cycle - j->last_move < STALL_BOUND) {
        return;
    }
    struct failure *f = sim_fail(s, CHECK_SIM_STALL, "agent",
                                 "nothing moved for %s cycles while work is outstanding",
                                 text_grouped(s->cycle - j->last_move));
    if (f) {
        struct text t = text_into(f->report, sizeof f->report);
        list_stall(j, &t);
    }
    j->last_move = s->cycle;
}

/* ---- the cycle ------------------------------------------------------------------------------- */

static void sample(void *judge) {
    struct mag_judge *j = judge;
    for (unsigned i = 0; i < j->links; i++) {
        link_check_sample(&j->link[i], false);
    }
    for (unsigned i = 0; i < INTERFACES; i++) {
        axi_check_sample(&j->axi[i], &j->events);
    }
    if (j->sim->in_reset) {
        j->last_move = j->sim->cycle;
        memset(j->held, 0, sizeof j->held);
    } else {
        judge_standstill(j);
    }
}

static void end(void *judge, FILE *out) {
    const struct mag_judge *j = judge;
    char lines[2400];
    struct text t = text_into(lines, sizeof lines);
    list_stall(j, &t);
    if (t.used > 0) {
        fprintf(out, "  open        at the end\n%s", lines);
    }
}

const struct explain_judge explain_mag = {
    .kind = DUT_MAG,
    .what = "memory agent",
    .checks = checks,
    .check_count = sizeof checks / sizeof *checks,
    .certain = certain,
    .certain_count = sizeof certain / sizeof *certain,
    .not_run = "MEM and XF (in the scopes of its ports and its slot they run), MAG and MV (they "
               "belong to scenarios), LINK-COMB, AXI-WAIT, SIM-UNINIT, SIM-IDLE, SIM-DETERMINISM, "
               "SIM-DISPLAY (the design itself has to run)",
    .make = make,
    .join = join,
    .sample = sample,
    .end = end,
};
