/* libFuzzer target: the front of the dump reader with a file of any content. It must return, say in
 * one printable line what is wrong when it refuses, and name sizes that are those of the file when
 * it does not. ASan and UBSan look for the rest. Built and run by `make fuzz`. */
#include "explain/fst_front.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool one_line(const char *text) {
    const size_t length = strnlen(text, FST_WHY_SIZE);
    for (size_t i = 0; i < length; i++) {
        if (!isprint((unsigned char)text[i])) {
            return false;
        }
    }
    return length > 0 && length < FST_WHY_SIZE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fst_front front;
    char why[FST_WHY_SIZE];
    void *copy = malloc(size + 1); /* fmemopen's is not const */
    memcpy(copy, data, size);
    FILE *f = size > 0 ? fmemopen(copy, size, "rb") : NULL;
    if (f) {
        const bool whole = fst_front_check(f, &front, why);
        if (whole ? front.size != size || front.end < front.start : !one_line(why)) {
            abort();
        }
        fclose(f);
    }
    free(copy);
    return 0;
}
