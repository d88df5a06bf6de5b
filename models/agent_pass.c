/* What leaves: the flit that may leave next by each output, and who is allowed to be first.
 *
 * Identical flits. Where several lanes could have sent what left, nobody knows which did: the flits
 * alike in all of them become unsure. An unsure flit does not hold up those behind it, and any flit
 * like it that leaves may be it; since each leaves once, the numbers stay right.
 */
#include "agent_state.h"

/* The lanes that leave by one output, highest rank first. */
struct merge {
    struct lane *lane[AGENT_PORTS_MAX];
    unsigned count;
};

/* The first entry that may leave now and is `f`; tail when there is none. */
static uint64_t find_leader(const struct lane *l, const struct flit *f) {
    bool behind_sure = false;
    for (uint64_t index = l->head; index < l->tail; index++) {
        const struct lane_entry *const e = lane_at(l, index);
        if (e->state != LANE_WAITING)
            continue;
        if ((e->unsure || !behind_sure) && flit_equal(&e->flit, f))
            return index;
        behind_sure |= !e->unsure;
        if (behind_sure && l->unsure <= index)
            break;
    }
    return l->tail;
}

static void make_unsure(struct agent_model *m, const struct merge *merge, const struct flit *f) {
    m->stats.alike++;
    for (unsigned i = 0; i < merge->count; i++) {
        struct lane *const l = merge->lane[i];
        bool behind_sure = false;
        for (uint64_t k = l->head; k < l->tail; k++) {
            struct lane_entry *const e = lane_at(l, k);
            if (e->state != LANE_WAITING)
                continue;
            if (!behind_sure && flit_equal(&e->flit, f))
                e->unsure = true;
            if (e->unsure && k >= l->unsure)
                l->unsure = k + 1;
            behind_sure |= !e->unsure;
        }
    }
}

/* Of several alike the one accepted first; of those accepted together the one of highest rank.
 * *unsure: there were several. */
static struct lane *take(struct agent_model *m, const struct merge *merge, const struct flit *f,
                         bool *unsure) {
    struct lane *from = NULL;
    uint64_t index = 0;
    *unsure = false;
    for (unsigned i = 0; i < merge->count; i++) {
        struct lane *const l = merge->lane[i];
        const uint64_t k = find_leader(l, f);
        if (k == l->tail)
            continue;
        *unsure |= from != NULL || lane_at(l, k)->unsure;
        if (from != NULL && lane_at(from, index)->accepted <= lane_at(l, k)->accepted)
            continue;
        from = l;
        index = k;
    }
    if (from == NULL)
        return NULL;
    if (*unsure)
        make_unsure(m, merge, f);
    lane_leave(from, index, m->cycle);
    return from;
}

/* ---- the mesh -------------------------------------------------------------------------------- */

static const char *const rank_name[2] = {"agt_tx", "inj"};

/* A flit of lower rank than `r` left by `port`. */
static void let_past(struct agent_model *m, struct rank *r, unsigned port, const char *who,
                     struct verdict *v) {
    if (!r->waiting || r->port != port || m->rank_unsure)
        return;
    r->past++;
    m->stats.evaluations[CHECK_MAG_PRIO]++;
    if (r->past > m->stats.worst_let_past)
        m->stats.worst_let_past = r->past;
    if (r->past != LET_PAST + 1 || v->check != CHECK_NONE)
        return;
    verdict_open(v, CHECK_MAG_PRIO, "the %s went first on noc_out[%u] %u times while %s waits", who,
                 port, r->past, rank_name[r - m->rank]);
    const struct lane *const l = &m->lane[r == m->rank ? AGENT_PATH_TX : AGENT_PATH_INJ][port];
    agent_says_whose(v, r == m->rank ? AGENT_PATH_TX : AGENT_PATH_INJ, port, &r->flit,
                     r->accepted && !lane_empty(l) ? lane_at(l, l->head)->accepted : m->cycle);
    agent_says_expected(v, &r->flit);
    verdict_hint(v,
                 "at most %u flits of lower rank may leave from the cycle it is shown and "
                 "everything before it on %s has left",
                 LET_PAST, rank_name[r - m->rank]);
}

enum agent_origin agent_model_mesh_out(struct agent_model *m, unsigned port, const struct flit *f,
                                       struct verdict *v) {
    const struct merge merge = {{&m->lane[AGENT_PATH_TX][port], &m->lane[AGENT_PATH_INJ][port]}, 2};
    v->check = CHECK_NONE;
    m->stats.evaluations[CHECK_MAG_ROUTE]++;
    bool unsure;
    const struct lane *const l = take(m, &merge, f, &unsure);
    if (l == NULL) {
        const enum agent_origin origin = agent_blame_mesh(m, port, f, v);
        if (origin == AGENT_FROM_ENGINE) {
            let_past(m, &m->rank[0], port, "engine", v);
            let_past(m, &m->rank[1], port, "engine", v);
        }
        return origin;
    }
    m->rank_unsure |= unsure;
    m->stats.evaluations[CHECK_MAG_PASS]++;
    if (l == merge.lane[0]) {
        m->stats.passed[AGENT_PATH_TX]++;
        return AGENT_FROM_AGENT;
    }
    m->stats.passed[AGENT_PATH_INJ]++;
    let_past(m, &m->rank[0], port, "interlink", v);
    return AGENT_FROM_INJ;
}

/* ---- the encapsulator ------------------------------------------------------------------------ */

void agent_model_enc_out(struct agent_model *m, const struct flit *f, struct verdict *v) {
    struct merge merge = {.count = m->config.ports};
    for (unsigned p = 0; p < m->config.ports; p++)
        merge.lane[p] = &m->lane[AGENT_PATH_ENC][p];
    v->check = CHECK_NONE;
    m->stats.evaluations[CHECK_MAG_ROUTE]++;
    m->stats.evaluations[CHECK_MAG_REMOTE]++;
    m->stats.evaluations[CHECK_MAG_PASS]++;
    bool unsure;
    if (take(m, &merge, f, &unsure) != NULL)
        m->stats.passed[AGENT_PATH_ENC]++;
    else
        agent_blame_enc(m, f, v);
    if (!m->enc_unsure && !unsure)
        return;
    m->enc_unsure = false;
    for (unsigned p = 0; p < m->config.ports; p++)
        m->enc_unsure |= !lane_empty(&m->lane[AGENT_PATH_ENC][p]);
}
