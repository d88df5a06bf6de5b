#include "observe/transaction_log.h"

#include "observe/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { REMOTE_MARK = 4 }; /* rsvd[2] */

static void add_row(struct transaction_port *p, const struct transaction *t, uint64_t until,
                    bool cut_by_reset) {
    struct transaction_log *log = p->log;
    const struct transaction_row row = {*t, until, p->number, cut_by_reset};
    if (log->ended) {
        log->ended(log->context, &row);
    }
    if (log->rows == TRANSACTION_ROWS_MAX) {
        log->left_out++;
        return;
    }
    if (log->rows == log->room) {
        log->room = log->room == 0 ? 1024 : 2 * log->room;
        log->row = grown(log->row, log->room * sizeof *log->row);
    }
    log->row[log->rows++] = row;
}

static void on_ended(void *context, const struct transaction *t) {
    add_row(context, t, transaction_done(t) ? t->last : t->last_data, false);
}

static void add_open(struct transaction_port *p, uint64_t until, bool cut_by_reset) {
    const size_t count = transactions_open_count(p->books);
    for (size_t i = 0; i < count; i++) {
        add_row(p, transactions_open(p->books, i), until, cut_by_reset);
    }
}

static void open_port(struct transaction_log *log, const struct link_pins *in,
                      const struct link_pins *out, bool ap_decode, unsigned mesh_id) {
    struct transaction_port *p = &log->port[log->ports];
    p->log = log;
    p->number = (uint8_t)log->ports++;
    p->in = in;
    p->out = out;
    const struct transactions_config config = {
        .mesh_id = (uint8_t)mesh_id, .ap_decode = ap_decode, .ended = on_ended, .context = p};
    p->books = transactions_new(&config);
    if (!p->books) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
}

void transaction_log_open(struct transaction_log *log, const struct sim *s) {
    const struct dut *d = s->dut;
    const struct dut_type *type = d->type;
    log->sim = s;
    if (type->kind == DUT_MEM_PORT) {
        open_port(log, &d->pins.mem_port.in, &d->pins.mem_port.out, type->mem_port.ap_decode != 0,
                  type->mem_port.mesh_id);
    } else if (type->kind == DUT_MAG) {
        for (unsigned i = 0; i < type->mag.ports; i++) {
            open_port(log, &d->pins.mag.noc_in[i], &d->pins.mag.noc_out[i], type->mover.stage != 0,
                      type->mover.mesh_id);
            log->port[i].in_agent = true;
            log->port[i].interlink = type->mover.ilink != 0;
            log->port[i].at = (struct position){(uint8_t)type->mag.x[i], (uint8_t)type->mag.y[i]};
        }
    }
}

static bool moves(const struct link_pins *p) {
    return *p->valid && !*p->busy;
}

/* Answers before requests: none is answered in the cycle that accepts it. */
static void look(struct transaction_port *p, uint64_t cycle) {
    struct flit f;
    if (moves(p->out)) {
        flit_unpack(p->out->data, &f);
        if (!p->in_agent || (f.src_x == p->at.x && f.src_y == p->at.y)) {
            transactions_emit(p->books, &f, cycle);
        }
    }
    if (moves(p->in)) {
        flit_unpack(p->in->data, &f);
        if (!p->interlink || !(f.rsvd & REMOTE_MARK)) {
            transactions_accept(p->books, &f, cycle);
        }
    }
}

void transaction_log_cycle(struct transaction_log *log) {
    const struct sim *s = log->sim;
    for (unsigned i = 0; i < log->ports; i++) {
        struct transaction_port *p = &log->port[i];
        if (!s->in_reset) {
            look(p, s->cycle);
        } else if (transactions_open_count(p->books) > 0) {
            add_open(p, s->cycle, true);
            transactions_reset(p->books);
        }
    }
}

static int by_acceptance(const void *a, const void *b) {
    const struct transaction_row *x = a, *y = b;
    if (x->t.accepted != y->t.accepted) {
        return x->t.accepted < y->t.accepted ? -1 : 1;
    }
    return (int)x->port - (int)y->port;
}

void transaction_log_close(struct transaction_log *log) {
    for (unsigned i = 0; i < log->ports; i++) {
        struct transaction_port *p = &log->port[i];
        add_open(p, log->sim->cycle, false);
        log->unmatched += transactions_unmatched(p->books);
        transactions_free(p->books);
        p->books = NULL;
    }
    if (log->rows > 0) {
        qsort(log->row, log->rows, sizeof *log->row, by_acceptance);
    }
    log->sim = NULL;
}

void transaction_log_free(struct transaction_log *log) {
    free(log->row);
    log->row = NULL;
}

const char *transaction_outcome(const struct transaction_row *row) {
    static const char *const dropped[] = {
        [TRANSACTION_APERTURE] = "aperture", [TRANSACTION_LONG_WRITE] = "too long"};
    if (row->t.drop != TRANSACTION_SERVED) {
        return dropped[row->t.drop];
    }
    if (transaction_done(&row->t)) {
        return "answered";
    }
    return row->cut_by_reset ? "reset" : "open";
}

const char *transaction_kind_name(enum transaction_kind kind) {
    static const char *const names[TRANSACTION_KINDS] = {"read", "run", "write"};
    return names[kind];
}
