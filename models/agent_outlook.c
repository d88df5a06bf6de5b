/* What is outstanding on the four paths, what outside may hold it, and the evidence. */
#include "agent_state.h"

struct agent_item agent_model_oldest(const struct agent_model *m, enum agent_path path,
                                     unsigned port) {
    const struct lane *const l = &m->lane[path][port];
    struct agent_item item = {.progress = l->departures};
    if (path == AGENT_PATH_RX) {
        item.present = m->shown.present && m->shown.known && m->shown.port == port;
        item.since = m->shown.since;
        item.needs = AGENT_OUTSIDE_RX;
        return item;
    }
    item.present = !lane_empty(l);
    item.since = l->since;
    item.needs = path == AGENT_PATH_ENC ? AGENT_OUTSIDE_ENC : (uint8_t)(AGENT_OUTSIDE_MESH << port);
    if (path == AGENT_PATH_INJ)
        item.progress += m->lane[AGENT_PATH_TX][port].departures;
    return item;
}

bool agent_model_idle(const struct agent_model *m) {
    for (unsigned path = 0; path < AGENT_PATH_COUNT; path++)
        for (unsigned p = 0; p < m->config.ports; p++)
            if (!lane_empty(&m->lane[path][p]))
                return false;
    return !m->shown.present;
}

bool agent_enc_holds(const struct agent_model *m, unsigned port) {
    bool waits = !lane_empty(&m->lane[AGENT_PATH_ENC][port]);
    for (unsigned p = 0; m->enc_unsure && p < m->config.ports; p++)
        waits |= !lane_empty(&m->lane[AGENT_PATH_ENC][p]);
    return m->now.enc_busy && waits;
}

bool agent_model_mesh_room(const struct agent_model *m, unsigned port) {
    return !agent_enc_holds(m, port);
}

bool agent_model_agent_room(const struct agent_model *m) {
    for (unsigned p = 0; p < m->config.ports; p++)
        if (!lane_empty(&m->lane[AGENT_PATH_TX][p]) && (m->now.noc_out_busy >> p & 1) != 0)
            return false;
    return true;
}

bool agent_model_inj_room(const struct agent_model *m) {
    for (unsigned p = 0; p < m->config.ports; p++)
        if (!lane_empty(&m->lane[AGENT_PATH_INJ][p]) &&
            ((m->now.noc_out_busy >> p & 1) != 0 || !lane_empty(&m->lane[AGENT_PATH_TX][p])))
            return false;
    return true;
}

const struct agent_stats *agent_model_stats(const struct agent_model *m) {
    return &m->stats;
}
