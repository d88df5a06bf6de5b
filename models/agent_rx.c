/* Mesh -> control agent, best effort (memory protocol 1.1, modules 5). A control flit accepted at t
 * has a window from t to PORTS+4 cycles after the first later cycle in which its port's noc_in_busy
 * is low. With the agent free in all of it the flit must be taken within it; with the agent busy in
 * all of it the flit must be shown within it or never; else it may arrive or not.
 *
 * A flit counts as arrived from the cycle agt_rx first shows it: what an output has offered stays.
 *
 * Identical flits. Of one port the oldest is taken to have arrived; should a later one have had to,
 * they are exchanged. Where several ports have one under way, nobody knows by which it came: all of
 * them become unsure, which means they may arrive, each once, or not at all.
 */
#include "agent_state.h"

#define EXCHANGES_MAX 8 /* identical flits moved to make one fit */

void agent_rx_reset(struct agent_model *m) {
    for (unsigned p = 0; p < AGENT_PORTS_MAX; p++)
        m->rx_next[p] = m->rx_untimed[p] = m->lane[AGENT_PATH_RX][p].tail;
    m->shown.present = false;
}

/* ---- what agt_rx shows ----------------------------------------------------------------------- */

/* The entries of a port that may be `f`: those behind the last that surely arrived, and unsure
 * ones. */
struct candidates {
    const struct lane *lane;
    const struct flit *flit;
    uint64_t next, index;
};

static struct candidates candidates_of(const struct agent_model *m, unsigned port,
                                       const struct flit *f) {
    const struct lane *const l = &m->lane[AGENT_PATH_RX][port];
    struct candidates c = {.lane = l, .flit = f, .next = m->rx_next[port], .index = lane_first(l)};
    if (l->unsure <= c.index && c.next > c.index)
        c.index = c.next;
    return c;
}

static struct lane_entry *next_candidate(struct candidates *c) {
    while (c->index < c->lane->tail) {
        const uint64_t i = c->index++;
        struct lane_entry *const e = lane_at(c->lane, i);
        if ((e->state == LANE_WAITING || e->state == LANE_OPTIONAL) &&
            (i >= c->next || e->unsure) && flit_equal(&e->flit, c->flit))
            return e;
    }
    return NULL;
}

static void make_unsure(struct agent_model *m, const struct flit *f) {
    m->stats.alike++;
    for (unsigned p = 0; p < m->config.ports; p++) {
        struct candidates c = candidates_of(m, p, f);
        for (struct lane_entry *e = next_candidate(&c); e != NULL; e = next_candidate(&c)) {
            e->unsure = true;
            if (c.index > m->lane[AGENT_PATH_RX][p].unsure)
                m->lane[AGENT_PATH_RX][p].unsure = c.index;
        }
    }
}

static void show(struct agent_model *m, const struct flit *f) {
    struct lane_entry *oldest = NULL;
    bool unsure = false;
    m->shown = (struct shown){.present = true, .since = m->cycle, .flit = *f};
    for (unsigned p = 0; p < m->config.ports; p++) {
        struct candidates c = candidates_of(m, p, f);
        struct lane_entry *const e = next_candidate(&c);
        if (e == NULL)
            continue;
        unsure |= oldest != NULL || e->unsure;
        if (oldest != NULL && oldest->accepted <= e->accepted)
            continue;
        oldest = e;
        m->shown.port = p;
        m->shown.index = c.index - 1;
    }
    if (oldest == NULL)
        return;
    m->stats.lost -= oldest->state == LANE_OPTIONAL;
    if (unsure)
        make_unsure(m, f);
    else
        m->rx_next[m->shown.port] = m->shown.index + 1;
    m->shown.known = true;
    oldest->state = LANE_LEFT;
    oldest->left = m->cycle;
}

