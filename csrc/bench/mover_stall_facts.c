/* What holds a move of the mover alone, for its stall report (check/mover_stall.h). */
#include "bench/mover_stall_facts.h"

#include "sim/wrap.h"

/* The stand-in's bank: the oldest entry that has all its beats. */
static void explain_entry(const void *slot, struct stall_chain *chain) {
    const struct slot_stub *x = slot;
    const struct bank_entry *e = &x->spy.model.entry[x->spy.model.oldest];
    stall_link(chain, "bank",
               "the oldest of %u entries without done, id %u mode 0x%x, has all its "
               "%u beats since %s",
               x->entries, e->id, e->mode, e->beats, text_grouped(x->spy.last_beat[0]));
    stall_cause(chain,
                "occupant %u (mode 0x%x) gives no done: its entry has all %u beats since %s, "
                "and the mover waits for its words",
                e->id, e->mode, e->beats, text_grouped(x->spy.last_beat[0]));
}

static void slot_facts(const struct mover_bench *b, struct mover_stall *m) {
    const struct slot_stub *x = &b->slot;
    if (x->asked && !x->granted) {
        mover_hold(&m->grant, "outside: the slot does not grant the mover, which asks since %s",
                   text_grouped(b->asked_since));
    } else if (x->entries > 0) {
        m->done = (struct stall_explainer){explain_entry, x};
    }
}

static void memory_facts(const struct mover_bench *b, struct mover_stall *m) {
    const struct axi_channel *c = b->axi_check.channel;
    const unsigned filled =
        axi_check_writes(&b->axi_check) - axi_check_writes_unfilled(&b->axi_check);
    if (c[AXI_AW].held || c[AXI_W].held) {
        const bool aw =
            c[AXI_AW].held && !(c[AXI_W].held && c[AXI_W].held_since < c[AXI_AW].held_since);
        mover_hold(&m->write, "outside: the memory takes no %s since %s",
                   aw ? "AW (m_awready is low)" : "W beat (m_wready is low)",
                   text_grouped(c[aw ? AXI_AW : AXI_W].held_since));
    }
    if (axi_check_reads(&b->axi_check) > 0 && !c[AXI_R].valid) {
        mover_hold(&m->data, "outside: the memory owes read data since %s (%llu R beats)",
                   text_grouped(b->data_since), (unsigned long long)m->owed.read_beats);
    }
    if (c[AXI_AR].held) {
        mover_hold(&m->read, "outside: the memory takes no AR (m_arready is low) since %s",
                   text_grouped(c[AXI_AR].held_since));
    }
    if (filled > 0 && !c[AXI_B].valid) {
        mover_hold(&m->response, "outside: the memory owes write responses since %s (%u of them)",
                   text_grouped(b->response_since), filled);
    }
}

void mover_stall_note(struct mover_bench *b, bool moved) {
    const uint64_t now = b->sim->cycle;
    const unsigned reads = axi_check_reads(&b->axi_check);
    const unsigned filled =
        axi_check_writes(&b->axi_check) - axi_check_writes_unfilled(&b->axi_check);
    if (reads == 0 || b->axi.read_beat.valid) {
        b->data_since = now + 1;
    }
    if (filled == 0 || b->axi.write_response.valid) {
        b->response_since = now + 1;
    }
    if (!b->slot.asked || b->slot.granted) {
        b->asked_since = now + 1;
    }
    if (moved) {
        b->last_moved = now;
    }
}

void mover_stall_report(const struct mover_bench *b, struct failure *f) {
    struct stall_chain chain = stall_chain_into(f->report, sizeof f->report, f->cause);
    struct mover_stall m = {.regs = &b->regs,
                            .owed = mover_judge_owed(b->judge),
                            .number = b->moves,
                            .last_moved = b->last_moved};
    m.last_moved = m.last_moved < m.owed.since ? m.owed.since : m.last_moved;
    slot_facts(b, &m);
    memory_facts(b, &m);
    if (!mover_stall_explain(&m, &chain)) {
        stall_cause(&chain,
                    "inside the mover: it does nothing since %s, and nothing outside holds it",
                    text_grouped(m.last_moved));
    }
}
