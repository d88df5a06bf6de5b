/* What the model of a window remembers. Private to window*.c.
 *
 * Bursts accepted by the slave are kept in order of acceptance and per id. Only a few are ever
 * outstanding, so whoever owes a word is found by looking at all of them.
 *
 * A read word remembers every value memory gave for its address since its burst was accepted: any
 * of them may be answered. A beat written to memory is bound to the write burst that owes the
 * address; if several do, binding waits for the data. Words of equal address, data and strobes are
 * exchanged when a B needs it. */
#ifndef MODELS_WINDOW_STATE_H
#define MODELS_WINDOW_STATE_H

#include "mem_port_chain.h"
#include "mem_port_pool.h"
#include "text.h"
#include "window.h"

#define WINDOW_IDS 256
#define WINDOW_WORDS 256
#define LOCAL_MASK ((UINT64_C(1) << 36) - 1)

enum { RESP_OKAY = 0, RESP_SLVERR = 2, RESP_DECERR = 3 };

/* What a read and a write burst have in common. */
struct accepted {
    uint64_t number; /* ascending in order of acceptance */
    uint64_t cycle;  /* of acceptance */
    uint64_t moved;  /* cycle of the last thing that happened to it */
    struct window_burst shape;
    uint64_t target; /* first address on the memory channel */
    bool refused, staged;
    struct chain by_age, by_id;
};

struct given_value {
    struct given_value *next;
    struct word data;
    uint64_t cycle;
    uint8_t resp;
};

struct read_word {
    struct given_value *given; /* oldest last */
    bool accessed;             /* one read of the multiset is used up by this word */
    bool covered;              /* some AR asked for it since the burst was accepted */
};

struct read_burst {
    struct accepted a;
    unsigned sent;      /* R beats answered */
    unsigned uncovered; /* words */
    struct read_word word[WINDOW_WORDS];
};

enum claim_state { CLAIM_FREE, CLAIM_BOUND, CLAIM_ANSWERED };

struct write_word {
    struct word data;
    uint32_t strb;
    enum claim_state state;
    uint32_t burst, beat; /* when bound */
    uint8_t resp;         /* when answered */
    uint8_t possible;     /* one bit for each resp given to a beat that may have been this word */
    bool shared;          /* some of them may have been another burst's */
    uint32_t visible;     /* when staged: handle in the store */
};

struct write_burst {
    struct accepted a;
    unsigned got;      /* W beats accepted */
    unsigned free;     /* words with strobes, accepted, that no AW is bound to */
    uint64_t finished; /* cycle of the last W beat, or of the last B of the memory */
    bool past_end;     /* staged: a word lies past the end of the store */
    struct write_word word[WINDOW_WORDS];
};

struct bound_beat {
    struct write_burst *write; /* NULL: nobody's, or not yet known */
    uint32_t index;
    bool unresolved, written;
};

/* A write burst on the memory channel. */
struct issued_burst {
    uint32_t handle;
    uint64_t addr, cycle;
    unsigned beats, written;
    struct chain chain; /* AW order */
    struct bound_beat beat[WINDOW_WORDS];
};

struct led_beat {
    struct word data;
    uint32_t strb;
};

/* A read burst on the memory channel. */
struct asked_burst {
    uint64_t addr;  /* of the next beat */
    unsigned beats; /* still to come */
};

struct window_model {
    struct window_config config;
    uint64_t next_number;
    struct chain reads, writes, issued;
    struct chain reads_of[WINDOW_IDS], writes_of[WINDOW_IDS];
    unsigned live_reads, live_writes;
    struct issued_burst **burst; /* by handle */
    uint32_t burst_count;
    struct led_beat *lead; /* ring of W beats without AW */
    uint32_t lead_size, lead_head, lead_used;
    struct asked_burst *asked; /* ring, in AR order */
    uint32_t asked_size, asked_head, asked_used;
    uint64_t moved[WINDOW_WAIT_COUNT];
    struct window_stats stats;
    uint64_t events, aws, staged_answers;
    struct pool read_pool, write_pool, issued_pool, value_pool;
};

#define OLDEST(type, member, list)                                                                 \
    (chain_empty(list) ? NULL : CHAIN_OWNER(type, a.member, (list)->next))

static inline struct read_burst *read_of(struct chain *by_age) {
    return CHAIN_OWNER(struct read_burst, a.by_age, by_age);
}

static inline struct write_burst *write_of(struct chain *by_age) {
    return CHAIN_OWNER(struct write_burst, a.by_age, by_age);
}

static inline struct issued_burst *issued_of(struct chain *chain) {
    return CHAIN_OWNER(struct issued_burst, chain, chain);
}

/* Whether the memory channel owes the burst this word, and which of its words that is. */
static inline bool owes(const struct accepted *a, uint64_t addr, unsigned *index) {
    const uint64_t offset = addr - a->target;
    *index = (unsigned)(offset / WORD_BYTES);
    return !a->refused && !a->staged && addr >= a->target &&
           offset < (uint64_t)a->shape.beats * WORD_BYTES;
}

/* The same for an address that differs in bits 39:36 alone; *right is what it should be. */
static inline bool owes_alias(const struct accepted *a, uint64_t addr, uint64_t *right) {
    const uint64_t top = a->target & ~LOCAL_MASK;
    unsigned index;
    *right = top | (addr & LOCAL_MASK);
    return owes(a, *right, &index);
}

/* ---- window_read.c, window_write.c ----------------------------------------------------------- */

/* Whether the next beat of a read can be answered; *since: from when on. */
bool read_beat_known(const struct read_burst *r, uint64_t *since);
/* Whether the value seen of the next beat may have been meant for another read of the same word: as
 * long as memory owes one, or is to be asked for one. */
bool read_beat_doubtful(const struct window_model *m, const struct read_burst *r);
/* Whether the B of a write can be answered: everything owed before it has happened. */
bool write_is_answered(const struct write_burst *w);
bool word_is_accepted(const struct write_burst *w, unsigned index);

/* ---- window_text.c --------------------------------------------------------------------------- */

void text_burst(struct text *t, const struct accepted *a, bool write);
enum check_id own_check(const struct window_model *m);
/* Fills the verdict and returns false, unless the check is switched off: then v is left alone. */
bool window_blame(const struct window_model *m, struct verdict *v, enum check_id check,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Adds to a verdict that was filled; harmless to one that was not. */
void blame_burst(struct verdict *v, const struct accepted *a, bool write, unsigned index);
void blame_hint(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *resp_name(uint8_t resp);

#endif
