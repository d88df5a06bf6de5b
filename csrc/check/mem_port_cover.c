#include "check/mem_port_cover.h"

#include "bins.h"
#include "check/mem_port_judge.h"

#include <string.h>

enum { PAGE_BYTES = 4096, WRITE_BEATS = 8, STAGES_LISTED = 256 };

#define WINDOW (UINT64_C(1) << 36)

enum request_kind { PLAIN, RUN, RUN_PEERS, WRITE };
enum answer_kind { PLAIN_WORD, RUN_WORD, PEER_WORD, ACK };

void mem_port_cover_init(struct mem_port_cover *c, const struct mem_port_params *params) {
    memset(c, 0, sizeof *c);
    c->params = params;
}

static void hit(struct mem_port_judge *j, enum bin_group group, unsigned a, unsigned b,
                unsigned c) {
    sim_bin(j->sim, bin_at(group, a, b, c, 0));
}

/* ---- what a request asks for ----------------------------------------------------------------- */

static enum request_kind kind_of(bool write, const struct descriptor *d) {
    if (write) {
        return WRITE;
    }
    if (!descriptor_streams(d)) {
        return PLAIN;
    }
    return d->n_peer ? RUN_PEERS : RUN;
}

static unsigned words_of(enum request_kind kind, const struct descriptor *d) {
    if (kind == RUN || kind == RUN_PEERS) {
        return descriptor_entries(d) * descriptor_entry_words(d);
    }
    return d->len + 1u;
}

/* Inside 4 KB, up to its end, or across. */
static unsigned page_of(uint64_t addr, unsigned words) {
    const unsigned first = (unsigned)(addr % PAGE_BYTES) / WORD_BYTES * WORD_BYTES;
    const unsigned end = first + words * WORD_BYTES;
    return end < PAGE_BYTES ? 0 : end == PAGE_BYTES ? 1 : 2;
}

static void count_shape(struct mem_port_judge *j, enum request_kind kind,
                        const struct descriptor *d) {
    static const unsigned plain[] = {1, 2, 15, 16, 255, 256}, entries[] = {0, 1, 2, 254, 255};
    static const unsigned beats[] = {1, WRITE_BEATS - 1, WRITE_BEATS, 256};
    const unsigned words = words_of(kind, d), page = page_of(d->addr, words);
    if (kind == PLAIN) {
        hit(j, BINS_MEM_PLAIN, bin_class(words, plain), page, 0);
    } else if (kind == WRITE) {
        hit(j, BINS_MEM_WRITE, bin_class(words, beats), page, 0);
    } else {
        const unsigned size = d->entry_words > ENTRY_WORDS_MAX ? 5 : d->entry_words;
        hit(j, BINS_MEM_RUN, bin_class(d->count, entries), size, d->n_peer);
        hit(j, BINS_MEM_RUN_PAGE, kind == RUN_PEERS, page, 0);
    }
}

static void count_aperture(struct mem_port_judge *j, enum request_kind kind, uint64_t addr) {
    const struct mem_port_params *p = j->cover.params;
    if ((addr >> 39 & 1) == 0) {
        return;
    }
    unsigned what = 3;
    if (p->ap_decode) {
        what = (addr >> 36 & 3) != p->mesh_id ? 2 : (addr >> 32 & 15) != 0;
    }
    hit(j, BINS_MEM_REFUSED, kind, what, 0);
}

/* ---- what else is going on ------------------------------------------------------------------- */

static bool same_place(struct position at, const struct flit *f) {
    return at.x == f->src_x && at.y == f->src_y;
}

static unsigned state_of(const struct transaction *t) {
    const enum request_kind kind = kind_of(t->kind == TRANSACTION_WRITE, &t->descriptor);
    return kind == WRITE && t->data_received == t->data_owed ? WRITE + 1u : kind;
}

static bool overlap(const struct descriptor *a, unsigned words_a, const struct descriptor *b,
                    unsigned words_b) {
    const uint64_t at_a = a->addr % WINDOW, at_b = b->addr % WINDOW;
    return at_a < at_b + words_b * WORD_BYTES && at_b < at_a + words_a * WORD_BYTES;
}

