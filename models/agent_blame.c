/* Which check a wrong flit broke. Never on the way of a legal event, but for the ports' engines,
 * whose flits are known by their form. */
#include "agent_state.h"

#define STATE(s) (1u << (s))
#define ANY_STATE (~0u)
#define NEAR_BITS 96    /* of 288; two unrelated random flits differ in about 144 */
#define SAME_BITS 4     /* a flit of another client that differs in so few is a changed one */
#define COMPARED_MAX 64 /* waiting flits of a lane compared to find the closest */

/* ---- search ---------------------------------------------------------------------------------- */

static struct lane_entry *entry_of(struct agent_model *m, struct place at) {
    return lane_at(&m->lane[at.path][at.port], at.index);
}

/* The oldest remembered entry of a path, at any port, that is exactly `f` and in one of `states`. */
static struct place find(const struct agent_model *m, enum agent_path path, const struct flit *f,
                         unsigned states) {
    for (unsigned p = 0; p < m->config.ports; p++) {
        const struct lane *const l = &m->lane[path][p];
        for (uint64_t i = lane_first(l); i < l->tail; i++) {
            const struct lane_entry *const e = lane_at(l, i);
            if ((states & STATE(e->state)) != 0 && flit_equal(&e->flit, f))
                return (struct place){true, path, p, i};
        }
    }
    return (struct place){0};
}

static unsigned distance(const struct flit *a, const struct flit *b) {
    uint32_t x[FLIT_WORDS], y[FLIT_WORDS];
    unsigned bits = 0;
    flit_pack(a, x);
    flit_pack(b, y);
    for (unsigned i = 0; i < FLIT_WORDS; i++)
        bits += (unsigned)__builtin_popcount(x[i] ^ y[i]);
    return bits;
}

struct closest {
    struct place at;
    unsigned bits;
};

/* The waiting flit of a path and port that `f` differs from in the fewest bits. */
static void look_for_closest(struct agent_model *m, enum agent_path path, unsigned port,
                             const struct flit *f, struct closest *best) {
    const struct lane *const l = &m->lane[path][port];
    uint64_t i = l->head;
    if (path == AGENT_PATH_RX)
        i = m->rx_next[port] > lane_first(l) ? m->rx_next[port] : lane_first(l);
    for (unsigned n = 0; i < l->tail && n < COMPARED_MAX; i++, n++) {
        const struct lane_entry *const e = lane_at(l, i);
        if (e->state != LANE_WAITING && e->state != LANE_OPTIONAL)
            continue;
        const unsigned bits = distance(&e->flit, f);
        if (!best->at.found || bits < best->bits)
            *best = (struct closest){{true, path, port, i}, bits};
    }
}

static struct closest closest_in_path(struct agent_model *m, enum agent_path path,
                                      const struct flit *f) {
    struct closest best = {0};
    for (unsigned p = 0; p < m->config.ports; p++)
        look_for_closest(m, path, p, f, &best);
    return best;
}

/* ---- consequences ---------------------------------------------------------------------------- */

/* The entry has left; those before it, if `overtaking`, are not expected any more. */
static void leave(struct agent_model *m, struct place at, bool overtaking) {
    struct lane *const l = &m->lane[at.path][at.port];
    struct lane_entry *const e = lane_at(l, at.index);
    if (e->state != LANE_WAITING && e->state != LANE_OPTIONAL)
        return;
    if (at.path == AGENT_PATH_RX) {
        if (at.index >= m->rx_next[at.port])
            m->rx_next[at.port] = at.index + 1;
    } else {
        for (uint64_t i = l->head; overtaking && i < at.index; i++)
            lane_at(l, i)->state = LANE_OVERTAKEN;
        if (overtaking)
            l->head = at.index;
        lane_leave(l, at.index, m->cycle);
        return;
    }
    e->state = LANE_LEFT;
    e->left = m->cycle;
}

static void says_entry(struct agent_model *m, struct verdict *v, struct place at) {
    const struct lane_entry *const e = entry_of(m, at);
    agent_says_whose(v, at.path, at.port, &e->flit, e->accepted);
}

static void says_changed(struct agent_model *m, struct verdict *v, enum check_id check,
                         const char *where, struct closest best) {
    verdict_open(v, check, "a flit changed on its way to %s: %u of 288 bits differ", where,
                 best.bits);
    says_entry(m, v, best.at);
    agent_says_expected(v, &entry_of(m, best.at)->flit);
    leave(m, best.at, true);
}

