#include "mem_watch.h"

#include "text.h"

#include <inttypes.h>
#include <stdio.h>

#define STALL_BOUND 2000
#define WAIT_BOUND 256
#define WEDGE_BOUND 1024
#define LOOK_EVERY 64

/* A port that has one thing to do may not be excused by what another channel is doing, but one that
 * does things one at a time is: AXI-WAIT counts only cycles in which these are free. */
#define ELSEWHERE (OUTSIDE_OUT | OUTSIDE_R | OUTSIDE_B)

static const char *const kind_name[WAIT_COUNT] = {
    [WAIT_READ_PLAIN_AR] = "a plain read has words without an AR",
    [WAIT_READ_STREAM_AR] = "a streaming read has words without an AR",
    [WAIT_PLAIN_OUT] = "a plain word has arrived but is not sent",
    [WAIT_STREAM_OUT] = "a streaming word has arrived but is not sent",
    [WAIT_WRITE_AW] = "a complete write has words without an AW",
    [WAIT_WRITE_W] = "an AW was issued but its W beats are missing",
    [WAIT_ACK_OUT] = "a write is answered but not acknowledged",
};

/* In the order of enum mem_port_outside. */
static const char *const outside_label[OUTSIDE_COUNT] = {"mem_out", "AR", "R",     "AW",
                                                         "W",       "B",  "source"};

static void open_verdict(struct verdict *v, enum check_id check) {
    *v = (struct verdict){.check = check};
}

/* ---- life ------------------------------------------------------------------------------------ */

void mem_watch_init(struct mem_watch *w, const struct mem_watch_config *config, uint64_t cycle) {
    *w = (struct mem_watch){.config = *config};
    w->bound = STALL_BOUND + config->injected;
    mem_watch_reset(w, cycle);
}

static void forget_items(struct mem_watch *w) {
    for (unsigned kind = 0; kind < WAIT_COUNT; kind++) {
        w->stuck[kind] = 0;
        w->waiting[kind] = false;
    }
    w->ar_owed = w->aw_owed = w->w_owed = w->w_led = false;
    w->ar_wait = w->aw_wait = w->w_wait = w->w_led_wait = 0;
}

void mem_watch_reset(struct mem_watch *w, uint64_t cycle) {
    forget_items(w);
    w->held = 0;
    w->in_held = false;
    w->busy_run = w->room_run = 0;
    w->last_transfer = cycle;
    w->until_look = LOOK_EVERY;
}

void mem_watch_withhold(struct mem_watch *w, uint8_t outside, uint64_t cycle) {
    w->config.withheld = outside;
    forget_items(w);
    w->last_transfer = cycle;
}

/* ---- every cycle ----------------------------------------------------------------------------- */

static uint8_t held_now(const struct mem_watch_pins *p) {
    return (uint8_t)((p->mem_out_valid && p->mem_out_busy ? OUTSIDE_OUT : 0) |
                     (p->ar_valid && !p->ar_ready ? OUTSIDE_AR : 0) |
                     (p->r_owed && !p->r_valid ? OUTSIDE_R : 0) |
                     (p->aw_valid && !p->aw_ready ? OUTSIDE_AW : 0) |
                     (p->w_valid && !p->w_ready ? OUTSIDE_W : 0) |
                     (p->b_owed && !p->b_valid ? OUTSIDE_B : 0) | OUTSIDE_SOURCE);
}

static bool anything_moves(const struct mem_watch_pins *p) {
    return (p->mem_in_valid && !p->mem_in_busy) || (p->mem_out_valid && !p->mem_out_busy) ||
           (p->ar_valid && p->ar_ready) || (p->r_valid && p->r_ready) ||
           (p->aw_valid && p->aw_ready) || (p->w_valid && p->w_ready) || (p->b_valid && p->b_ready);
}

