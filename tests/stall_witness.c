#include "stall_witness.h"

#include "sim/wrap.h"

#include <stdlib.h>
#include <string.h>

/* ---- at the pins ----------------------------------------------------------------------------- */

static unsigned endpoint_at(const struct stall_witness *w, unsigned x, unsigned y) {
    unsigned e = 0;
    while (e < MEM_PORT_ENDPOINTS && (w->endpoint[e].x != x || w->endpoint[e].y != y)) {
        e++;
    }
    return e;
}

static void see_flits(struct stall_witness *w, const struct mem_port_pins *p) {
    struct flit f;
    if (*p->in.valid && !*p->in.busy) {
        flit_unpack(p->in.data, &f);
        const unsigned e = endpoint_at(w, f.src_x, f.src_y);
        if (f.type == FLIT_MEM_WR_DATA) {
            w->data[e] = w->sim->cycle;
        } else {
            w->request[e] = w->sim->cycle;
            w->first[e] = w->asked[e] ? w->first[e] : w->sim->cycle;
            w->asked[e] = true;
        }
    }
    if (*p->out.valid && !*p->out.busy) {
        flit_unpack(p->out.data, &f);
        const unsigned e = endpoint_at(w, f.dst_x, f.dst_y);
        if (e < MEM_PORT_ENDPOINTS) {
            w->answer[e] = w->sim->cycle;
        }
    }
}

static void see_axi(struct stall_witness *w, const struct axi_pins *p) {
    w->beats_owed += *p->ar.valid && *p->ar.ready ? *p->ar.len + 1u : 0;
    w->bursts += *p->aw.valid && *p->aw.ready;
    w->last_beats += *p->w.valid && *p->w.ready && *p->w.last;
}

static void see_holds(struct stall_witness *w, const struct mem_port_pins *p) {
    const struct axi_pins *a = &p->axi;
    const bool held[HOLDS] = {
        [HOLD_OUT] = *p->out.valid && *p->out.busy,
        [HOLD_AR] = *a->ar.valid && !*a->ar.ready,
        [HOLD_R] = w->beats_owed > 0 && !*a->r.valid,
        [HOLD_AW] = *a->aw.valid && !*a->aw.ready,
        [HOLD_W] = *a->w.valid && !*a->w.ready,
        [HOLD_B] = w->bursts > 0 && w->last_beats > 0 && !*a->b.valid,
        [HOLD_IN] = *p->in.valid && *p->in.busy,
    };
    for (unsigned i = 0; i < HOLDS; i++) {
        if (held[i] && !w->held[i]) {
            w->since[i] = w->sim->cycle;
        }
        w->held[i] = held[i];
    }
}

static void see_answers(struct stall_witness *w, const struct axi_pins *p) {
    w->beats_owed -= *p->r.valid && *p->r.ready;
    if (*p->b.valid && *p->b.ready) {
        w->bursts--;
        w->last_beats--;
    }
}

static void see(void *self) {
    struct stall_witness *w = self;
    const struct mem_port_pins *p = &w->bench->pins;
    if (w->sim->in_reset) {
        return;
    }
    see_flits(w, p);
    see_axi(w, &p->axi);
    see_holds(w, p);
    see_answers(w, &p->axi);
}

void stall_witness_attach(struct stall_witness *w, struct mem_port_bench *b) {
    memset(w, 0, sizeof *w);
    w->sim = b->sim;
    w->bench = b;
    w->slots = b->type->mem_port.wr_slots;
    memcpy(w->endpoint, b->endpoint, sizeof w->endpoint);
    sim_observe(b->sim, &(struct observer){.cycle = see, .self = w});
}

/* ---- in words -------------------------------------------------------------------------------- */

static void say_hold(const struct stall_witness *w, const char *mark, struct text *t) {
    static const char *const name[HOLDS] = {"{out}", "{ar}", "{r}", "{aw}", "{w}", "{b}", "{in}"};
    for (unsigned i = 0; i < HOLDS; i++) {
        if (strncmp(mark, name[i], strlen(name[i])) == 0) {
            text_add(t, "%s", w->held[i] ? text_grouped(w->since[i]) : "(not held)");
        }
    }
}

static void say_endpoint(const struct stall_witness *w, char what, unsigned e, struct text *t) {
    switch (what) {
    case 'e':
        text_add(t, "(%u,%u)", w->endpoint[e].x, w->endpoint[e].y);
        break;
    case 'q':
        text_add(t, "%s", text_grouped(w->first[e]));
        break;
    case 'r':
        text_add(t, "%s", text_grouped(w->request[e]));
        break;
    case 'd':
        text_add(t, "%s", text_grouped(w->data[e]));
        break;
    default:
        text_add(t, "%s", text_grouped(w->answer[e]));
        break;
    }
}

void stall_witness_say(const struct stall_witness *w, const char *pattern, char *buf, size_t size) {
    struct text t = text_into(buf, size);
    for (const char *p = pattern; *p; p++) {
        char *end;
        if (*p != '{') {
            text_add(&t, "%c", *p);
            continue;
        }
        const unsigned long e = strtoul(p + 2, &end, 10);
        if (p[1] == 's' || (p[1] == 'o' && p[2] == 'p')) {
            text_add(&t, "%u", w->slots + (p[1] == 'o'));
        } else if (end > p + 2 && e < MEM_PORT_ENDPOINTS) {
            say_endpoint(w, p[1], (unsigned)e, &t);
        } else {
            say_hold(w, p, &t);
        }
        p += strcspn(p, "}");
    }
}