static void says_route(struct agent_model *m, struct verdict *v, const char *where,
                       struct place at) {
    verdict_open(v, CHECK_MAG_ROUTE, "a flit went to %s that belongs elsewhere", where);
    says_entry(m, v, at);
    leave(m, at, false);
}

/* The first lane among the paths of `paths` (a mask) that holds exactly this flit. */
static bool misrouted(struct agent_model *m, struct verdict *v, const char *where,
                      const struct flit *f, unsigned paths, unsigned states) {
    for (enum agent_path path = 0; path < AGENT_PATH_COUNT; path++) {
        const struct place at =
            (paths & 1u << path) != 0 ? find(m, path, f, states) : (struct place){0};
        if (!at.found)
            continue;
        says_route(m, v, where, at);
        return true;
    }
    return false;
}

/* The flit is one of `path` that is known, but not its turn: MAG-PASS. */
static bool out_of_turn(struct agent_model *m, struct verdict *v, const char *where,
                        const struct flit *f, enum agent_path path) {
    struct place at = find(m, path, f, STATE(LANE_WAITING));
    if (at.found) {
        const struct lane *const l = &m->lane[path][at.port];
        verdict_open(v, CHECK_MAG_PASS,
                     "a flit left by %s before %u earlier one%s of its path: "
                     "lost or overtaken",
                     where, (unsigned)(at.index - l->head), at.index - l->head == 1 ? "" : "s");
        at.index = l->head;
        says_entry(m, v, at);
        agent_says_expected(v, &entry_of(m, at)->flit);
        leave(m, find(m, path, f, STATE(LANE_WAITING)), true);
        return true;
    }
    at = find(m, path, f, STATE(LANE_OVERTAKEN));
    if (at.found) {
        verdict_open(v, CHECK_MAG_PASS, "a flit left by %s after later ones of its path", where);
    } else {
        at = find(m, path, f, STATE(LANE_LEFT));
        if (!at.found)
            return false;
        verdict_open(v, CHECK_MAG_PASS, "a flit left by %s twice", where);
    }
    says_entry(m, v, at);
    return true;
}

static void says_nobody(struct verdict *v, const char *where, const struct flit *f) {
    verdict_open(v, CHECK_MAG_PASS, "a %s left by %s that nothing sent", flit_type_name(f->type),
                 where);
    verdict_hint(v, "no flit under way resembles it, and none of the last %u that left is it",
                 LANE_KEPT);
}

/* ---- mesh ------------------------------------------------------------------------------------ */

/* A response's form says little: only a payload that is somebody else's, all of it or all but a few
 * bits of the flit, speaks against the engine. */
static bool looks_changed(struct agent_model *m, const struct flit *f, bool response,
                          const struct closest *best) {
    static const struct word zero;
    if (!best->at.found)
        return false;
    if (!response)
        return best->bits <= NEAR_BITS;
    const struct word *const payload = &entry_of(m, best->at)->flit.payload;
    const bool tells = memcmp(payload, &zero, sizeof zero) != 0;
    const bool same = memcmp(payload, &f->payload, sizeof zero) == 0;
    return tells && (same || best->bits <= SAME_BITS);
}

enum agent_origin agent_blame_mesh(struct agent_model *m, unsigned port, const struct flit *f,
                                   struct verdict *v) {
    const struct position own = m->config.position[port];
    const bool response = f->type == FLIT_MEM_RD_RESP || f->type == FLIT_MEM_WR_ACK;
    const bool own_src = f->src_x == own.x && f->src_y == own.y;
    const unsigned inbound = 1u << AGENT_PATH_RX | 1u << AGENT_PATH_ENC;
    char where[16];
    if (response && own_src)
        return AGENT_FROM_ENGINE;
    struct text t = text_into(where, sizeof where);
    text_add(&t, "noc_out[%u]", port);
    for (enum agent_path path = AGENT_PATH_TX; path <= AGENT_PATH_INJ; path++) {
        const struct place at = find(m, path, f, STATE(LANE_WAITING));
        if (at.found && at.port != port) {
            says_route(m, v, where, at);
            verdict_hint(v, "dst_y %u: it leaves by noc_out[%u]", f->dst_y, at.port);
            return AGENT_FROM_NOBODY;
        }
        if (out_of_turn(m, v, where, f, path))
            return AGENT_FROM_NOBODY;
    }
    if (misrouted(m, v, where, f, inbound, ANY_STATE))
        return AGENT_FROM_NOBODY;
    struct closest best = {0};
    look_for_closest(m, AGENT_PATH_TX, port, f, &best);
    look_for_closest(m, AGENT_PATH_INJ, port, f, &best);
    if (looks_changed(m, f, response, &best)) {
        says_changed(m, v, CHECK_MAG_PASS, where, best);
        return AGENT_FROM_NOBODY;
    }
    if (response || own_src)
        return AGENT_FROM_ENGINE;
    says_nobody(v, where, f);
    return AGENT_FROM_NOBODY;
}