static void note_holds(struct mem_watch *w, uint8_t held, uint64_t cycle) {
    const uint8_t begun = (uint8_t)(held & ~w->held);
    w->held = held;
    for (unsigned i = 0; begun >> i != 0; i++)
        if ((begun >> i & 1) != 0)
            w->held_since[i] = cycle;
}

static void note_link(struct mem_watch *w, const struct mem_watch_pins *p, uint64_t cycle) {
    const bool in_held = p->mem_in_valid && p->mem_in_busy;
    if (in_held && !w->in_held)
        w->in_held_since = cycle;
    w->in_held = in_held;
    w->busy_run = p->mem_in_busy ? w->busy_run + 1 : 0;
    w->room_run = p->mem_in_busy ? w->room_run + 1 : 0;
}

static uint32_t count_wait(uint32_t count, bool offered_or_ready, bool owed) {
    return offered_or_ready ? 0 : count + owed;
}

static void note_waits(struct mem_watch *w, const struct mem_watch_pins *p) {
    const uint8_t held = w->held;
    const bool free = (held & ELSEWHERE) == 0;
    const bool w_refused = p->w_valid && !p->w_ready;
    const bool writes_free = (held & (OUTSIDE_AW | OUTSIDE_W)) == 0;
    const bool reads_free = (held & OUTSIDE_AR) == 0;
    w->ar_wait =
        count_wait(w->ar_wait, p->ar_valid || p->ar_ready, w->ar_owed && free && writes_free);
    w->aw_wait = count_wait(w->aw_wait, p->aw_valid || (p->aw_ready && !w_refused),
                            w->aw_owed && free && reads_free);
    w->w_wait = count_wait(w->w_wait, p->w_valid || p->w_ready, w->w_owed && free && reads_free);
    w->w_led_wait = count_wait(w->w_led_wait, p->w_valid || !p->aw_valid || p->aw_ready,
                               w->w_led && free && reads_free);
}

/* ---- every 64th: what is owed ---------------------------------------------------------------- */

static void look_at_items(struct mem_watch *w, const struct mem_port_model *m) {
    for (unsigned kind = 0; kind < WAIT_COUNT; kind++) {
        const struct mem_port_item item = mem_port_model_oldest(m, (enum mem_port_wait)kind);
        if (!item.present || !w->waiting[kind] || item.progress != w->progress[kind])
            w->stuck[kind] = 0;
        w->waiting[kind] = item.present;
        w->progress[kind] = item.progress;
        w->needs[kind] = item.needs;
        w->may_wait[kind] = item.may_wait;
    }
}

static bool all_data_accepted(const struct mem_port_model *m) {
    const struct mem_port_intake intake = mem_port_model_intake(m);
    return intake.open_sources == 0 && !intake.blocked;
}

static void look_at_waits(struct mem_watch *w, const struct mem_port_model *m,
                          const struct mem_watch_pins *p) {
    const bool plain = w->waiting[WAIT_READ_PLAIN_AR], stream = w->waiting[WAIT_READ_STREAM_AR];
    w->ar_owed = (plain && w->needs[WAIT_READ_PLAIN_AR] == OUTSIDE_AR) ||
                 (stream && w->needs[WAIT_READ_STREAM_AR] == OUTSIDE_AR);
    w->aw_owed = w->waiting[WAIT_WRITE_AW] && w->needs[WAIT_WRITE_AW] == OUTSIDE_AW;
    w->w_owed = w->waiting[WAIT_WRITE_W];
    w->w_led = w->waiting[WAIT_WRITE_AW] && !w->w_owed && p->aw_valid && !p->aw_ready &&
               !p->w_valid && !p->w_led && all_data_accepted(m);
    w->ar_wait = w->ar_owed ? w->ar_wait : 0;
    w->aw_wait = w->aw_owed ? w->aw_wait : 0;
    w->w_wait = w->w_owed ? w->w_wait : 0;
    w->w_led_wait = w->w_led ? w->w_led_wait : 0;
    w->evaluations[CHECK_AXI_WAIT] += w->ar_owed || w->aw_owed || w->w_owed || w->w_led;
}

