/* The levels of an agent's work that its pins do not show: of each port and of each requester of
 * memory. Knows the bench's models; changes nothing. */
#include "bench/mag_bench_parts.h"

struct list {
    struct gauge *at;
    unsigned count;
};

static void add(struct list *l, const char *name, uint32_t value, uint32_t capacity) {
    l->at[l->count++] = (struct gauge){name, value, capacity};
}

static void add_port(struct list *l, const struct mag_bench *b, unsigned port) {
    static const char *const name[MAG_PORTS][5] = {
#define PORT(n)                                                                                    \
    {"port" n " reads unfinished", "port" n " write slots", "port" n " write flits queued",        \
     "port" n " reads at memory", "port" n " writes at memory"}
        PORT("0"), PORT("1"), PORT("2"), PORT("3")
#undef PORT
    };
    const struct mag_params *p = &b->type->mag;
    const struct mem_port_room room = mem_port_model_room(b->port_model[port]);
    add(l, name[port][0], room.unserved_reads, 0);
    add(l, name[port][1], room.held_slots, p->wr_slots);
    add(l, name[port][2], room.write_backlog, p->q_depth);
    add(l, name[port][3], b->reads_out[port], 0);
    add(l, name[port][4], b->writes_out[port], 0);
}

unsigned mag_gauges(void *bench, struct gauge out[GAUGES_MAX]) {
    const struct mag_bench *b = bench;
    struct list l = {out, 0};
    for (unsigned port = 0; port < b->ports; port++) {
        add_port(&l, b, port);
    }
    add(&l, "mover words left", (uint32_t)mover_judge_owed(b->move.judge).writes_left, 0);
    add(&l, "mover reads at memory", b->reads_out[MAG_MOVER], 0);
    add(&l, "mover writes at memory", b->writes_out[MAG_MOVER], 0);
    add(&l, "entries owed", bank_model_pending(&b->slot.check.model), 0);
    add(&l, "host reads", window_model_reads(b->host_model), 0);
    add(&l, "host writes", window_model_writes(b->host_model), 0);
    add(&l, "inbound writes", window_model_writes(b->inbound_model), 0);
    return l.count;
}
