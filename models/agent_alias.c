/* bad_remote_req (memory protocol 8, modules 5): with ILINK, a one-cycle pulse for each DRAM
 * request, unmarked, that names another mesh. When it comes is the design's choice, from the cycle
 * the flit is accepted until its engine has taken it in, plus a late bound. Requests of several
 * ports, and a read and a write of one port, may share a pulse; two of one kind at one port cannot.
 */
#include "agent_state.h"

#define LONGEST_WRITE 7 /* len above it: swallowed, not served (modules 3): a pulse is optional */

bool agent_alias_init(struct alias *a) {
    for (unsigned p = 0; p < AGENT_PORTS_MAX; p++)
        for (unsigned k = 0; k < ALIAS_KINDS; k++)
            if (!lane_init(&a->lane[p][k].owed))
                return false;
    return true;
}

void agent_alias_free(struct alias *a) {
    for (unsigned p = 0; p < AGENT_PORTS_MAX; p++)
        for (unsigned k = 0; k < ALIAS_KINDS; k++)
            lane_free(&a->lane[p][k].owed);
}

void agent_alias_reset(struct alias *a) {
    for (unsigned p = 0; p < AGENT_PORTS_MAX; p++)
        for (unsigned k = 0; k < ALIAS_KINDS; k++) {
            struct alias_lane *const l = &a->lane[p][k];
            lane_clear(&l->owed);
            l->popped = l->announced = l->owed.tail;
            l->flits = 0;
        }
    a->live = a->credits = 0;
}

void agent_alias_accept(struct agent_model *m, unsigned port, const struct flit *f) {
    struct alias *const a = &m->alias;
    const bool read = f->type == FLIT_MEM_RD_REQ;
    struct alias_lane *const l = &a->lane[port][read ? ALIAS_READ : ALIAS_WRITE];
    struct descriptor d;
    l->flits++;
    if (f->type == FLIT_MEM_WR_DATA || !m->config.ilink)
        return;
    descriptor_unpack(&f->payload, &d);
    if ((d.addr >> 39 & 1) != 0 || (d.addr >> 36 & 3) == m->config.mesh_id)
        return;
    struct lane_entry *const e = lane_push(&l->owed, f, l->flits, m->cycle);
    e->owed = read || d.len <= LONGEST_WRITE;
    a->live++;
    a->credits++;
    m->stats.remote_requests++;
}

/* A pulse serves in each lane one request that owes one, and any optional ones before it. */
static void announce(struct alias_lane *l) {
    while (l->announced < l->owed.tail) {
        struct lane_entry *const e = lane_at(&l->owed, l->announced++);
        e->state = LANE_LEFT;
        if (e->owed)
            return;
    }
}

static void pulse(struct agent_model *m) {
    struct alias *const a = &m->alias;
    m->stats.remote_pulses++;
    m->stats.evaluations[CHECK_MAG_ALIAS]++;
    if (a->credits == 0) {
        agent_find(m, CHECK_MAG_ALIAS, 0);
        return;
    }
    a->credits--;
    for (unsigned p = 0; p < m->config.ports; p++)
        for (unsigned k = 0; k < ALIAS_KINDS; k++)
            announce(&a->lane[p][k]);
}

static void expire(struct agent_model *m, unsigned port, struct alias_lane *l) {
    const struct lane_entry *const e = lane_at(&l->owed, l->owed.head);
    m->stats.evaluations[CHECK_MAG_ALIAS]++;
    if (e->owed && e->state == LANE_WAITING) {
        struct finding *const f = agent_find(m, CHECK_MAG_ALIAS, port);
        f->has_flit = true;
        f->path = AGENT_PATH_RX;
        f->flit = e->flit;
        f->accepted = e->accepted;
    }
    l->owed.head++;
    if (l->announced < l->owed.head)
        l->announced = l->owed.head;
    m->alias.live--;
    if (m->alias.credits > m->alias.live)
        m->alias.credits = m->alias.live;
}

/* `unserved`: of the port's flits of this kind at most so many, the youngest, are in the intake. */
static void lane_end(struct agent_model *m, unsigned port, struct alias_lane *l,
                     unsigned unserved) {
    const uint64_t now = m->alias.clock[port];
    while (l->popped < l->owed.tail) {
        struct lane_entry *const e = lane_at(&l->owed, l->popped);
        if (e->number + unserved > l->flits)
            break;
        e->due = now + ALIAS_LATE_BOUND;
        l->popped++;
    }
    while (l->owed.head < l->popped && lane_at(&l->owed, l->owed.head)->due <= now)
        expire(m, port, l);
}

void agent_alias_end(struct agent_model *m, const struct agent_load *load) {
    struct alias *const a = &m->alias;
    if (m->now.bad_remote_req)
        pulse(m);
    for (unsigned p = 0; p < m->config.ports; p++) {
        a->clock[p] += !load[p].stalled;
        if (a->live == 0)
            continue;
        lane_end(m, p, &a->lane[p][ALIAS_READ], load[p].reads);
        lane_end(m, p, &a->lane[p][ALIAS_WRITE], load[p].writes);
    }
}
