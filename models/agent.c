/* The agent model: life, classification, one cycle, and everything that depends on time but the
 * control flits' windows (agent_rx.c) and bad_remote_req (agent_alias.c). */
#include "agent_state.h"

#include <stdlib.h>

/* ---- life ------------------------------------------------------------------------------------ */

static bool init_lanes(struct agent_model *m) {
    for (unsigned path = 0; path < AGENT_PATH_COUNT; path++)
        for (unsigned p = 0; p < AGENT_PORTS_MAX; p++)
            if (!lane_init(&m->lane[path][p]))
                return false;
    return agent_alias_init(&m->alias);
}

struct agent_model *agent_model_new(const struct agent_config *config) {
    struct agent_model *const m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->config = *config;
    if (!init_lanes(m)) {
        agent_model_free(m);
        return NULL;
    }
    return m;
}

void agent_model_free(struct agent_model *m) {
    if (m == NULL)
        return;
    for (unsigned path = 0; path < AGENT_PATH_COUNT; path++)
        for (unsigned p = 0; p < AGENT_PORTS_MAX; p++)
            lane_free(&m->lane[path][p]);
    agent_alias_free(&m->alias);
    free(m);
}

static void forget(struct agent_model *m) {
    for (unsigned path = 0; path < AGENT_PATH_COUNT; path++)
        for (unsigned p = 0; p < AGENT_PORTS_MAX; p++)
            lane_clear(&m->lane[path][p]);
    memset(m->rank, 0, sizeof m->rank);
    memset(m->row, 0, sizeof m->row);
    memset(m->enc_wait, 0, sizeof m->enc_wait);
    m->enc_unsure = m->rank_unsure = false;
    agent_rx_reset(m);
    agent_alias_reset(&m->alias);
    m->dirty = false;
}

/* ---- where a flit belongs -------------------------------------------------------------------- */

enum agent_client agent_model_client(const struct agent_model *m, const struct flit *f) {
    if (m->config.ilink && (f->rsvd & 4) != 0)
        return AGENT_CLIENT_ENC;
    if (f->type == FLIT_MEM_RD_REQ || f->type == FLIT_MEM_WR_REQ || f->type == FLIT_MEM_WR_DATA)
        return AGENT_CLIENT_ENGINE;
    return AGENT_CLIENT_AGENT;
}

unsigned agent_model_row(const struct agent_model *m, const struct flit *f) {
    for (unsigned p = 0; p < m->config.ports; p++)
        if (m->config.position[p].y == f->dst_y)
            return p;
    return 0;
}

/* ---- begin ----------------------------------------------------------------------------------- */

/* The oldest accepted flit of an input; lanes of one input are told apart by the port they leave
 * by, `number` orders them. */
static bool oldest_accepted(const struct agent_model *m, enum agent_path path, struct rank *r) {
    bool any = false;
    for (unsigned p = 0; p < m->config.ports; p++) {
        const struct lane *const l = &m->lane[path][p];
        if (lane_empty(l))
            continue;
        const uint64_t number = lane_at(l, l->head)->number;
        if (any && number > r->number)
            continue;
        r->number = number;
        r->port = p;
        any = true;
    }
    return any;
}

static void rank_begin(struct agent_model *m, enum agent_path path, const struct flit *offered) {
    struct rank *const r = &m->rank[path == AGENT_PATH_INJ];
    const struct rank was = *r;
    r->accepted = oldest_accepted(m, path, r);
    r->waiting = r->accepted || (offered != NULL && m->cycle >= m->open_from);
    if (!r->waiting)
        return;
    if (!r->accepted) {
        r->number = m->numbered[path];
        r->port = agent_model_row(m, offered);
    }
    if (was.waiting && was.number == r->number)
        return;
    const struct lane *const l = &m->lane[path][r->port];
    r->flit = r->accepted ? lane_at(l, l->head)->flit : *offered;
    r->past = 0;
}