/* ---- control agent --------------------------------------------------------------------------- */

/* The flit is a known one on its way to the agent, but must not be shown now. */
static bool not_now(struct agent_model *m, struct verdict *v, const struct flit *f) {
    struct place at = find(m, AGENT_PATH_RX, f, STATE(LANE_DROPPED));
    if (at.found) {
        m->stats.evaluations[CHECK_MAG_AGENT]++;
        verdict_open(v, CHECK_MAG_AGENT, "a control flit that had to be dropped reached the agent");
        verdict_hint(v,
                     "agt_rx_busy was high in its whole window, and agt_rx never showed it then");
        says_entry(m, v, at);
        entry_of(m, at)->state = LANE_LEFT;
        return true;
    }
    at = find(m, AGENT_PATH_RX, f, STATE(LANE_OVERTAKEN));
    if (at.found) {
        verdict_open(v, CHECK_MAG_AGENT, "a control flit reached the free agent after its window");
        says_entry(m, v, at);
        entry_of(m, at)->state = LANE_LEFT;
        return true;
    }
    at = find(m, AGENT_PATH_RX, f, STATE(LANE_WAITING) | STATE(LANE_OPTIONAL));
    if (at.found) {
        verdict_open(v, CHECK_MAG_PASS, "a flit left by agt_rx after later ones of its port");
    } else {
        at = find(m, AGENT_PATH_RX, f, STATE(LANE_LEFT));
        if (!at.found)
            return false;
        verdict_open(v, CHECK_MAG_PASS, "a flit left by agt_rx twice");
    }
    says_entry(m, v, at);
    leave(m, at, false);
    return true;
}

void agent_blame_agent(struct agent_model *m, const struct flit *f, struct verdict *v) {
    const enum agent_client client = agent_model_client(m, f);
    const unsigned others = 1u << AGENT_PATH_ENC | 1u << AGENT_PATH_TX | 1u << AGENT_PATH_INJ;
    if (not_now(m, v, f) || misrouted(m, v, "agt_rx", f, others, ANY_STATE))
        return;
    const struct closest best = closest_in_path(m, AGENT_PATH_RX, f);
    if (best.at.found && best.bits <= (client == AGENT_CLIENT_AGENT ? NEAR_BITS : SAME_BITS))
        says_changed(m, v, CHECK_MAG_PASS, "agt_rx", best);
    else if (client == AGENT_CLIENT_AGENT)
        says_nobody(v, "agt_rx", f);
    else
        verdict_open(v, CHECK_MAG_ROUTE, "a %s reached the control agent: it belongs to %s",
                     flit_type_name(f->type),
                     client == AGENT_CLIENT_ENC ? "the encapsulator" : "its port's engine");
}

/* ---- encapsulator ---------------------------------------------------------------------------- */

void agent_blame_enc(struct agent_model *m, const struct flit *f, struct verdict *v) {
    const bool marked = agent_model_client(m, f) == AGENT_CLIENT_ENC;
    const unsigned others = 1u << AGENT_PATH_RX | 1u << AGENT_PATH_TX | 1u << AGENT_PATH_INJ;
    if (out_of_turn(m, v, "enc", f, AGENT_PATH_ENC) || misrouted(m, v, "enc", f, others, ANY_STATE))
        return;
    const struct closest best = closest_in_path(m, AGENT_PATH_ENC, f);
    if (best.at.found && (marked || best.bits <= SAME_BITS))
        says_changed(m, v, CHECK_MAG_REMOTE, "enc", best);
    else if (marked)
        says_nobody(v, "enc", f);
    else if (m->config.ilink)
        verdict_open(v, CHECK_MAG_ROUTE, "a %s without rsvd[2] reached the encapsulator",
                     flit_type_name(f->type));
    else
        verdict_open(v, CHECK_MAG_ROUTE, "a %s left by enc in a build with ILINK 0",
                     flit_type_name(f->type));
}
