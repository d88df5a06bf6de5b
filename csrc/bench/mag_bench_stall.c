/* Stall reports of the agent: what stands on the pins is put beside what the models know
 * (check/mag_stall.h). */
#include "bench/mag_bench_parts.h"
#include "check/mag_stall.h"

static struct mag_offered on_channel(const struct axi_check *c, enum axi_channel_index at,
                                     unsigned id) {
    const struct axi_channel *channel = &c->channel[at];
    return (struct mag_offered){channel->held, channel->held_since, id};
}

static unsigned owner_of_w(const struct axi_check *c) {
    return c->unfilled_used > 0 ? c->write.burst[c->unfilled[c->unfilled_head]].id
                                : (unsigned)MAG_REQUESTERS;
}

static struct mag_flit_offered on_link(const struct link_check *c) {
    struct mag_flit_offered o = {.held = c->held, .since = c->held_since};
    if (o.held) {
        flit_unpack(c->pins.data, &o.flit);
    }
    return o;
}

static struct mag_stall_pins pins_of(const struct mag_bench *b) {
    const struct axi_check *dram = &b->dram_check, *rm = &b->remote_check;
    struct mag_stall_pins p = {.ar = on_channel(dram, AXI_AR, *b->pins.dram.ar.id),
                               .aw = on_channel(dram, AXI_AW, *b->pins.dram.aw.id),
                               .w = on_channel(dram, AXI_W, owner_of_w(dram)),
                               .rm_aw = on_channel(rm, AXI_AW, MAG_MOVER),
                               .rm_w = on_channel(rm, AXI_W, MAG_MOVER),
                               .bank = &b->slot.check,
                               .lost = agent_model_stats(b->agent_model)->lost};
    p.mover = (struct mover_stall){.regs = &b->move.regs,
                                   .owed = mover_judge_owed(b->move.judge),
                                   .number = mover_judge_stats(b->move.judge)->moves,
                                   .last_moved = b->mover_moved_at};
    if (p.mover.last_moved < p.mover.owed.since) {
        p.mover.last_moved = p.mover.owed.since;
    }
    memcpy(p.response_since, b->response_since, sizeof p.response_since);
    for (unsigned i = 0; i < b->ports; i++) {
        p.in[i] = on_link(&b->in_check[i]);
        p.out[i] = on_link(&b->out_check[i]);
    }
    return p;
}

void mag_stall_note(struct mag_bench *b) {
    const uint64_t now = b->sim->cycle;
    if (b->now.mover_moved != b->move.transfers) {
        b->mover_moved_at = now;
    }
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        const bool answered =
            b->dram_events.write_response.valid && b->dram_events.write_response.id == id;
        if (answered || !axi_check_response_owed(&b->dram_check, (uint8_t)id)) {
            b->response_since[id] = now + 1;
        }
    }
}

enum about { ABOUT_ALL, ABOUT_ITEM, ABOUT_BANK };

static void explain(const struct mag_bench *b, enum about about, unsigned at,
                    struct stall_chain *chain) {
    const struct mag_watch_models models = mag_models(b);
    const struct mag_stall_pins pins = pins_of(b);
    const struct mag_stall stall = {&b->watch, &models, &b->now, &pins, b->sim->cycle};
    if (about == ABOUT_ALL) {
        mag_stall_explain(&stall, chain);
    } else if (about == ABOUT_ITEM) {
        mag_stall_explain_item(&stall, at, chain);
    } else {
        mag_stall_explain_bank(&stall, chain);
    }
}

void mag_stall_report(const struct mag_bench *b, struct failure *f) {
    if (f) {
        struct stall_chain chain = stall_chain_into(f->report, sizeof f->report, f->cause);
        explain(b, ABOUT_ALL, 0, &chain);
    }
}

void mag_stall_report_item(const struct mag_bench *b, unsigned at, struct failure *f) {
    if (f) {
        struct stall_chain chain = stall_chain_into(f->report, sizeof f->report, f->cause);
        explain(b, ABOUT_ITEM, at, &chain);
    }
}

void mag_stall_explain_late_entry(const void *bench, struct stall_chain *chain) {
    explain(bench, ABOUT_BANK, 0, chain);
}

void mag_stall_note_lost(struct mag_bench *b) {
    struct failure *f = &b->sim->failure;
    const uint64_t lost = agent_model_stats(b->agent_model)->lost;
    b->sim->seen.control_lost = lost;
    if (!f->set || b->lost_noted) {
        return;
    }
    b->lost_noted = true;
    if (f->report[0] == '\0') {
        struct stall_chain chain = stall_chain_into(f->report, sizeof f->report, f->cause);
        mag_stall_lost(&b->watch, lost, &chain);
    }
}
