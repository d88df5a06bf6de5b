/* Fixed-size object pools: a model allocates per event, so a steady state must not reach
 * malloc. Objects come back uninitialised. */
#ifndef MODELS_MEM_PORT_POOL_H
#define MODELS_MEM_PORT_POOL_H

#include <stddef.h>

struct pool_chunk;

struct pool {
    size_t object_size; /* bytes, rounded up to hold a pointer */
    unsigned per_chunk;
    void *free_list;
    struct pool_chunk *chunks;
};

void pool_init(struct pool *pool, size_t object_size, unsigned per_chunk);
/* Never NULL: ends the process with one line when memory runs out (see mem_port.h). */
void *pool_get(struct pool *pool);
void pool_put(struct pool *pool, void *object);
/* Takes every object back at once, those in use included. */
void pool_recall(struct pool *pool);
void pool_free(struct pool *pool);

/* realloc that ends the process instead of failing. */
void *pool_grow(void *array, size_t bytes);

#endif
