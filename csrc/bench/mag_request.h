/* What a scenario asks of the agent: requests of endpoints, control traffic, unit-to-unit bursts,
 * host and interlink bursts, moves. All of them queue work for the BFMs and return at once; false:
 * the queue is full and nothing happened. */
#ifndef CSRC_BENCH_MAG_REQUEST_H
#define CSRC_BENCH_MAG_REQUEST_H

#include "bench/mag_bench.h"

/* ---- addresses ------------------------------------------------------------------------------- */

/* Byte `offset` of the own mesh's staging store; of aperture `index` of mesh `mesh`; of the DRAM of
 * mesh `mesh`. */
uint64_t mag_staging_addr(const struct mag_bench *b, uint64_t offset);
uint64_t mag_aperture_addr(unsigned mesh, unsigned index, uint64_t offset);
uint64_t mag_dram_addr(unsigned mesh, uint64_t offset);

/* ---- memory requests of endpoints ------------------------------------------------------------ */

/* A read from endpoint `e` at port `p`; the descriptor is sent as it is. */
bool mag_read(struct mag_bench *b, unsigned p, unsigned e, uint8_t txn, const struct descriptor *d);
bool mag_read_plain(struct mag_bench *b, unsigned p, unsigned e, uint8_t txn, uint64_t addr,
                    unsigned beats);
/* `entries` and `words` as they are in the descriptor: 0 means 1 and 4. */
bool mag_read_run(struct mag_bench *b, unsigned p, unsigned e, uint8_t txn, uint64_t addr,
                  unsigned entries, unsigned words);
/* A write of `beats` (1-256) words; `data` NULL: fresh ones. */
bool mag_write(struct mag_bench *b, unsigned p, unsigned e, uint8_t txn, uint64_t addr,
               unsigned beats, const struct word *data);
/* Any flit from endpoint `e` to port `p`: src is filled in, all else is sent as it is. */
bool mag_send(struct mag_bench *b, unsigned p, unsigned e, struct flit *f);
/* Fresh data as the contents mode has it. */
void mag_fresh_word(struct mag_bench *b, unsigned who, struct word *w);

/* ---- passed-on flits ------------------------------------------------------------------------- */

/* A flit of the control agent, and one from the interlink (injector 0-3 keeps its order): sent as
 * they are. They leave by the row of dst_y. */
bool mag_agent_send(struct mag_bench *b, const struct flit *f);
bool mag_inject(struct mag_bench *b, unsigned injector, const struct flit *f);

/* Control flits as an endpoint sends them to port `p`; dst is the port's coordinate. */
bool mag_signal(struct mag_bench *b, unsigned p, unsigned e, uint8_t code, uint32_t arg);
bool mag_ctrl(struct mag_bench *b, unsigned p, unsigned e, const struct cu_ctrl *ctrl);

/* A CU_DATA burst (memory protocol 6, 9.3): descriptor, then `beats` (1-256) flits of `data`, last
 * on the final one. */
struct mag_cu_burst {
    struct cu_data_descriptor descriptor; /* len is filled in */
    unsigned beats;
    struct position dst;     /* local: the receiving unit; remote: the final endpoint */
    bool remote;             /* the marker and txn = dst on every flit, header dst = the port's */
    uint8_t mesh;            /* remote: the destination mesh */
    const struct word *data; /* NULL: fresh words */
};
/* From endpoint `e` into port `p`: to the encapsulator when remote, else to the control agent
 * (nobody's business at a memory port, so best effort). */
bool mag_cu_burst(struct mag_bench *b, unsigned p, unsigned e, const struct mag_cu_burst *burst);
/* The same burst as it arrives from another mesh by `inj`, src `from`; the marker is gone, dst is
 * burst->dst. */
bool mag_inject_cu_burst(struct mag_bench *b, unsigned injector, struct position from,
                         const struct mag_cu_burst *burst);

/* ---- host and interlink writes --------------------------------------------------------------- */

bool mag_host_read(struct mag_bench *b, uint8_t id, uint64_t addr, unsigned beats);
/* `data` NULL: fresh words; `strb` NULL: all set. */
bool mag_host_write(struct mag_bench *b, uint8_t id, uint64_t addr, unsigned beats,
                    const struct word *data, const uint32_t *strb);
bool mag_ri_write(struct mag_bench *b, uint8_t id, uint64_t addr, unsigned beats,
                  const struct word *data, const uint32_t *strb);
/* Uploads whole words in full bursts and waits for their answers: runs cycles. */
void mag_upload(struct mag_bench *b, uint64_t addr, const struct word *data, size_t words);

/* ---- moves ----------------------------------------------------------------------------------- */

/* A line of `count` words from `base`; a stride of 0 repeats one word. */
struct walker mag_line(uint64_t base, unsigned count, int32_t stride);
struct mover_regs mag_copy(uint64_t src, uint64_t dst, unsigned words);
struct mover_regs mag_fill_move(uint64_t dst, unsigned words, unsigned width, uint32_t immediate);
/* Entries of occupant `id`, contiguous; its shape is taken from the bank's model. */
struct mover_regs mag_transform(const struct mag_bench *b, unsigned id, unsigned mode, uint64_t src,
                                uint64_t dst, unsigned entries);
/* Writes all registers and GO as soon as mv_busy allows. */
bool mag_go(struct mag_bench *b, const struct mover_regs *regs);
/* One register write: when mv_busy is low; at any time. */
bool mag_mover_write(struct mag_bench *b, unsigned reg, uint64_t data);
bool mag_mover_poke(struct mag_bench *b, unsigned reg, uint64_t data);
/* mag_go, mag_wait_move, and the fault it ended with. */
unsigned mag_move(struct mag_bench *b, const struct mover_regs *regs);

#endif
