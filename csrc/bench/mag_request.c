#include "bench/mag_request.h"

#include "bench/request_flit.h"

/* ---- addresses ------------------------------------------------------------------------------- */

#define SPECIAL (UINT64_C(1) << 39)

uint64_t mag_aperture_addr(unsigned mesh, unsigned index, uint64_t offset) {
    return SPECIAL | (uint64_t)mesh << 36 | (uint64_t)index << 32 | offset;
}

uint64_t mag_staging_addr(const struct mag_bench *b, uint64_t offset) {
    return mag_aperture_addr(b->type->mover.mesh_id, 0, offset);
}

uint64_t mag_dram_addr(unsigned mesh, uint64_t offset) {
    return (uint64_t)mesh << 36 | offset;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Tagged words say who wrote them and in which order. */
void mag_fresh_word(struct mag_bench *b, unsigned who, struct word *w) {
    request_data(&b->contents, &b->data, &b->fill_counter, 0xda000000 | who << 8, w);
}

/* ---- memory requests ------------------------------------------------------------------------- */

bool mag_send(struct mag_bench *b, unsigned p, unsigned e, struct flit *f) {
    uint32_t bits[FLIT_WORDS];
    f->src_x = b->endpoint[e].x;
    f->src_y = b->endpoint[e].y;
    flit_pack(f, bits);
    return link_source_push(&b->in[p], e, bits);
}

static struct rng *noise(struct mag_bench *b) {
    return b->scribble ? &b->data : NULL;
}

/* The marker is read before the type is. */
static struct flit request(struct mag_bench *b, unsigned p, enum flit_type type, uint8_t txn) {
    const struct position port = {(uint8_t)b->type->mag.x[p], (uint8_t)b->type->mag.y[p]};
    return request_flit(port, type, txn, noise(b), b->type->mover.ilink ? 3 : 7);
}

bool mag_read(struct mag_bench *b, unsigned p, unsigned e, uint8_t txn,
              const struct descriptor *d) {
    struct flit f = request(b, p, FLIT_MEM_RD_REQ, txn);
    request_read_payload(d, noise(b), &f.payload);
    return mag_send(b, p, e, &f);
}

bool mag_read_plain(struct mag_bench *b, unsigned p, unsigned e, uint8_t txn, uint64_t addr,
                    unsigned beats) {
    const struct descriptor d = {.addr = addr, .len = (uint8_t)(beats - 1)};
    return mag_read(b, p, e, txn, &d);
}

bool mag_read_run(struct mag_bench *b, unsigned p, unsigned e, uint8_t txn, uint64_t addr,
                  unsigned entries, unsigned words) {
    const struct descriptor d = {.addr = addr,
                                 .flags = FLAG_STREAM,
                                 .count = (uint8_t)entries,
                                 .entry_words = (uint8_t)words};
    return mag_read(b, p, e, txn, &d);
}

bool mag_write(struct mag_bench *b, unsigned p, unsigned e, uint8_t txn, uint64_t addr,
               unsigned beats, const struct word *data) {
    const struct descriptor d = {.addr = addr, .len = (uint8_t)(beats - 1)};
    if (link_source_space(&b->in[p], e) < beats + 1) {
        return false;
    }
    struct flit f = request(b, p, FLIT_MEM_WR_REQ, txn);
    request_write_payload(&d, noise(b), &f.payload);
    mag_send(b, p, e, &f);
    for (unsigned i = 0; i < beats; i++) {
        f = request(b, p, FLIT_MEM_WR_DATA, txn);
        if (!b->scribble) {
            f.last = i + 1 == beats;
        }
        if (data != NULL) {
            f.payload = data[i];
        } else {
            mag_fresh_word(b, e, &f.payload);
        }
        mag_send(b, p, e, &f);
    }
    return true;
}

/* ---- passed-on flits ------------------------------------------------------------------------- */

bool mag_agent_send(struct mag_bench *b, const struct flit *f) {
    uint32_t bits[FLIT_WORDS];
    flit_pack(f, bits);
    return link_source_push(&b->agent_tx, 0, bits);
}

bool mag_inject(struct mag_bench *b, unsigned injector, const struct flit *f) {
    uint32_t bits[FLIT_WORDS];
    flit_pack(f, bits);
    return link_source_push(&b->inject, injector, bits);
}

static struct flit to_port(const struct mag_bench *b, unsigned p, enum flit_type type) {
    return (struct flit){.dst_x = (uint8_t)b->type->mag.x[p],
                         .dst_y = (uint8_t)b->type->mag.y[p],
                         .type = (uint8_t)type,
                         .last = 1};
}

bool mag_signal(struct mag_bench *b, unsigned p, unsigned e, uint8_t code, uint32_t arg) {
    const struct cu_signal signal = {.code = code, .arg = arg};
    struct flit f = to_port(b, p, FLIT_CU_SIGNAL);
    cu_signal_pack(&signal, &f.payload);
    return mag_send(b, p, e, &f);
}

bool mag_ctrl(struct mag_bench *b, unsigned p, unsigned e, const struct cu_ctrl *ctrl) {
    struct flit f = to_port(b, p, FLIT_CU_CTRL);
    cu_ctrl_pack(ctrl, &f.payload);
    return mag_send(b, p, e, &f);
}

/* Flit `index` of a burst, 0 the descriptor; header destination, source and markers not set. */
static struct flit cu_flit(struct mag_bench *b, const struct mag_cu_burst *burst, unsigned index) {
    struct flit f = {.type = FLIT_CU_DATA, .last = index == burst->beats};
    if (index == 0) {
        struct cu_data_descriptor d = burst->descriptor;
        d.len = (uint8_t)(burst->beats - 1);
        cu_data_descriptor_pack(&d, &f.payload);
    } else if (burst->data != NULL) {
        f.payload = burst->data[index - 1];
    } else {
        mag_fresh_word(b, 0xcd, &f.payload);
    }
    return f;
}

bool mag_cu_burst(struct mag_bench *b, unsigned p, unsigned e, const struct mag_cu_burst *burst) {
    if (link_source_space(&b->in[p], e) < burst->beats + 1) {
        return false;
    }
    for (unsigned i = 0; i <= burst->beats; i++) {
        struct flit f = cu_flit(b, burst, i);
        f.dst_x = (uint8_t)(burst->remote ? b->type->mag.x[p] : burst->dst.x);
        f.dst_y = (uint8_t)(burst->remote ? b->type->mag.y[p] : burst->dst.y);
        if (burst->remote) {
            f.rsvd = 4 | burst->mesh;
            f.txn = (uint8_t)(burst->dst.y << 4 | burst->dst.x);
        }
        mag_send(b, p, e, &f);
    }
    return true;
}

bool mag_inject_cu_burst(struct mag_bench *b, unsigned injector, struct position from,
                         const struct mag_cu_burst *burst) {
    if (link_source_space(&b->inject, injector) < burst->beats + 1) {
        return false;
    }
    for (unsigned i = 0; i <= burst->beats; i++) {
        struct flit f = cu_flit(b, burst, i);
        f.dst_x = burst->dst.x;
        f.dst_y = burst->dst.y;
        f.src_x = from.x;
        f.src_y = from.y;
        mag_inject(b, injector, &f);
    }
    return true;
}

/* ---- host and interlink ---------------------------------------------------------------------- */

bool mag_host_read(struct mag_bench *b, uint8_t id, uint64_t addr, unsigned beats) {
    const struct axi_host_request r = axi_host_incr(id, addr, beats);
    return axi_host_read(&b->host, &r);
}

static bool push_write(struct mag_bench *b, struct axi_host *h, unsigned who, uint8_t id,
                       uint64_t addr, unsigned beats, const struct word *data,
                       const uint32_t *strb) {
    const struct axi_host_request r = axi_host_incr(id, addr, beats);
    struct word fresh[AXI_HOST_BEATS];
    if (axi_host_writes(h) == AXI_HOST_WRITES) {
        return false;
    }
    for (unsigned i = 0; data == NULL && i < beats; i++) {
        mag_fresh_word(b, who, &fresh[i]);
    }
    return axi_host_write(h, &r, data != NULL ? data : fresh, strb);
}

bool mag_host_write(struct mag_bench *b, uint8_t id, uint64_t addr, unsigned beats,
                    const struct word *data, const uint32_t *strb) {
    return push_write(b, &b->host, 0xf0, id, addr, beats, data, strb);
}

bool mag_ri_write(struct mag_bench *b, uint8_t id, uint64_t addr, unsigned beats,
                  const struct word *data, const uint32_t *strb) {
    return push_write(b, &b->inbound, 0xf1, id, addr, beats, data, strb);
}

void mag_upload(struct mag_bench *b, uint64_t addr, const struct word *data, size_t words) {
    enum { PAGE_WORDS = 4096 / WORD_BYTES };
    size_t done = 0;
    while (done < words) {
        const size_t in_page = PAGE_WORDS - addr / WORD_BYTES % PAGE_WORDS;
        const size_t n = words - done < in_page ? words - done : in_page;
        while (!mag_host_write(b, (uint8_t)(done / PAGE_WORDS % 16), addr, (unsigned)n, data + done,
                               NULL)) {
            sim_cycle(b->sim);
        }
        addr += n * WORD_BYTES;
        done += n;
    }
    while (axi_host_writes(&b->host) > 0) {
        sim_cycle(b->sim);
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

struct walker mag_line(uint64_t base, unsigned count, int32_t stride) {
    struct walker w = {.base = base & WALKER_ADDR_MASK, .ndim = 1};
    w.dim[0] = (struct walker_dim){.count = (uint16_t)count, .stride = stride};
    return w;
}

struct mover_regs mag_copy(uint64_t src, uint64_t dst, unsigned words) {
    return (struct mover_regs){
        .mode = MOVER_COPY,
        .walker = {mag_line(src, words, WORD_BYTES), mag_line(dst, words, WORD_BYTES)}};
}

struct mover_regs mag_fill_move(uint64_t dst, unsigned words, unsigned width, uint32_t immediate) {
    return (struct mover_regs){.mode = MOVER_FILL,
                               .width = (uint8_t)width,
                               .walker = {{0}, mag_line(dst, words, WORD_BYTES)},
                               .immediate = immediate};
}

struct mover_regs mag_transform(const struct mag_bench *b, unsigned id, unsigned mode, uint64_t src,
                                uint64_t dst, unsigned entries) {
    const struct bank_geometry g = bank_model_geometry(&b->slot.check.model, id);
    return (struct mover_regs){
        .mode = MOVER_TRANSFORM,
        .walker = {mag_line(src, entries * g.in_beats, WORD_BYTES),
                   mag_line(dst, entries, (int32_t)(g.out_words * WORD_BYTES))},
        .xform_id = (uint8_t)id,
        .xform_mode = (uint8_t)mode};
}

bool mag_go(struct mag_bench *b, const struct mover_regs *regs) {
    return mover_driver_go(&b->mover, regs, 0);
}

bool mag_mover_write(struct mag_bench *b, unsigned reg, uint64_t data) {
    return mover_driver_write(&b->mover, reg, data);
}

bool mag_mover_poke(struct mag_bench *b, unsigned reg, uint64_t data) {
    return mover_driver_write_any_time(&b->mover, reg, data);
}

unsigned mag_move(struct mag_bench *b, const struct mover_regs *regs) {
    while (!mag_go(b, regs)) {
        sim_cycle(b->sim);
    }
    mag_wait_move(b);
    return *b->pins.mv_fault;
}