/* ---- every 64th: verdicts -------------------------------------------------------------------- */

static bool blame_wait(struct mem_watch *w, const struct mem_port_model *m, struct verdict *v) {
    static const struct {
        const char *waits, *hint;
        enum mem_port_wait kind;
    } row[] = {
        {"m_arvalid is low while m_arready is low", "valid may not wait for its ready",
         WAIT_READ_PLAIN_AR},
        {"m_awvalid is low while m_awready or m_wready is low",
         "neither m_awready nor m_wready may be waited for before m_awvalid is high",
         WAIT_WRITE_AW},
        {"m_wvalid is low while m_wready is low", "valid may not wait for its ready", WAIT_WRITE_W},
        {"m_wvalid is low while its m_awvalid waits for m_awready",
         "m_wvalid may not wait for m_awready: a memory may take W first", WAIT_WRITE_AW},
    };
    const uint32_t count[] = {w->ar_wait, w->aw_wait, w->w_wait, w->w_led_wait};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (count[i] < WAIT_BOUND)
            continue;
        enum mem_port_wait kind = row[i].kind;
        if (i == 0 && !w->waiting[kind])
            kind = WAIT_READ_STREAM_AR;
        open_verdict(v, CHECK_AXI_WAIT);
        snprintf(v->what, sizeof v->what,
                 "%s, for %u cycles, though the transfer is owed and "
                 "nothing else is in flight",
                 row[i].waits, count[i]);
        snprintf(v->hint, sizeof v->hint, "%s", row[i].hint);
        mem_port_model_describe(m, kind, v->request, sizeof v->request);
        w->blamed = mem_port_model_oldest(m, kind).number;
        forget_items(w);
        return true;
    }
    return false;
}

static bool blame_wedge(struct mem_watch *w, const struct mem_port_model *m, struct verdict *v) {
    if (w->busy_run == 0)
        return false;
    const struct mem_port_room room = mem_port_model_room(m);
    /* By the seeds alone a plain read may hold writes, and so the intake, while it is held. */
    const bool excused = w->config.seed_rules && (w->held & ~OUTSIDE_SOURCE) != 0;
    w->evaluations[CHECK_LINK_WEDGE]++;
    if (!room.room || excused)
        w->room_run = 0;
    if (w->room_run < WEDGE_BOUND)
        return false;
    open_verdict(v, CHECK_LINK_WEDGE);
    snprintf(v->what, sizeof v->what,
             "mem_in_busy has been high for %u cycles though there is room", w->busy_run);
    snprintf(v->progress, sizeof v->progress,
             "at most %u flits in the read intake and %u in the write intake", room.unserved_reads,
             room.write_backlog);
    snprintf(v->hint, sizeof v->hint,
             "busy may not wait for an inbound flit: look at the intake counters");
    v->since = w->in_held ? w->in_held_since : 0;
    w->room_run = 0;
    w->wedged = true;
    return true;
}

static void blame_item(struct mem_watch *w, const struct mem_port_model *m, unsigned kind,
                       enum check_id check, struct verdict *v) {
    const struct mem_port_item item = mem_port_model_oldest(m, (enum mem_port_wait)kind);
    w->blamed = item.number;
    open_verdict(v, check);
    snprintf(v->what, sizeof v->what, "%s for %u cycles in which nothing outside held it%s",
             kind_name[kind], w->stuck[kind],
             check == CHECK_MEM_INDEP ? ", and it does not need what is withheld" : "");
    mem_port_model_describe(m, (enum mem_port_wait)kind, v->request, sizeof v->request);
    struct text progress = {.buf = v->progress, .size = sizeof v->progress};
    text_add(&progress, "waiting since ");
    text_cycle(&progress, item.since);
    v->since = item.since;
    if (check == CHECK_MEM_INDEP) {
        struct text hint = {.buf = v->hint, .size = sizeof v->hint};
        text_add(&hint, "withheld:");
        for (unsigned i = 0; i < OUTSIDE_COUNT; i++)
            if ((w->config.withheld >> i & 1) != 0)
                text_add(&hint, " %s", outside_label[i]);
    }
    w->cause = check == CHECK_SIM_STALL ? MEM_WATCH_DESIGN : w->cause;
    forget_items(w);
}

