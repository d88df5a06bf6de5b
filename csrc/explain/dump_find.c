#include "explain/dump_find.h"

#include "explain/dump_dut.h"

#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

static const struct fst_signal *in_scope(const struct fst_reader *r, const char *scope,
                                         size_t scope_length, const char *name) {
    const struct fst_signal *signal;
    for (size_t i = 0; (signal = fst_signal_at(r, i)) != NULL; i++) {
        if (strcmp(signal->name, name) == 0 && strlen(signal->scope) == scope_length &&
            memcmp(signal->scope, scope, scope_length) == 0) {
            return signal;
        }
    }
    return NULL;
}

/* A name with or without a path, from `scope` or from the top. */
const struct fst_signal *dump_find(const struct fst_reader *r, const char *scope,
                                   const char *name) {
    char path[1024];
    const char *dot = strrchr(name, '.');
    const char *last = dot ? dot + 1 : name;
    const size_t above = dot ? (size_t)(dot - name) : 0;
    const int length = snprintf(path, sizeof path, "%s%s%.*s", scope, *scope && above ? "." : "",
                                (int)above, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        return NULL;
    }
    const struct fst_signal *signal = in_scope(r, path, (size_t)length, last);
    return signal || !dot ? signal : in_scope(r, name, above, last);
}

static const char *mapped(const struct dump_request *q, const char *ours) {
    for (unsigned i = 0; i < q->mapped; i++) {
        if (strcmp(q->map[i].ours, ours) == 0) {
            return q->map[i].theirs;
        }
    }
    return ours;
}

const struct fst_signal *dump_find_ours(const struct dump *d, const struct dump_request *q,
                                        const char *ours) {
    return dump_find(d->reader, q->scope, mapped(q, ours));
}

/* ---- which DUT ------------------------------------------------------------------------------- */

static unsigned width(const struct dump *d, const struct dump_request *q, const char *ours,
                      unsigned otherwise) {
    const struct fst_signal *signal = dump_find_ours(d, q, ours);
    return signal && signal->bits > 0 ? signal->bits : otherwise;
}

static unsigned at_most(unsigned value, unsigned most) {
    return value < most ? value : most;
}

/* The widths of its ports say what the parameters that size them are. */
static struct dut_type sized(const struct dump *d, const struct dump_request *q,
                             enum dut_kind kind) {
    struct dut_type t = {.name = "dump", .kind = kind, .foreign = true, .create = dump_dut_create};
    t.mem_port = (struct mem_port_params){.id_w = at_most(width(d, q, "m_arid", 4), 8),
                                          .mem_y = 1,
                                          .wr_slots = 16,
                                          .q_depth = 64,
                                          .q_margin = 4};
    t.xform = (struct xform_params){.nreq = 1, .slots = 1, .in_bits = 2048, .out_words = 0};
    if (kind == DUT_XFORM) {
        t.xform.nreq = at_most(width(d, q, "req", 2), 8);
    }
    const bool in_mag = kind == DUT_MAG;
    t.xform.id_w = at_most(width(d, q, in_mag ? "xf_cfg_id" : "id", 4) / t.xform.nreq, 8);
    t.xform.mode_w = in_mag ? 4 : at_most(width(d, q, "mode", 4) / t.xform.nreq, 8);
    char word[] = "word0";
    while (t.xform.out_words < 4 && dump_find_ours(d, q, word)) {
        t.xform.out_words++;
        word[4]++;
    }
    if (t.xform.out_words == 0) {
        t.xform.out_words = 4;
    }
    t.mover = (struct mover_params){.stage = in_mag ? 4096 : 256,
                                    .ilink = 1,
                                    .xid_w = at_most(width(d, q, "xf_id", 4), 8),
                                    .xmode_w = at_most(width(d, q, "xf_mode", 4), 8)};
    t.mag = (struct mag_params){.ports = at_most(width(d, q, "noc_in_valid", 2), MAG_PORTS),
                                .y = {1, 2, 3, 4},
                                .wr_slots = 16,
                                .q_depth = 64,
                                .q_margin = 4};
    return t;
}

/* The ports a DUT of that type has, by name only. */
static unsigned ports_of(const struct dut_type *type, struct pin pin[PINS_MAX]) {
    struct dut *dut = type->create(type, FILL_ZEROS, 0);
    const unsigned count = pins_of(dut, pin);
    dut->destroy(dut);
    return count;
}

static unsigned found_of(const struct dump *d, const struct dump_request *q,
                         const struct dut_type *type, unsigned *of) {
    struct pin pin[PINS_MAX];
    unsigned found = 0;
    *of = ports_of(type, pin);
    for (unsigned i = 0; i < *of; i++) {
        found += dump_find_ours(d, q, pin[i].name) != NULL;
    }
    return found;
}

/* The kind with the largest share of its ports in the scope; the larger one when two are whole. */
static unsigned choose_kind(struct dump *d, const struct dump_request *q) {
    static const enum dut_kind kinds[] = {DUT_MAG, DUT_MEM_PORT, DUT_MOVER, DUT_XFORM, DUT_BANK};
    unsigned best_found = 0, best_of = 1;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned of;
        const struct dut_type type = sized(d, q, kinds[i]);
        const unsigned found = found_of(d, q, &type, &of);
        if (found * best_of > best_found * of) {
            best_found = found;
            best_of = of;
            d->type = type;
        }
    }
    return best_found;
}

const char *dump_kind_text(enum dut_kind kind) {
    static const char *const text[] = {
        [DUT_MEM_PORT] = "memory port", [DUT_XFORM] = "transform slot", [DUT_BANK] = "bank",
        [DUT_MOVER] = "mover",          [DUT_WALKER] = "walker",        [DUT_MAG] = "memory agent"};
    return text[kind];
}

