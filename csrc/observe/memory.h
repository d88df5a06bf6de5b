/* Memory for what observers keep: there is some, or the program ends with one line. */
#ifndef CSRC_OBSERVE_MEMORY_H
#define CSRC_OBSERVE_MEMORY_H

#include <stddef.h>

/* calloc and realloc that never return NULL; to be freed. */
void *zeros(size_t count, size_t size);
void *grown(void *array, size_t bytes);

#endif