static bool blame_stuck(struct mem_watch *w, const struct mem_port_model *m, struct verdict *v) {
    const uint8_t withheld = w->config.withheld;
    for (unsigned kind = 0; kind < WAIT_COUNT; kind++) {
        if (!w->waiting[kind])
            continue;
        const bool needs_withheld = (w->may_wait[kind] & withheld) != 0;
        w->evaluations[withheld == 0 ? CHECK_SIM_STALL : CHECK_MEM_INDEP] += !needs_withheld;
        if (w->stuck[kind] < w->bound)
            continue;
        w->stuck[kind] = 0;
        if (needs_withheld || (withheld != 0 && w->config.seed_rules))
            continue;
        w->stuck[kind] = w->bound;
        blame_item(w, m, kind, withheld == 0 ? CHECK_SIM_STALL : CHECK_MEM_INDEP, v);
        return true;
    }
    return false;
}

static bool blame_standstill(struct mem_watch *w, const struct mem_port_model *m, uint64_t cycle,
                             struct verdict *v) {
    /* Items are judged first: they say more. */
    if (cycle - w->last_transfer < w->bound + 2 * LOOK_EVERY ||
        (mem_port_model_idle(m) && !w->in_held))
        return false;
    const struct mem_port_intake intake = mem_port_model_intake(m);
    const bool too_many = intake.open_sources > mem_port_model_room(m).slots;
    const uint8_t held = (uint8_t)(w->held & ~OUTSIDE_SOURCE);
    struct text what = {.buf = v->what, .size = sizeof v->what};
    open_verdict(v, CHECK_SIM_STALL);
    v->since = w->last_transfer;
    text_add(&what, "nothing moved for ");
    text_cycle(&what, cycle - w->last_transfer);
    text_add(&what, " cycles while work is outstanding");
    if (intake.hang_by_design && too_many) {
        w->cause = MEM_WATCH_OPEN_WRITES;
        text_add(&what, "; cause: %u sources have a write open, more than there are slots",
                 intake.open_sources);
    } else if (held != 0 || intake.hang_by_design) {
        w->cause = MEM_WATCH_OUTSIDE;
        text_add(&what, "; cause: outside");
    } else {
        w->cause = MEM_WATCH_DESIGN;
        text_add(&what, "; nothing outside holds it");
    }
    w->last_transfer = cycle;
    return true;
}

static bool look(struct mem_watch *w, const struct mem_port_model *m,
                 const struct mem_watch_pins *pins, uint64_t cycle, struct verdict *v) {
    look_at_items(w, m);
    look_at_waits(w, m, pins);
    return blame_wait(w, m, v) || blame_wedge(w, m, v) || blame_stuck(w, m, v) ||
           blame_standstill(w, m, cycle, v);
}

bool mem_watch_tick(struct mem_watch *w, const struct mem_port_model *m,
                    const struct mem_watch_pins *pins, uint64_t cycle, struct verdict *v) {
    const uint8_t held = held_now(pins);
    v->check = CHECK_NONE;
    if (held != w->held)
        note_holds(w, held, cycle);
    note_link(w, pins, cycle);
    if (anything_moves(pins))
        w->last_transfer = cycle;
    for (unsigned kind = 0; kind < WAIT_COUNT; kind++)
        w->stuck[kind] += w->waiting[kind] && (held & w->needs[kind]) == 0;
    note_waits(w, pins);
    if (--w->until_look > 0)
        return true;
    w->until_look = LOOK_EVERY;
    w->blamed = 0;
    w->wedged = false;
    return !look(w, m, pins, cycle, v);
}
