#include "staging.h"

#include <stdlib.h>

#define OFFSET_MASK ((UINT64_C(1) << 36) - 1)

struct staging {
    struct staging_config config;
    struct versions *contents; /* place: word number */
};

struct staging *staging_new(const struct staging_config *config) {
    struct staging *const s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->config = *config;
    s->contents = versions_new(NULL, NULL);
    if (s->contents != NULL)
        return s;
    free(s);
    return NULL;
}

void staging_free(struct staging *s) {
    if (s == NULL)
        return;
    versions_free(s->contents);
    free(s);
}

void staging_reset(struct staging *s, uint64_t cycle) {
    versions_reset(s->contents, cycle);
}

void staging_forget(struct staging *s, uint64_t oldest) {
    versions_forget(s->contents, oldest);
}

/* ---- addresses ------------------------------------------------------------------------------- */

static uint64_t word_of(uint64_t addr) {
    return (addr & OFFSET_MASK) / WORD_BYTES;
}

bool staging_serves(void *staging, uint64_t addr) {
    const struct staging *const s = staging;
    return s->config.words > 0 && (addr >> 39 & 1) != 0 && (addr >> 32 & 15) == 0 &&
           (addr >> 36 & 3) == s->config.mesh_id;
}

bool staging_serves_inbound(void *staging, uint64_t addr) {
    const struct staging *const s = staging;
    return s->config.words > 0 && (addr >> 39 & 1) != 0;
}

bool staging_past_end(void *staging, uint64_t addr) {
    const struct staging *const s = staging;
    return word_of(addr) >= s->config.words;
}

/* ---- contents -------------------------------------------------------------------------------- */

uint32_t staging_write_begin(void *staging, uint64_t addr, const struct word *data, uint32_t strb,
                             uint64_t cycle) {
    const struct staging *const s = staging;
    if (staging_past_end(staging, addr))
        return VERSIONS_NONE;
    return versions_begin(s->contents, word_of(addr), data, strb, cycle);
}

void staging_write_end(void *staging, uint32_t handle, uint64_t cycle) {
    const struct staging *const s = staging;
    versions_end(s->contents, handle, cycle);
}

void staging_write_abandon(void *staging, uint32_t handle, uint64_t cycle) {
    const struct staging *const s = staging;
    versions_abandon(s->contents, handle, cycle);
}

bool staging_may_hold(void *staging, uint64_t addr, const struct word *value, uint64_t since,
                      uint64_t now) {
    const struct staging *const s = staging;
    if (staging_past_end(staging, addr))
        return word_is_zero(value);
    return versions_may_read(s->contents, word_of(addr), value, since, now);
}

void staging_example(void *staging, uint64_t addr, struct word *out) {
    const struct staging *const s = staging;
    *out = (struct word){{0}};
    if (!staging_past_end(staging, addr))
        versions_newest(s->contents, word_of(addr), out);
}

bool staging_settled(void *staging, uint64_t addr, struct word *out) {
    const struct staging *const s = staging;
    *out = (struct word){{0}};
    return staging_past_end(staging, addr) || versions_settled(s->contents, word_of(addr), out);
}

struct mem_port_inside staging_for_port(struct staging *s) {
    return (struct mem_port_inside){.serves = staging_serves,
                                    .may_hold = staging_may_hold,
                                    .write_begin = staging_write_begin,
                                    .write_end = staging_write_end,
                                    .example = staging_example,
                                    .context = s};
}
