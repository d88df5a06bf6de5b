/*
 * Memory whose accesses cannot be seen in order (architecture, golden models): every word keeps its
 * recent values, each with the interval of cycles in which it may have been written. A read is told
 * by its life and may return any value the word can have had at some moment of it.
 *
 * A write takes effect at one moment between begin() and end(), whole: its bytes are never torn
 * apart. Of two writes of one word either may come last, unless one began in a later cycle than
 * the other ended. A read sees the word at one moment between `from` and `to`, both included; what
 * begins or ends in the same cycle is not ordered. Nothing more is assumed.
 *
 * Partial strobes: a read is right when some write of the whole word (or the untouched word) with
 * bytes of partial writes over it explains it; those bytes are judged one by one, in the design's
 * favour.
 *
 * A place is any 64-bit number; the caller maps its address spaces onto it, one place a word.
 *
 * Memory: a place stays known once it was written. Its older values are dropped when no read can
 * see them any more, which versions_forget() decides; without it nothing is ever dropped.
 */
#ifndef MODELS_VERSIONS_H
#define MODELS_VERSIONS_H

#include "word.h"

struct versions;

/* A write that keeps no handle: begin() of it changed nothing; end() and abandon() ignore it. */
#define VERSIONS_NONE UINT32_MAX

/* What a place held before anything was written; must not change with the writes told here. False:
 * unknown, anything may be read. */
typedef bool versions_untouched_fn(void *context, uint64_t place, struct word *out);

/* `untouched` NULL: every unwritten place is unknown. NULL when memory runs out, here and nowhere
 * else: later growth that fails ends the process with a line on stderr. */
struct versions *versions_new(versions_untouched_fn *untouched, void *context);
void versions_free(struct versions *v);
/* As if just made: nothing was ever written, no handle lives. */
void versions_clear(struct versions *v);

/* From `cycle` on a write of the bytes i of `data` with strb[i] set may be visible. `data` NULL:
 * what is written is not known, those bytes may then be anything. Returns a handle, or
 * VERSIONS_NONE when strb is 0. */
uint32_t versions_begin(struct versions *v, uint64_t place, const struct word *data, uint32_t strb,
                        uint64_t cycle);
/* From `cycle` on it is certainly visible, and what was there before it is not, to reads whose life
 * begins in a later cycle. The handle is dead. */
void versions_end(struct versions *v, uint32_t handle, uint64_t cycle);
/* It has or has not taken effect by `cycle` and will not any more: both stay possible until a later
 * write. The handle is dead. */
void versions_abandon(struct versions *v, uint32_t handle, uint64_t cycle);
/* Abandons every write under way: a reset in which memory keeps its contents. */
void versions_reset(struct versions *v, uint64_t cycle);

/* Whether a read with the life [from, to] may have returned `value`. */
bool versions_may_read(const struct versions *v, uint64_t place, const struct word *value,
                       uint64_t from, uint64_t to);
/* True when every read that begins after all that was told so far returns the same word, which is
 * stored in *out. */
bool versions_settled(const struct versions *v, uint64_t place, struct word *out);
/* One word such a read may return, for reports: the newest. False: nothing is known of the place,
 * *out is zero. */
bool versions_newest(const struct versions *v, uint64_t place, struct word *out);

/* No read that began before `oldest` will be asked about any more. Cheap: the dropping is done
 * place by place when it is next written. `oldest` never decreases. */
void versions_forget(struct versions *v, uint64_t oldest);

/* Writes begun, and values kept now over all places. */
uint64_t versions_written(const struct versions *v);
size_t versions_kept(const struct versions *v);

#endif
