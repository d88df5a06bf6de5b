/* Memory contents: 40-bit byte addresses, 32-byte words, nothing stored until it is written. What
 * was never written is a pure function of (address, seed, mode). An address is never wrapped or
 * masked: 64-bit addresses are different words. Byte i of the memory at a word's address is bits
 * 8i+7:8i of the word. */
#ifndef CSRC_BFM_SPARSE_MEM_H
#define CSRC_BFM_SPARSE_MEM_H

#include "word.h"

enum sparse_mode {
    SPARSE_TAGGED, /* four 64-bit lanes "da7<lane>" "<seed byte>" "<10 digits of address>" */
    SPARSE_RANDOM,
    SPARSE_ZEROS,
    SPARSE_REAL /* the caller's bytes, repeated over the address space */
};

struct sparse_mem {
    enum sparse_mode mode;
    uint64_t seed;
    const uint8_t *real; /* SPARSE_REAL: the caller's, must outlive the memory */
    size_t real_size;    /* bytes, not zero */
    uint64_t *key;       /* word number + 1; 0: free */
    struct word *value;
    size_t size, used; /* of the open-addressing table, size a power of two or 0 */
};

/* Empty; allocates nothing. With SPARSE_REAL set real and real_size before the first access. */
void sparse_mem_init(struct sparse_mem *m, enum sparse_mode mode, uint64_t seed);
/* Gives the table back and forgets every write; fits sim_own(). */
void sparse_mem_free(void *memory);

/* The word that contains byte `addr`. */
void sparse_mem_read(const struct sparse_mem *m, uint64_t addr, struct word *out);
/* Writes the bytes i of that word whose strb[i] is set. */
void sparse_mem_write(struct sparse_mem *m, uint64_t addr, const struct word *word, uint32_t strb);
/* Copies `size` bytes to `addr`, any alignment. */
void sparse_mem_load(struct sparse_mem *m, uint64_t addr, const void *bytes, size_t size);
/* What the word held before anything was written. */
void sparse_mem_untouched(const struct sparse_mem *m, uint64_t addr, struct word *out);

#endif
