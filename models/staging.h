/*
 * The golden model of the staging store inside an agent (modules 5, memory protocol 8): which
 * addresses it serves and what a read of it may return. No access of it is seen from outside, so it
 * is a versioned memory (versions.h): a write counts from the moment its data was accepted, and is
 * certain once it was acknowledged.
 *
 * Addresses are absolute, 40 bits; the word is the one that contains the byte. Past the last word
 * reads return zero and writes change nothing. What was never written may read as anything.
 *
 * The functions take the store as void * so that they fit the hooks of other models.
 */
#ifndef MODELS_STAGING_H
#define MODELS_STAGING_H

#include "mem_port.h"
#include "versions.h"

struct staging_config {
    uint8_t mesh_id; /* MESH_ID, 0-3 */
    uint64_t words;  /* STAGE; 0: there is no store, nothing is served */
};

struct staging;

/* NULL when memory runs out; see versions_new(). */
struct staging *staging_new(const struct staging_config *config);
void staging_free(struct staging *s);
/* The agent's reset: contents survive, a word under way is old or new. Call it in every cycle of
 * reset or in the last of them; all handles are dead. */
void staging_reset(struct staging *s, uint64_t cycle);

/* Aperture 0 of the own mesh, for ports and mover: bit 39 set, mesh id equal, bits 35:32 zero. */
bool staging_serves(void *staging, uint64_t addr);
/* The same for writes from another mesh, which carry any mesh id: bit 39 alone decides. */
bool staging_serves_inbound(void *staging, uint64_t addr);
/* The word lies past the end of the store (bits 35:0 count). */
bool staging_past_end(void *staging, uint64_t addr);

/* See versions_begin(): VERSIONS_NONE also past the end of the store. */
uint32_t staging_write_begin(void *staging, uint64_t addr, const struct word *data, uint32_t strb,
                             uint64_t cycle);
void staging_write_end(void *staging, uint32_t handle, uint64_t cycle);
/* For writes whose effect is not known at their end, such as those of a move that faulted. */
void staging_write_abandon(void *staging, uint32_t handle, uint64_t cycle);
bool staging_may_hold(void *staging, uint64_t addr, const struct word *value, uint64_t since,
                      uint64_t now);
/* A word it may hold now, for reports; zero when unknown. */
void staging_example(void *staging, uint64_t addr, struct word *out);
/* True when the word is known for certain: then *out holds it. For the mover's plan. */
bool staging_settled(void *staging, uint64_t addr, struct word *out);
/* See versions_forget(). */
void staging_forget(struct staging *s, uint64_t oldest);

/* The hooks for mem_port_config.inside. */
struct mem_port_inside staging_for_port(struct staging *s);

#endif