void agent_model_agent_out(struct agent_model *m, const struct flit *f, struct verdict *v) {
    v->check = CHECK_NONE;
    m->stats.evaluations[CHECK_MAG_ROUTE]++;
    m->stats.evaluations[CHECK_MAG_PASS]++;
    if (!m->shown.present || !flit_equal(&m->shown.flit, f))
        show(m, f);
    m->shown.present = false;
    if (m->shown.known) {
        m->stats.passed[AGENT_PATH_RX]++;
        m->lane[AGENT_PATH_RX][m->shown.port].departures++;
    } else {
        agent_blame_agent(m, f, v);
    }
}

void agent_rx_begin(struct agent_model *m) {
    if (m->now.agt_rx_busy)
        m->rx_busy_until = m->cycle + 1;
    else
        m->rx_free_until = m->cycle + 1;
    for (unsigned p = 0; p < m->config.ports; p++) {
        const struct lane *const l = &m->lane[AGENT_PATH_RX][p];
        if ((m->now.noc_in_busy >> p & 1) != 0)
            continue;
        for (; m->rx_untimed[p] < l->tail; m->rx_untimed[p]++)
            lane_at(l, m->rx_untimed[p])->due = m->cycle + m->config.ports + TURN_SLACK;
    }
    if (m->now.agt_rx == NULL)
        m->shown.present = false;
    else if (!m->shown.present)
        show(m, m->now.agt_rx);
}

/* ---- the end of a window --------------------------------------------------------------------- */

/* Did an identical flit of the port arrive within e's window that can be spared? Then it was e. */
static bool take_over(struct agent_model *m, const struct lane *l, struct lane_entry *e,
                      unsigned exchanges) {
    for (uint64_t i = lane_first(l); i < l->tail; i++) {
        struct lane_entry *const other = lane_at(l, i);
        const uint64_t left = other->left;
        if (other == e || other->state != LANE_LEFT || left <= e->accepted || left > e->due ||
            !flit_equal(&other->flit, &e->flit))
            continue;
        if (!other->owed) {
            other->state = i < l->head ? LANE_OPTIONAL : LANE_WAITING;
            m->stats.lost += i < l->head;
        } else if (exchanges == 0 || !take_over(m, l, other, exchanges - 1)) {
            continue;
        }
        e->state = LANE_LEFT;
        e->left = left;
        m->stats.alike++;
        return true;
    }
    return false;
}

static void close_free_window(struct agent_model *m, unsigned port, struct lane_entry *e) {
    e->owed = true;
    m->stats.evaluations[CHECK_MAG_AGENT]++;
    if (e->state == LANE_LEFT || take_over(m, &m->lane[AGENT_PATH_RX][port], e, EXCHANGES_MAX)) {
        m->stats.free_windows++;
        return;
    }
    e->state = LANE_OVERTAKEN;
    struct finding *const f = agent_find(m, CHECK_MAG_AGENT, port);
    f->count = (unsigned)(e->due - e->accepted + 1);
    f->has_flit = true;
    f->path = AGENT_PATH_RX;
    f->flit = e->flit;
    f->accepted = e->accepted;
}

static void close_window(struct agent_model *m, unsigned port, struct lane_entry *e) {
    if (m->rx_busy_until <= e->accepted && !e->unsure) {
        close_free_window(m, port, e);
    } else if (e->state != LANE_WAITING) {
        m->stats.open_windows++;
    } else if (m->rx_free_until <= e->accepted && !e->unsure) {
        e->state = LANE_DROPPED;
        m->stats.lost++;
        m->stats.evaluations[CHECK_MAG_AGENT]++;
        m->stats.dropped++;
    } else {
        e->state = LANE_OPTIONAL;
        m->stats.lost++;
        m->stats.open_windows++;
    }
}

void agent_rx_end(struct agent_model *m) {
    for (unsigned p = 0; p < m->config.ports; p++) {
        struct lane *const l = &m->lane[AGENT_PATH_RX][p];
        while (l->head < m->rx_untimed[p] && lane_at(l, l->head)->due <= m->cycle) {
            close_window(m, p, lane_at(l, l->head));
            l->head++;
        }
    }
}
