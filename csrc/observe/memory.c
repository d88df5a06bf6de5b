#include "observe/memory.h"

#include <stdio.h>
#include <stdlib.h>

static void *or_exit(void *p) {
    if (!p) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    return p;
}

void *zeros(size_t count, size_t size) {
    return or_exit(calloc(count, size));
}

void *grown(void *array, size_t bytes) {
    return or_exit(realloc(array, bytes));
}