static void count_open(struct mem_port_judge *j, const struct flit *f, enum request_kind kind,
                       const struct descriptor *d) {
    const struct transactions *books = j->requesters.books;
    const size_t count = transactions_open_count(books);
    for (size_t i = 0; i < count; i++) {
        const struct transaction *t = transactions_open(books, i);
        if (t->drop != TRANSACTION_SERVED) {
            continue;
        }
        const unsigned state = state_of(t), same = same_place(t->source, f);
        hit(j, BINS_MEM_PAIR, kind, state, same);
        if (overlap(d, words_of(kind, d), &t->descriptor,
                    words_of(kind_of(state >= WRITE, &t->descriptor), &t->descriptor))) {
            hit(j, BINS_MEM_OVERLAP, kind == WRITE, state >= WRITE, same);
        }
    }
}

static void count_held(struct mem_port_judge *j, enum request_kind kind) {
    const struct axi_pins *p = &j->pins.axi;
    const bool held[] = {
        *p->ar.valid && !*p->ar.ready,
        axi_check_reads(&j->axi_check) > 0 && !*p->r.valid,
        *p->aw.valid && !*p->aw.ready,
        *p->w.valid && !*p->w.ready,
        axi_check_writes(&j->axi_check) > axi_check_writes_unfilled(&j->axi_check) && !*p->b.valid,
    };
    for (unsigned i = 0; i < sizeof held / sizeof *held; i++) {
        if (held[i]) {
            hit(j, BINS_MEM_HELD, kind, i, 0);
        }
    }
}

static void count_slots(struct mem_port_judge *j) {
    const unsigned slots = j->cover.params->wr_slots;
    const unsigned held = mem_port_model_room(j->model).held_slots;
    unsigned cell = held == 0 ? 0 : 1;
    if (held > 0 && held + 1 >= slots) {
        cell = held < slots ? 2 : 3;
    }
    hit(j, BINS_MEM_SLOTS, cell, mem_port_model_intake(j->model).open_sources > 0, 0);
}

