#include "bench/mover_probe.h"

#include "bench/mover_bench.h"

struct mover_inputs {
    uint32_t r_data[8], word[8], xcfg_rdata;
    uint64_t cfg_data;
    uint8_t cfg_en, cfg_addr, gnt, slot_done, slot_fault;
    uint8_t aw_ready, w_ready, ar_ready, b_valid, b_resp, r_valid, r_resp;
};

static void save_inputs(const struct mover_pins *p, struct mover_inputs *i) {
    *i = (struct mover_inputs){.xcfg_rdata = *p->xcfg_rdata,
                               .cfg_data = *p->cfg_data,
                               .cfg_en = *p->cfg_en,
                               .cfg_addr = *p->cfg_addr,
                               .gnt = *p->gnt,
                               .slot_done = *p->slot_done,
                               .slot_fault = *p->slot_fault,
                               .aw_ready = *p->axi.aw.ready,
                               .w_ready = *p->axi.w.ready,
                               .ar_ready = *p->axi.ar.ready,
                               .b_valid = *p->axi.b.valid,
                               .b_resp = *p->axi.b.resp,
                               .r_valid = *p->axi.r.valid,
                               .r_resp = *p->axi.r.resp};
    memcpy(i->r_data, p->axi.r.data, sizeof i->r_data);
    memcpy(i->word, p->word[0], sizeof i->word);
}

static void apply_readies(const struct mover_pins *p, const struct mover_inputs *i) {
    *p->axi.aw.ready = i->aw_ready;
    *p->axi.w.ready = i->w_ready;
    *p->axi.ar.ready = i->ar_ready;
}

static void apply_rest(const struct mover_pins *p, const struct mover_inputs *i) {
    memcpy(p->axi.r.data, i->r_data, sizeof i->r_data);
    memcpy(p->word[0], i->word, sizeof i->word);
    *p->xcfg_rdata = i->xcfg_rdata;
    *p->cfg_data = i->cfg_data;
    *p->cfg_en = i->cfg_en;
    *p->cfg_addr = i->cfg_addr;
    *p->gnt = i->gnt;
    *p->slot_done = i->slot_done;
    *p->slot_fault = i->slot_fault;
    *p->axi.b.valid = i->b_valid;
    *p->axi.b.resp = i->b_resp;
    *p->axi.r.valid = i->r_valid;
    *p->axi.r.resp = i->r_resp;
}

static void vary(struct mover_bench *b, const struct mover_inputs *now,
                 struct mover_inputs *other) {
    const uint64_t bits = rng_next(&b->probe);
    *other = *now;
    rng_fill(&b->probe, other->r_data, 8);
    rng_fill(&b->probe, other->word, 8);
    other->xcfg_rdata = (uint32_t)rng_next(&b->probe);
    other->cfg_data = rng_next(&b->probe);
    other->cfg_addr = bits & 1 ? 0 : (uint8_t)(bits >> 8);
    other->cfg_en = !now->cfg_en;
    other->gnt = !now->gnt;
    other->slot_done = !now->slot_done;
    other->slot_fault = bits >> 16 & 15;
    other->aw_ready = !now->aw_ready;
    other->w_ready = !now->w_ready;
    other->ar_ready = !now->ar_ready;
    other->b_valid = !now->b_valid;
    other->b_resp = bits >> 20 & 3;
    other->r_valid = !now->r_valid;
    other->r_resp = bits >> 22 & 3;
}

/* What must come from flops. */
struct mover_flops {
    uint8_t valid[3], start, id, mode, beat_valid;
    uint32_t beat[8];
};

static void take_flops(const struct mover_pins *p, struct mover_flops *f) {
    f->valid[0] = *p->axi.aw.valid;
    f->valid[1] = *p->axi.w.valid;
    f->valid[2] = *p->axi.ar.valid;
    f->start = *p->start;
    f->id = *p->id;
    f->mode = *p->mode;
    f->beat_valid = *p->beat_valid;
    memcpy(f->beat, p->beat, sizeof f->beat);
}

static void judge_valids(struct mover_bench *b, const struct mover_flops *before,
                         const struct mover_flops *after) {
    static const char *const name[3] = {"m_aw", "m_w", "m_ar"};
    for (unsigned i = 0; i < 3; i++) {
        sim_evaluated(b->sim, CHECK_AXI_WAIT);
        if (before->valid[i] != after->valid[i]) {
            sim_fail(b->sim, CHECK_AXI_WAIT, name[i], "valid follows a ready within the cycle");
        }
    }
}

static void judge_slot_flops(struct mover_bench *b, const struct mover_flops *before,
                             const struct mover_flops *after) {
    sim_evaluated(b->sim, CHECK_XF_DRIVE);
    if (before->start != after->start || before->id != after->id || before->mode != after->mode ||
        before->beat_valid != after->beat_valid ||
        memcmp(before->beat, after->beat, sizeof before->beat) != 0) {
        sim_fail(b->sim, CHECK_XF_DRIVE, "slot",
                 "start, id, mode, beat or beat_valid follows an input within the cycle");
    }
}

void mover_probe(void *bench) {
    struct mover_bench *b = bench;
    const struct mover_pins *p = &b->pins;
    struct mover_inputs now, other;
    struct mover_flops before, after;
    save_inputs(p, &now);
    take_flops(p, &before);
    vary(b, &now, &other);
    apply_readies(p, &other);
    sim_settle(b->sim);
    take_flops(p, &after);
    judge_valids(b, &before, &after);
    apply_rest(p, &other);
    sim_settle(b->sim);
    take_flops(p, &after);
    judge_slot_flops(b, &before, &after);
    apply_readies(p, &now);
    apply_rest(p, &now);
    sim_settle(b->sim);
}
