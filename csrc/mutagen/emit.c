#include "emit.h"

#define SELECTED "mcs_mutant_"

struct emitter {
    FILE *out;
    const char *text;
    const struct mutant *mutants;
    size_t n;
};

static void plain(const struct emitter *e, size_t from, size_t to) {
    fprintf(e->out, "%.*s", (int)(to - from), e->text + from);
}

static bool same_extent(struct extent a, struct extent b) {
    return a.from == b.from && a.to == b.to;
}

static size_t choices(const struct emitter *e, size_t from, size_t to, size_t next);

/* All mutants of the site of mutant `next`, and within the last branch those inside it. */
static size_t choice(const struct emitter *e, size_t next) {
    struct extent site = e->mutants[next].site;
    fputs(site.is_statement ? "begin " : "(", e->out);
    for (; next < e->n && same_extent(e->mutants[next].site, site); next++)
        fprintf(e->out,
                site.is_statement ? "if (" SELECTED " == %d) begin %s end else "
                                  : SELECTED " == %d ? (%s) : ",
                e->mutants[next].id, mutated_site(&e->mutants[next]));
    fputs(site.is_statement ? "begin " : "", e->out);
    next = choices(e, site.from, site.to, next);
    fputs(site.is_statement ? " end end" : ")", e->out);
    return next;
}

/* The text from..to with the choices of the mutants from `next` on. The first one behind it. */
static size_t choices(const struct emitter *e, size_t from, size_t to, size_t next) {
    while (next < e->n && e->mutants[next].site.from < to) {
        struct extent site = e->mutants[next].site;
        plain(e, from, site.from);
        next = choice(e, next);
        from = site.to;
    }
    plain(e, from, to);
    return next;
}

/* The first mutant of the next group. */
static size_t after_group(const struct emitter *e, size_t next) {
    struct extent extent = e->mutants[next].group.extent;
    while (next < e->n && same_extent(e->mutants[next].group.extent, extent))
        next++;
    return next;
}

static void selected_of(const struct emitter *e, size_t first, size_t after) {
    fprintf(e->out, SELECTED " >= %d && " SELECTED " <= %d", e->mutants[first].id,
            e->mutants[after - 1].id);
}

#define VARIABLE "mcs_value_%d_"

/* The variables of the groups from `next` on that belong before offset `item`. */
static void variables(const struct emitter *e, size_t next, size_t item) {
    for (size_t after; next < e->n && e->mutants[next].group.item == item; next = after) {
        const struct group *group = &e->mutants[next].group;
        int id = e->mutants[next].id;
        after = after_group(e, next);
        if (!group->width)
            continue;
        fprintf(e->out, "reg [(%s)-1:0] " VARIABLE "; always @* if (", group->width, id);
        selected_of(e, next, after);
        fprintf(e->out, ") " VARIABLE " = ", id);
        choices(e, group->extent.from, group->extent.to, next);
        fprintf(e->out, "; else " VARIABLE " = ", id);
        plain(e, group->extent.from, group->extent.to);
        fputs("; ", e->out);
    }
}

static void twice(const struct emitter *e, size_t next) {
    const struct group *group = &e->mutants[next].group;
    struct extent extent = group->extent;
    if (group->width) {
        fprintf(e->out, VARIABLE, e->mutants[next].id);
        return;
    }
    fputs(extent.is_statement ? "begin if (" : "(", e->out);
    selected_of(e, next, after_group(e, next));
    fputs(extent.is_statement ? ") begin " : " ? (", e->out);
    choices(e, extent.from, extent.to, next);
    fputs(extent.is_statement ? " end else begin " : ") : (", e->out);
    plain(e, extent.from, extent.to);
    fputs(extent.is_statement ? " end end" : "))", e->out);
}

void emit_source(FILE *out, const struct source *source, const struct mutants *mutants) {
    struct emitter e = {out, source->text, mutants->list, mutants->n};
    const struct module *module = NULL;
    size_t from = 0, item = 0;
    for (size_t next = 0; next < e.n; next = after_group(&e, next)) {
        const struct group *group = &e.mutants[next].group;
        if (e.mutants[next].module != module) {
            module = e.mutants[next].module;
            plain(&e, from, module->body);
            fputs(" reg [31:0] " SELECTED "; initial " SELECTED " = $c32(\"mcs_mutant\");", out);
            from = module->body;
        }
        if (group->item > item) {
            item = group->item;
            plain(&e, from, item);
            variables(&e, next, item);
            from = item;
        }
        plain(&e, from, group->extent.from);
        twice(&e, next);
        from = group->extent.to;
    }
    plain(&e, from, source->length);
}
