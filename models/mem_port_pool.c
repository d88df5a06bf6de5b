#include "mem_port_pool.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

struct pool_chunk {
    struct pool_chunk *next;
    alignas(max_align_t) unsigned char objects[];
};

static _Noreturn void out_of_memory(void) {
    fputs("golden model: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void *pool_grow(void *array, size_t bytes) {
    void *const grown = realloc(array, bytes);
    if (grown == NULL)
        out_of_memory();
    return grown;
}

void pool_init(struct pool *pool, size_t object_size, unsigned per_chunk) {
    const size_t step = alignof(max_align_t);
    *pool = (struct pool){.object_size = (object_size + step - 1) / step * step,
                          .per_chunk = per_chunk};
}

static void put_chunk(struct pool *pool, struct pool_chunk *chunk) {
    for (unsigned i = pool->per_chunk; i-- > 0;)
        pool_put(pool, chunk->objects + i * pool->object_size);
}

void *pool_get(struct pool *pool) {
    if (pool->free_list == NULL) {
        struct pool_chunk *const chunk =
            pool_grow(NULL, sizeof *chunk + pool->object_size * pool->per_chunk);
        chunk->next = pool->chunks;
        pool->chunks = chunk;
        put_chunk(pool, chunk);
    }
    void **const object = pool->free_list;
    pool->free_list = *object;
    return object;
}

void pool_put(struct pool *pool, void *object) {
    *(void **)object = pool->free_list;
    pool->free_list = object;
}

void pool_recall(struct pool *pool) {
    pool->free_list = NULL;
    for (struct pool_chunk *chunk = pool->chunks; chunk != NULL; chunk = chunk->next)
        put_chunk(pool, chunk);
}

void pool_free(struct pool *pool) {
    while (pool->chunks != NULL) {
        struct pool_chunk *const chunk = pool->chunks;
        pool->chunks = chunk->next;
        free(chunk);
    }
    pool->free_list = NULL;
}