/* ---- what is missing ------------------------------------------------------------------------- */

void dump_suggest(const struct dump *d, const char *port, struct text *t) {
    const struct fst_signal *signal;
    unsigned named = 0;
    for (size_t i = 0; named < 4 && (signal = fst_signal_at(d->reader, i)) != NULL; i++) {
        if (strcmp(signal->name, port) == 0 && signal->scope[0]) {
            text_add(t, "%s%s", named++ ? ", " : "; our ports may be in ", signal->scope);
        }
    }
}

/* For whoever named a wrong scope: one that only our ports have. */
static void suggest(const struct dump *d, const struct dump_request *q, struct text *t) {
    static const char *const telling[] = {"noc_in_data", "m_awvalid", "need_beat", "gnt"};
    const size_t used = t->used;
    for (unsigned i = 0; i < sizeof telling / sizeof *telling && t->used == used; i++) {
        dump_suggest(d, mapped(q, telling[i]), t);
    }
}

static bool missing(const struct dump *d, const struct dump_request *q, struct text *t) {
    struct pin pin[PINS_MAX];
    unsigned named = 0, count = 0;
    const unsigned ports = ports_of(&d->type, pin);
    for (unsigned i = 0; i < ports; i++) {
        count += dump_find_ours(d, q, pin[i].name) == NULL;
    }
    if (count == 0) {
        return false;
    }
    text_add(t, "%s: %s has not all ports of a %s: ", q->path, q->scope,
             dump_kind_text(d->type.kind));
    for (unsigned i = 0; i < ports && named < 12; i++) {
        if (!dump_find_ours(d, q, pin[i].name)) {
            text_add(t, "%s%s", named++ ? ", " : "", mapped(q, pin[i].name));
        }
    }
    if (count > named) {
        text_add(t, " and %u more", count - named);
    }
    text_add(t, " (--map ours=theirs,... names them)");
    return true;
}

static bool find_scope(struct dump *d, const struct dump_request *q, struct text *t) {
    if (!fst_has_scope(d->reader, q->scope)) {
        text_add(t, "%s has no scope %s", q->path, q->scope);
        suggest(d, q, t);
        return false;
    }
    const unsigned found = choose_kind(d, q);
    if (found < 4) {
        text_add(t, "%s: scope %s has no ports of ours", q->path, q->scope);
        suggest(d, q, t);
        return false;
    }
    return !missing(d, q, t);
}

static bool find_clock(struct dump *d, const struct dump_request *q, struct text *t) {
    d->clock = dump_find(d->reader, q->scope, q->clock);
    if (!d->clock) {
        text_add(t, "%s has no clock %s, neither in %s nor from the top", q->path, q->clock,
                 q->scope);
        return false;
    }
    if (d->clock->bits != 1) {
        text_add(t, "%s: %s is no clock: it has %u bits", q->path, q->clock, d->clock->bits);
        return false;
    }
    return true;
}

/* ---- pins ------------------------------------------------------------------------------------ */

static bool ends_in(const char *name, const char *end) {
    const size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(&name[n - m], end) == 0;
}

static bool begins_with(const char *name, const char *start, size_t length) {
    return strlen(name) >= length && memcmp(name, start, length) == 0;
}

static enum pin_role role_of(const char *name) {
    static const char *const control[] = {"valid", "busy",  "ready",     "resetn", "rst", "req",
                                          "gnt",   "start", "need_beat", "done",   "_en", "fault"};
    for (unsigned i = 0; i < sizeof control / sizeof *control; i++) {
        if (ends_in(name, control[i])) {
            return PIN_CONTROL;
        }
    }
    return PIN_PAYLOAD;
}

/* The pin that says when a payload means something: "m_wvalid" for "m_wdata", "start" for "mode",
 * "done" for "word0", ... ; -1 when it always does. */
static int valid_of(const struct dump *d, const char *name) {
    size_t longest = 0;
    int best = -1;
    for (unsigned i = 0; i < d->pins; i++) {
        const char *other = d->pin[i].pin.name;
        size_t stem = strlen(other);
        if (ends_in(other, "valid")) {
            stem -= 5 + (stem > 5 && other[stem - 6] == '_');
        } else if (ends_in(other, "cfg_en")) {
            stem -= 3;
        } else if (strcmp(other, strncmp(name, "word", 4) == 0 ? "done" : "start") == 0) {
            stem = 0; /* "id", "mode" and the words of a slot, of nothing else */
        } else {
            continue;
        }
        if (begins_with(name, other, stem) && (best < 0 || stem > longest)) {
            longest = stem;
            best = (int)i;
        }
    }
    return best;
}

static bool find_pins(struct dump *d, const struct dump_request *q, struct text *t) {
    struct pin pin[PINS_MAX];
    d->pins = ports_of(&d->type, pin);
    for (unsigned i = 0; i < d->pins; i++) {
        const struct fst_signal *signal = dump_find_ours(d, q, pin[i].name);
        if (signal->bits != pin[i].bits) {
            text_add(t, "%s: %s.%s has %u bits, the contract says %u", q->path, signal->scope,
                     signal->name, signal->bits, pin[i].bits);
            return false;
        }
        d->pin[i] = (struct dump_pin){
            .pin = pin[i], .wanted = fst_want(d->reader, signal), .role = role_of(pin[i].name)};
    }
    for (unsigned i = 0; i < d->pins; i++) {
        d->pin[i].valid = d->pin[i].role == PIN_PAYLOAD ? valid_of(d, d->pin[i].pin.name) : -1;
    }
    return true;
}

bool dump_find_dut(struct dump *d, const struct dump_request *q, struct text *t) {
    return find_scope(d, q, t) && find_clock(d, q, t) && find_pins(d, q, t);
}
