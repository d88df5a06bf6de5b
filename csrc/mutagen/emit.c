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

/* The group twice, so that a run of another mutant or none pays for one comparison. */
static size_t group(const struct emitter *e, size_t next) {
    struct extent group = e->mutants[next].group;
    size_t last = next;
    while (last + 1 < e->n && same_extent(e->mutants[last + 1].group, group))
        last++;
    fprintf(e->out,
            group.is_statement ? "begin if (" SELECTED " >= %d && " SELECTED " <= %d) begin "
                               : "(" SELECTED " >= %d && " SELECTED " <= %d ? (",
            e->mutants[next].id, e->mutants[last].id);
    next = choices(e, group.from, group.to, next);
    fputs(group.is_statement ? " end else begin " : ") : (", e->out);
    plain(e, group.from, group.to);
    fputs(group.is_statement ? " end end" : "))", e->out);
    return next;
}

void emit_source(FILE *out, const struct source *source, const struct mutants *mutants) {
    struct emitter e = {out, source->text, mutants->list, mutants->n};
    const struct module *module = NULL;
    size_t from = 0;
    for (size_t next = 0; next < e.n;) {
        if (e.mutants[next].module != module) {
            module = e.mutants[next].module;
            plain(&e, from, module->body);
            fputs(" reg [31:0] " SELECTED "; initial " SELECTED " = $c32(\"mcs_mutant\");", out);
            from = module->body;
        }
        struct extent extent = e.mutants[next].group;
        plain(&e, from, extent.from);
        next = group(&e, next);
        from = extent.to;
    }
    plain(&e, from, source->length);
}