/* Which intake may be near full, and whether the oldest write waits for a slot. */
static void count_intake(struct mem_port_judge *j, enum request_kind kind) {
    const struct mem_port_room room = mem_port_model_room(j->model);
    hit(j, BINS_MEM_INTAKE, kind, (unsigned)!room.few_reads | (unsigned)!room.few_writes << 1,
        mem_port_model_intake(j->model).blocked);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void accept_request(struct mem_port_judge *j, const struct flit *f) {
    struct mem_port_cover *c = &j->cover;
    const struct transactions_config *books = &j->requesters.config.books;
    struct descriptor d;
    descriptor_unpack(&f->payload, &d);
    const enum request_kind kind = kind_of(f->type == FLIT_MEM_WR_REQ, &d);
    count_aperture(j, kind, d.addr);
    if (transactions_refuses(books, d.addr)) {
        return;
    }
    count_shape(j, kind, &d);
    if (kind == WRITE && d.len >= WRITE_BEATS) {
        return;
    }
    count_open(j, f, kind, &d);
    count_held(j, kind);
    count_intake(j, kind);
    hit(j, BINS_MEM_ACCEPT, kind, c->waited, *j->pins.out.valid && *j->pins.out.busy);
    if (kind == WRITE) {
        count_slots(j);
    }
    if (c->ended && c->ended_at == j->sim->cycle) {
        hit(j, BINS_MEM_LAST, c->ended_kind, kind, 0);
    }
}

static bool is_awaited(const struct mem_port_judge *j, const struct flit *f) {
    const struct transactions *books = j->requesters.books;
    for (size_t i = 0; i < transactions_open_count(books); i++) {
        const struct transaction *t = transactions_open(books, i);
        if (t->data_received < t->data_owed && same_place(t->source, f)) {
            return true;
        }
    }
    return false;
}

/* The cell of a flit that a port has nothing to do for. */
static unsigned stray_cell(unsigned type) {
    return type < FLIT_MEM_WR_DATA ? type - FLIT_MEM_RD_RESP + 1 : type - FLIT_CU_INST + 3;
}

void mem_port_cover_accept(struct mem_port_judge *j, const struct flit *f) {
    if (f->type == FLIT_MEM_RD_REQ || f->type == FLIT_MEM_WR_REQ) {
        accept_request(j, f);
    } else if (f->type != FLIT_MEM_WR_DATA) {
        hit(j, BINS_MEM_STRAY, stray_cell(f->type), 0, 0);
    } else if (!is_awaited(j, f)) {
        hit(j, BINS_MEM_STRAY, 0, 0, 0);
    }
}

static enum answer_kind answer_of(const struct transaction *t, const struct flit *f) {
    if (t->kind == TRANSACTION_WRITE) {
        return ACK;
    }
    if (t->kind == TRANSACTION_READ) {
        return PLAIN_WORD;
    }
    return t->source.x == f->dst_x && t->source.y == f->dst_y ? RUN_WORD : PEER_WORD;
}

static void count_answer(struct mem_port_judge *j, enum answer_kind kind) {
    struct mem_port_cover *c = &j->cover;
    const uint64_t now = j->sim->cycle;
    if (c->answered) {
        hit(j, BINS_MEM_NEXT, c->answer, kind, now != c->answered_at + 1);
    }
    c->answered = true;
    c->answer = kind;
    c->answered_at = now;
}

void mem_port_cover_ended(struct mem_port_judge *j, const struct transaction *t) {
    struct mem_port_cover *c = &j->cover;
    if (t->drop != TRANSACTION_SERVED) {
        return;
    }
    c->ended = true;
    c->ended_at = j->sim->cycle;
    c->ended_kind = kind_of(t->kind == TRANSACTION_WRITE, &t->descriptor);
}

void mem_port_cover_emit(struct mem_port_judge *j, const struct flit *f) {
    struct mem_port_cover *c = &j->cover;
    const struct transactions *books = j->requesters.books;
    if (c->ended && c->ended_at == j->sim->cycle) {
        static const enum answer_kind last[] = {PLAIN_WORD, RUN_WORD, PEER_WORD, ACK};
        count_answer(j, last[c->ended_kind]);
        return;
    }
    for (size_t i = 0; i < transactions_open_count(books); i++) {
        const struct transaction *t = transactions_open(books, i);
        if (t->received > 0 && t->last == j->sim->cycle) {
            count_answer(j, answer_of(t, f));
            return;
        }
    }
}

void mem_port_cover_reset(struct mem_port_judge *j) {
    static struct mem_port_request request[STAGES_LISTED];
    static const unsigned cell[] = {
        [STAGE_AR] = 1, [STAGE_R] = 2, [STAGE_DATA] = 3,  [STAGE_SLOT] = 4, [STAGE_AW] = 5,
        [STAGE_W] = 6,  [STAGE_B] = 7, [STAGE_ORDER] = 8, [STAGE_OUT] = 9,
    };
    const size_t count = mem_port_model_requests(j->model, request, STAGES_LISTED);
    for (size_t i = 0; i < count; i++) {
        hit(j, BINS_MEM_RESET, cell[request[i].stage], 0, 0);
    }
    if (count == 0 && j->sim->cycle > 0) {
        hit(j, BINS_MEM_RESET, 0, 0, 0);
    }
    mem_port_cover_init(&j->cover, j->cover.params);
}

void mem_port_cover_cycle(struct mem_port_judge *j) {
    static const unsigned some[] = {0, 1, 4, UINT32_MAX};
    hit(j, BINS_MEM_AT_ONCE, bin_class(axi_check_reads(&j->axi_check), some),
        bin_class(axi_check_writes(&j->axi_check), some), 0);
    j->cover.waited = *j->pins.in.valid && *j->pins.in.busy;
}
