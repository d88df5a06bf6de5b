/* Everything the agent model says in words. Never on the way of a legal event. */
#include "agent_state.h"

void agent_says_expected(struct verdict *v, const struct flit *f) {
    v->has_expected = true;
    v->expected = *f;
}

static void text_flit(struct text *t, enum agent_path path, unsigned port, const struct flit *f,
                      uint64_t accepted) {
    char line[FLIT_TEXT_SIZE];
    flit_format(f, line, sizeof line);
    if (path == AGENT_PATH_TX)
        text_add(t, "agt_tx");
    else if (path == AGENT_PATH_INJ)
        text_add(t, "inj");
    else
        text_add(t, "noc_in[%u]", port);
    text_add(t, " at ");
    text_cycle(t, accepted);
    text_add(t, ": %s", line);
}

void agent_says_whose(struct verdict *v, enum agent_path path, unsigned port, const struct flit *f,
                      uint64_t accepted) {
    struct text t = text_into(v->request, sizeof v->request);
    text_flit(&t, path, port, f, accepted);
}

/* ---- what agent_model_end() found ------------------------------------------------------------- */

static void says_busy(const struct agent_model *m, const struct finding *f, struct verdict *v) {
    const bool agent = f->check == CHECK_MAG_HOL;
    verdict_open(v, f->check,
                 "noc_in_busy[%u] is high for %u cycles in a row while agt_rx_busy is %s", f->port,
                 f->count, agent ? "high" : "low");
    verdict_hint(v,
                 "few memory flits are unserved at the port and enc_busy holds none of its "
                 "flits: waiting for a turn takes at most %u cycles",
                 m->config.ports);
}

static void says_alias(const struct agent_model *m, const struct finding *f, struct verdict *v) {
    if (f->has_flit) {
        verdict_open(v, f->check, "no bad_remote_req for a request that names another mesh");
        verdict_hint(v, "noc_in[%u]: the engine took it in %u cycles ago", f->port,
                     ALIAS_LATE_BOUND);
    } else if (m->config.ilink) {
        verdict_open(v, f->check,
                     "bad_remote_req is high though no request that names another mesh "
                     "owes it");
        verdict_hint(v, "one cycle for each such request; it may have been high for two");
    } else {
        verdict_open(v, f->check, "bad_remote_req is high in a build with ILINK 0");
    }
}

bool agent_model_finding(struct agent_model *m, struct verdict *v) {
    if (m->findings_read == m->findings) {
        v->check = CHECK_NONE;
        return false;
    }
    const struct finding *const f = &m->finding[m->findings_read++];
    if (f->check == CHECK_MAG_ALIAS) {
        says_alias(m, f, v);
    } else if (f->check == CHECK_MAG_AGENT) {
        verdict_open(v, f->check, "a control flit did not reach the agent, which was free");
        verdict_hint(v, "agt_rx_busy was low in all %u cycles of its window", f->count);
    } else if (f->check == CHECK_MAG_REMOTE) {
        verdict_open(v, f->check, "a marked flit does not reach the encapsulator");
        verdict_hint(v, "enc_busy was low in %u cycles since it became the oldest of its port",
                     f->count);
    } else {
        says_busy(m, f, v);
    }
    if (f->has_flit) {
        agent_says_whose(v, f->path, f->port, &f->flit, f->accepted);
        if (f->check != CHECK_MAG_ALIAS)
            agent_says_expected(v, &f->flit);
    }
    return true;
}

/* ---- what is outstanding --------------------------------------------------------------------- */

static void text_waits(struct text *t, enum agent_path path, unsigned port) {
    if (path == AGENT_PATH_ENC)
        text_add(t, ", waits for enc");
    else if (path == AGENT_PATH_RX)
        text_add(t, ", is shown on agt_rx");
    else
        text_add(t, ", waits for noc_out[%u]", port);
}

static bool rx_shown_at(const struct agent_model *m, unsigned port) {
    return m->shown.present && m->shown.known && m->shown.port == port;
}

static void text_entry(struct text *t, enum agent_path path, unsigned port,
                       const struct lane_entry *e) {
    text_flit(t, path, port, &e->flit, e->accepted);
    text_waits(t, path, port);
}

void agent_model_describe(const struct agent_model *m, enum agent_path path, unsigned port,
                          char *buf, size_t size) {
    struct text t = text_into(buf, size);
    const struct lane *const l = &m->lane[path][port];
    if (path == AGENT_PATH_RX ? rx_shown_at(m, port) : !lane_empty(l))
        text_entry(&t, path, port, lane_at(l, path == AGENT_PATH_RX ? m->shown.index : l->head));
}

void agent_model_list(const struct agent_model *m, char *buf, size_t size, unsigned max_lines) {
    struct text t = text_into(buf, size);
    unsigned more = 0, lines = 0;
    for (enum agent_path path = 0; path < AGENT_PATH_COUNT; path++)
        for (unsigned p = 0; p < m->config.ports; p++) {
            const struct lane *const l = &m->lane[path][p];
            const bool rx = path == AGENT_PATH_RX;
            const uint64_t first = rx ? m->shown.index : l->head;
            const uint64_t end = rx ? first + rx_shown_at(m, p) : l->tail;
            for (uint64_t i = first; i < end; i++) {
                if (!rx && lane_at(l, i)->state != LANE_WAITING)
                    continue;
                if (lines == max_lines) {
                    more++;
                    continue;
                }
                lines++;
                text_entry(&t, path, p, lane_at(l, i));
                text_add(&t, "\n");
            }
        }
    if (more > 0)
        text_add(&t, "... and %u more\n", more);
}
