/* Requests served inside the agent: see struct mem_port_inside. */
#include "mem_port_state.h"

bool is_inside(const struct mem_port_model *m, uint64_t addr) {
    const struct mem_port_inside *const inside = &m->config.inside;
    return inside->serves != NULL && inside->serves(inside->context, addr);
}

bool inside_allows(const struct mem_port_model *m, const struct read_req *r, uint32_t index,
                   const struct word *payload, uint64_t cycle) {
    const struct mem_port_inside *const inside = &m->config.inside;
    return cycle > r->accepted &&
           inside->may_hold(inside->context, r->addr + (uint64_t)index * WORD_BYTES, payload,
                            r->accepted, cycle);
}

/* Its acceptance is all that is ever seen of a word, so it counts as answered. */
void store_inside(struct mem_port_model *m, struct write_req *w, uint64_t cycle) {
    const struct mem_port_inside *const inside = &m->config.inside;
    struct claim *const claim = &w->claim[w->got];
    claim->visible = inside->write_begin(inside->context, w->addr + (uint64_t)w->got * WORD_BYTES,
                                         &claim->data, UINT32_MAX, cycle);
    claim->state = CLAIM_ANSWERED;
    claim->answered = cycle;
    w->answered++;
    m->inside_judged++;
    m->stats.inside_words++;
}

void end_inside(struct mem_port_model *m, struct write_req *w, uint64_t cycle) {
    const struct mem_port_inside *const inside = &m->config.inside;
    for (uint32_t i = 0; i < w->got; i++)
        inside->write_end(inside->context, w->claim[i].visible, cycle);
    m->inside_acks -= w->got == w->words;
}