void agent_model_begin(struct agent_model *m, const struct agent_cycle *state, uint64_t cycle) {
    m->cycle = cycle;
    m->now = *state;
    m->findings = m->findings_read = 0;
    if (state->in_reset) {
        m->open_from = cycle + 1 + AFTER_RESET;
        if (m->dirty)
            forget(m);
        return;
    }
    m->dirty = true;
    agent_rx_begin(m);
    rank_begin(m, AGENT_PATH_TX, state->agt_tx);
    rank_begin(m, AGENT_PATH_INJ, state->inj);
    m->rank_unsure &= m->rank[0].accepted || m->rank[1].accepted;
    m->rank[0].waiting &= !m->rank_unsure;
    m->rank[1].waiting &= !m->rank_unsure;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static void push(struct agent_model *m, enum agent_path path, unsigned port, const struct flit *f) {
    lane_push(&m->lane[path][port], f, m->numbered[path]++, m->cycle);
    m->stats.accepted[path]++;
}

enum agent_client agent_model_mesh_in(struct agent_model *m, unsigned port, const struct flit *f) {
    const enum agent_client client = agent_model_client(m, f);
    if (client == AGENT_CLIENT_ENGINE)
        agent_alias_accept(m, port, f);
    else
        push(m, client == AGENT_CLIENT_ENC ? AGENT_PATH_ENC : AGENT_PATH_RX, port, f);
    return client;
}

void agent_model_agent_in(struct agent_model *m, const struct flit *f) {
    push(m, AGENT_PATH_TX, agent_model_row(m, f), f);
}

void agent_model_inj_in(struct agent_model *m, const struct flit *f) {
    push(m, AGENT_PATH_INJ, agent_model_row(m, f), f);
}

/* ---- end ------------------------------------------------------------------------------------- */

struct finding *agent_find(struct agent_model *m, enum check_id check, unsigned port) {
    if (m->findings < FINDINGS_MAX)
        m->findings++;
    struct finding *const f = &m->finding[m->findings - 1];
    *f = (struct finding){.check = check, .port = port};
    return f;
}

/* The engine may be full, and hold what is behind a memory flit on the same input. */
static bool engine_may_hold(const struct agent_model *m, const struct agent_load *load) {
    const unsigned slack = m->config.q_margin + 4;
    const unsigned few = m->config.q_depth > slack ? m->config.q_depth - slack : 0;
    return load->reads >= few || load->writes >= few;
}

/* MAG-HOL and MAG-TURN are one bound, told apart by what the agent did for most of the row. */
static void row_end(struct agent_model *m, unsigned p, const struct agent_load *load) {
    struct busy_row *const r = &m->row[p];
    if ((m->now.noc_in_busy >> p & 1) == 0 || m->cycle < m->open_from || engine_may_hold(m, load)) {
        *r = (struct busy_row){0};
        return;
    }
    if (agent_enc_holds(m, p))
        return;
    r->cycles++;
    r->agent_busy += m->now.agt_rx_busy;
    m->stats.evaluations[m->now.agt_rx_busy ? CHECK_MAG_HOL : CHECK_MAG_TURN]++;
    if (r->cycles > m->stats.worst_turn[p])
        m->stats.worst_turn[p] = r->cycles;
    if (r->cycles != m->config.ports + TURN_SLACK + 1)
        return;
    const bool held_by_agent = 2 * r->agent_busy >= r->cycles;
    agent_find(m, held_by_agent ? CHECK_MAG_HOL : CHECK_MAG_TURN, p)->count = r->cycles;
}

static void enc_end(struct agent_model *m, unsigned p, const struct agent_load *load) {
    const struct lane *const l = &m->lane[AGENT_PATH_ENC][p];
    if (lane_empty(l) || l->since == m->cycle) {
        m->enc_wait[p] = 0;
        return;
    }
    if (m->now.enc_busy || m->cycle < m->open_from || engine_may_hold(m, load))
        return;
    const unsigned wait = ++m->enc_wait[p];
    if (wait > m->stats.worst_enc_wait)
        m->stats.worst_enc_wait = wait;
    if (wait != ENC_WAIT_BOUND + 1)
        return;
    const struct lane_entry *const e = lane_at(l, l->head);
    struct finding *const f = agent_find(m, CHECK_MAG_REMOTE, p);
    f->count = wait;
    f->has_flit = true;
    f->path = AGENT_PATH_ENC;
    f->flit = e->flit;
    f->accepted = e->accepted;
}

bool agent_model_end(struct agent_model *m, const struct agent_load *load) {
    if (m->now.in_reset)
        return true;
    agent_rx_end(m);
    for (unsigned p = 0; p < m->config.ports; p++) {
        row_end(m, p, &load[p]);
        enc_end(m, p, &load[p]);
    }
    agent_alias_end(m, load);
    return m->findings == 0;
}
