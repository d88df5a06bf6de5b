/* See real_tensor.h. */
#include "real_tensor.h"

static void refuse(struct sim *s, const char *why) {
    sim_fail(s, CHECK_SIM_END, "tests/data", "%s", why);
    sim_cycle(s); /* does not return */
}

static const struct tensor *find(struct sim *s, struct tensors *t, const char *name) {
    char error[256];
    if (!tensors_load(t, error)) {
        refuse(s, error);
    }
    sim_own(s, t, tensors_free);
    for (size_t i = 0; i < t->count; i++) {
        if (strcmp(t->tensor[i].name, name) == 0) {
            return &t->tensor[i];
        }
    }
    refuse(s, "no such tensor");
    return t->tensor;
}

const uint16_t *real_values(struct sim *s, const char *name) {
    struct tensors *t = sim_alloc(s, sizeof *t);
    const struct tensor *found = find(s, t, name);
    return t->value + found->first;
}

const uint8_t *real_bytes(struct sim *s, const char *name) {
    struct tensors *t = sim_alloc(s, sizeof *t);
    const struct tensor *found = find(s, t, name);
    const size_t values = t->values - found->first;
    uint8_t *bytes = sim_alloc(s, 2 * values);
    for (size_t i = 0; i < values; i++) {
        bytes[2 * i] = (uint8_t)t->value[found->first + i];
        bytes[2 * i + 1] = (uint8_t)(t->value[found->first + i] >> 8);
    }
    return bytes;
}
