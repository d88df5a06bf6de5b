#include "explain/dump.h"

#include "explain/dump_dut.h"

#include <stdlib.h>
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
static const struct fst_signal *find(const struct fst_reader *r, const char *scope,
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

static const struct fst_signal *find_ours(const struct dump *d, const struct dump_request *q,
                                          const char *ours) {
    return find(d->reader, q->scope, mapped(q, ours));
}

/* ---- which DUT ------------------------------------------------------------------------------- */

static unsigned width(const struct dump *d, const struct dump_request *q, const char *ours,
                      unsigned otherwise) {
    const struct fst_signal *signal = find_ours(d, q, ours);
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
    while (t.xform.out_words < 4 && find_ours(d, q, word)) {
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
        found += find_ours(d, q, pin[i].name) != NULL;
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

static const char *kind_text(enum dut_kind kind) {
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
        count += find_ours(d, q, pin[i].name) == NULL;
    }
    if (count == 0) {
        return false;
    }
    text_add(t, "%s: %s has not all ports of a %s: ", q->path, q->scope, kind_text(d->type.kind));
    for (unsigned i = 0; i < ports && named < 12; i++) {
        if (!find_ours(d, q, pin[i].name)) {
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
    d->clock = find(d->reader, q->scope, q->clock);
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
        const struct fst_signal *signal = find_ours(d, q, pin[i].name);
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

void dump_attach(struct dump *d, const struct dut *dut) {
    struct pin pin[PINS_MAX];
    pins_of(dut, pin);
    for (unsigned i = 0; i < d->pins; i++) {
        d->pin[i].pin = pin[i];
    }
}

/* ---- parameters ------------------------------------------------------------------------------ */

static void add_parameter(struct dump *d, const char *name, unsigned *value) {
    d->parameter[d->parameters++] = (struct dump_parameter){.name = name, .value = value};
}

static void list_parameters(struct dump *d) {
    struct dut_type *t = &d->type;
    if (t->kind == DUT_MEM_PORT) {
        add_parameter(d, "MEM_X", &t->mem_port.mem_x);
        add_parameter(d, "MEM_Y", &t->mem_port.mem_y);
        add_parameter(d, "WR_SLOTS", &t->mem_port.wr_slots);
        add_parameter(d, "Q_DEPTH", &t->mem_port.q_depth);
        add_parameter(d, "Q_MARGIN", &t->mem_port.q_margin);
        add_parameter(d, "AP_DECODE", &t->mem_port.ap_decode);
        add_parameter(d, "MESH_ID", &t->mem_port.mesh_id);
    } else if (t->kind == DUT_XFORM || t->kind == DUT_BANK) {
        add_parameter(d, "SLOTS", &t->xform.slots);
        add_parameter(d, "IN_BITS", &t->xform.in_bits);
    } else if (t->kind == DUT_MOVER || t->kind == DUT_MAG) {
        add_parameter(d, "MESH_ID", &t->mover.mesh_id);
        add_parameter(d, "ILINK", &t->mover.ilink);
        add_parameter(d, "STAGE", &t->mover.stage);
    }
    if (t->kind == DUT_MAG) {
        static const char *const x[] = {"MEM_X0", "MEM_X1", "MEM_X2", "MEM_X3"};
        static const char *const y[] = {"MEM_Y0", "MEM_Y1", "MEM_Y2", "MEM_Y3"};
        for (unsigned i = 0; i < MAG_PORTS; i++) {
            add_parameter(d, x[i], &t->mag.x[i]);
            add_parameter(d, y[i], &t->mag.y[i]);
        }
        add_parameter(d, "WR_SLOTS", &t->mag.wr_slots);
        add_parameter(d, "Q_DEPTH", &t->mag.q_depth);
        add_parameter(d, "Q_MARGIN", &t->mag.q_margin);
        add_parameter(d, "XFORM_SLOTS", &t->xform.slots);
        add_parameter(d, "XMODE_W", &t->xform.mode_w);
    }
}

static void want_parameters(struct dump *d, const struct dump_request *q) {
    for (unsigned i = 0; i < d->parameters; i++) {
        struct dump_parameter *p = &d->parameter[i];
        const struct fst_signal *signal = find_ours(d, q, p->name);
        p->in_dump = signal && signal->parameter && signal->bits > 0 && signal->bits <= 32;
        if (p->in_dump) {
            p->wanted = fst_want(d->reader, signal);
        }
    }
}

static bool set_given(struct dump *d, const struct dump_request *q, struct text *t) {
    for (unsigned i = 0; i < q->given_count; i++) {
        struct dump_parameter *p = NULL;
        for (unsigned k = 0; k < d->parameters && !p; k++) {
            p = strcmp(d->parameter[k].name, q->given[i].ours) == 0 ? &d->parameter[k] : NULL;
        }
        uint64_t value;
        if (!p) {
            text_add(t, "a %s has no parameter %s; it has", kind_text(d->type.kind),
                     q->given[i].ours);
            for (unsigned k = 0; k < d->parameters; k++) {
                text_add(t, "%s%s", k ? ", " : " ", d->parameter[k].name);
            }
            return false;
        }
        if (!parse_count(q->given[i].theirs, &value) || value > UINT16_MAX) {
            text_add(t, "--params: '%s' is no value of %s", q->given[i].theirs, p->name);
            return false;
        }
        *p->value = (unsigned)value;
        p->source = PARAMETER_GIVEN;
    }
    return true;
}

bool dump_saw_parameter(struct dump *d, const char *name, unsigned value) {
    for (unsigned i = 0; i < d->parameters; i++) {
        struct dump_parameter *p = &d->parameter[i];
        if (strcmp(p->name, name) == 0 && p->source == PARAMETER_DEFAULT) {
            *p->value = value;
            p->source = PARAMETER_SEEN;
            return true;
        }
    }
    return false;
}

/* Parameters are constant: what they are before the first edge is what they are. */
static void take_parameters(struct dump *d) {
    for (unsigned i = 0; i < d->parameters; i++) {
        struct dump_parameter *p = &d->parameter[i];
        if (p->source == PARAMETER_DEFAULT && p->in_dump &&
            sampler_unknown(d->sampler, p->wanted)[0] == 0) {
            *p->value = sampler_value(d->sampler, p->wanted)[0];
            p->source = PARAMETER_DUMPED;
        }
    }
}

/* The models take these as they are. */
static bool judge_parameters(const struct dump *d, const struct dump_request *q, struct text *t) {
    const struct mem_port_params *p = &d->type.mem_port;
    if (d->type.kind != DUT_MEM_PORT) {
        return true;
    }
    const struct {
        const char *name;
        unsigned value, least, most;
    } row[] = {{"MEM_X", p->mem_x, 0, 15},
               {"MEM_Y", p->mem_y, 0, 15},
               {"WR_SLOTS", p->wr_slots, 1, 64},
               {"Q_DEPTH", p->q_depth, 8, 1024},
               {"Q_MARGIN", p->q_margin, 1, p->q_depth - 2},
               {"AP_DECODE", p->ap_decode, 0, 1},
               {"MESH_ID", p->mesh_id, 0, 3}};
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        if (row[i].value < row[i].least || row[i].value > row[i].most) {
            text_add(t, "%s: %s is %u, it can be %u to %u (--params %s=... sets it)", q->path,
                     row[i].name, row[i].value, row[i].least, row[i].most, row[i].name);
            return false;
        }
    }
    return true;
}

/* ---- life ------------------------------------------------------------------------------------ */

static bool resolve(struct dump *d, const struct dump_request *q, struct text *t) {
    if (!find_scope(d, q, t) || !find_clock(d, q, t) || !find_pins(d, q, t)) {
        return false;
    }
    const struct fst_signal *number = find(d->reader, "COSIM", "cycle");
    d->numbered = number && number->bits >= 32 && number->bits <= 64;
    if (d->numbered) {
        d->number = fst_want(d->reader, number);
    }
    list_parameters(d);
    want_parameters(d, q);
    return set_given(d, q, t);
}

bool dump_open(struct dump *d, const struct dump_request *q, char why[DUMP_WHY_SIZE]) {
    char reason[FST_WHY_SIZE];
    struct text t = text_into(why, DUMP_WHY_SIZE);
    memset(d, 0, sizeof *d);
    d->path = q->path;
    d->reader = fst_open(q->path, reason);
    if (!d->reader) {
        text_add(&t, "%s %s", q->path, reason);
        return false;
    }
    if (!resolve(d, q, &t)) {
        dump_close(d);
        return false;
    }
    struct sample first;
    d->sampler = sampler_new(d->reader, d->clock);
    const enum fst_next next = d->sampler ? sampler_next(d->sampler, &first, reason) : FST_DAMAGED;
    if (next != FST_CHANGE) {
        if (next == FST_END) {
            text_add(&t, "%s: clock %s never rises", q->path, q->clock);
        } else {
            text_add(&t, "%s %s", q->path, d->sampler ? reason : "cannot be read");
        }
        dump_close(d);
        return false;
    }
    d->first = first;
    take_parameters(d);
    if (!judge_parameters(d, q, &t)) {
        dump_close(d);
        return false;
    }
    return true;
}

void dump_close(struct dump *d) {
    sampler_free(d->sampler);
    fst_close(d->reader);
    d->sampler = NULL;
    d->reader = NULL;
}

/* ---- cycles ---------------------------------------------------------------------------------- */

static bool any_unknown(const struct dump *d, const struct dump_pin *p) {
    const uint32_t *unknown = sampler_unknown(d->sampler, p->wanted);
    for (unsigned i = 0; i < pin_words(&p->pin); i++) {
        const unsigned rest = p->pin.bits - i * 32;
        if (unknown[i] & (rest < 32 ? (UINT32_C(1) << rest) - 1 : UINT32_MAX)) {
            return true;
        }
    }
    return false;
}

static void look_at_control(struct dump *d) {
    d->unknown_control = false;
    for (unsigned i = 0; i < d->pins; i++) {
        const struct dump_pin *p = &d->pin[i];
        const bool low = strcmp(p->pin.name, "resetn") == 0;
        if (low || strcmp(p->pin.name, "rst") == 0) {
            const bool unknown = sampler_unknown(d->sampler, p->wanted)[0] & 1;
            d->in_reset = unknown || (sampler_value(d->sampler, p->wanted)[0] & 1) != low;
        } else if (p->role == PIN_CONTROL) {
            d->unknown_control |= any_unknown(d, p);
        }
    }
}

static void number_cycle(struct dump *d, const struct sample *sample) {
    const uint64_t next = d->cycle + 1;
    d->time = sample->time;
    d->cycle = sample->edge;
    if (d->numbered && sampler_unknown(d->sampler, d->number)[0] == 0) {
        const uint32_t *value = sampler_value(d->sampler, d->number);
        d->cycle = value[0] | (uint64_t)value[1] << 32;
        if (sample->edge > 0 && d->cycle < next) {
            d->cycle = next; /* nobody can work with time that goes back */
        }
    }
}

enum fst_next dump_next(struct dump *d, char why[DUMP_WHY_SIZE]) {
    char reason[FST_WHY_SIZE];
    struct sample sample = d->first;
    enum fst_next next = FST_CHANGE;
    if (d->started) {
        next = sampler_next(d->sampler, &sample, reason);
    }
    d->started = true;
    if (next == FST_DAMAGED) {
        snprintf(why, DUMP_WHY_SIZE, "%s %s", d->path, reason);
    } else if (next == FST_CHANGE) {
        number_cycle(d, &sample);
        look_at_control(d);
    }
    return next;
}

void dump_fill(struct dump *d) {
    for (unsigned i = 0; i < d->pins; i++) {
        pin_set(&d->pin[i].pin, sampler_value(d->sampler, d->pin[i].wanted));
    }
}

/* Payload that means something in this cycle: its valid is high, for packed ones its part's is. */
static bool matters(const struct dump *d, const struct dump_pin *p) {
    if (p->valid < 0) {
        return true;
    }
    const struct dump_pin *valid = &d->pin[p->valid];
    const uint32_t high = sampler_value(d->sampler, valid->wanted)[0];
    if (valid->pin.bits == 1 || p->pin.bits % valid->pin.bits != 0) {
        return high != 0;
    }
    const unsigned part = p->pin.bits / valid->pin.bits;
    const uint32_t *unknown = sampler_unknown(d->sampler, p->wanted);
    for (unsigned i = 0; i < p->pin.bits; i++) {
        if (unknown[i / 32] >> i % 32 & 1 && high >> i / part & 1) {
            return true;
        }
    }
    return false;
}

void dump_note_unknown(struct dump *d) {
    for (unsigned i = 0; i < d->pins; i++) {
        struct dump_pin *p = &d->pin[i];
        if (any_unknown(d, p) && matters(d, p) && p->unknown_cycles++ == 0) {
            p->unknown_first = d->cycle;
            p->unknown_first_time = d->time;
        }
    }
}
