/* The report for a browser: an index and a page a file, lines coloured by what became of the mutants
 * on them, each mutant folded under its line. Plain HTML and CSS, no scripts. */
#include "mutate/report.h"
#include "mutate/source.h"
#include "observe/svg.h"
#include "sim/wrap.h"

#include <errno.h>
#include <string.h>

static const char style[] =
    "body{font:15px/1.45 sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222}"
    "table{border-collapse:collapse}th,td{padding:.15em .7em;text-align:right}"
    "th:first-child,td:first-child,.l td,.l th{text-align:left}"
    "tr:nth-child(even) td{background:#f6f6f6}"
    "code,.s{font:13px/1.5 monospace}.s>*{display:block;white-space:pre-wrap;margin:0}"
    ".s details{background:#fff}.s summary{list-style:none;cursor:pointer}"
    ".s summary::-webkit-details-marker{display:none}"
    ".n{color:#888;display:inline-block;width:4em}.n::after{content:' '}"
    ".c{display:inline-block;width:5em;color:#666}"
    ".named{background:#dff3df}.weak{background:#fff0c2}.alive{background:#ffd3cf}"
    ".accepted{background:#dde6f5}"
    ".m{padding-left:9.5em;display:block;border-left:4px solid #bbb}"
    ".key span{padding:.1em .6em;margin-right:1em}";

/* The name of a file's page: its path with - for /. */
static void page_name(const char *file, char *buf, size_t size) {
    snprintf(buf, size, "%s.html", file);
    for (char *at = buf; *at; at++) {
        if (*at == '/') {
            *at = '-';
        }
    }
}

static FILE *begin_page(const char *folder, const char *name, const char *title) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", path, strerror(errno));
        return NULL;
    }
    fprintf(out,
            "<!doctype html><html lang=en><meta charset=utf-8><title>%s</title>"
            "<style>%s</style><h1>%s</h1>\n"
            "<p class=key><span class=named>killed by a check</span><span class=weak>only by a "
            "watchdog, a crash or a hang</span><span class=alive>alive</span>"
            "<span class=accepted>on the list of accepted ones</span></p>\n",
            title, style, title);
    return out;
}

static bool end_page(FILE *out) {
    fputs("</html>\n", out);
    if (fclose(out) != 0) {
        fprintf(stderr, "cosim: cannot write a page: %s\n", strerror(errno));
        return false;
    }
    return true;
}

/* ---- one file ---------------------------------------------------------------------------------- */

enum shade { SHADE_NONE, SHADE_NAMED, SHADE_ACCEPTED, SHADE_WEAK, SHADE_ALIVE };
static const char *const shade_class[] = {"", "named", "accepted", "weak", "alive"};

static enum shade shade_of(const struct report_group *g, unsigned i) {
    switch (g->record[i].fate) {
    case FATE_UNKNOWN:
        return SHADE_NONE;
    case FATE_NAMED:
        return SHADE_NAMED;
    case FATE_SURVIVED:
        return g->accepted[i] ? SHADE_ACCEPTED : SHADE_ALIVE;
    default:
        return SHADE_WEAK;
    }
}

/* One mutant: what is changed, and its end. */
static void put_mutant(FILE *out, const struct report_group *g, unsigned i) {
    const struct mutant *m = &g->mutants.mutant[i];
    const struct fate_record *f = &g->record[i];
    fprintf(out, "<span class=\"m %s\">%u %s: ", shade_class[shade_of(g, i)], m->id, m->kind);
    svg_escaped(out, m->original);
    fputs(" &rarr; ", out);
    svg_escaped(out, m->mutated);
    fputs(" &mdash; ", out);
    if (f->fate == FATE_SURVIVED) {
        svg_escaped(out, g->accepted[i] ? g->accepted[i]->reason : "alive");
    } else {
        fprintf(out, "%s %s in %s, cycle %s", f->fate == FATE_NAMED ? "" : fate_words[f->fate],
                f->check, f->trial, text_grouped(f->cycle));
    }
    fputs("</span>", out);
}

static bool on_line(const struct report_group *g, unsigned i, const char *file, unsigned line) {
    const struct mutant *m = &g->mutants.mutant[i];
    return m->line == line && strcmp(m->file, file) == 0 && g->record[i].fate != FATE_UNKNOWN;
}

static void put_line(FILE *out, const struct report_group *g, const struct source *s,
                     unsigned line) {
    enum shade worst = SHADE_NONE;
    unsigned all = 0, killed = 0;
    for (unsigned i = 0; i < g->mutants.count; i++) {
        if (on_line(g, i, s->path, line)) {
            const enum shade shade = shade_of(g, i);
            worst = shade > worst ? shade : worst;
            all++;
            killed += g->record[i].fate != FATE_SURVIVED;
        }
    }
    if (all == 0) {
        fprintf(out, "<div><span class=n>%u</span><span class=c></span>", line);
        svg_escaped(out, source_line(s, line));
        fputs("</div>", out);
        return;
    }
    fprintf(out,
            "<details id=l%u><summary class=%s><span class=n>%u</span><span class=c>%u/%u</span>",
            line, shade_class[worst], line, killed, all);
    svg_escaped(out, source_line(s, line));
    fputs("</summary>", out);
    for (unsigned i = 0; i < g->mutants.count; i++) {
        if (on_line(g, i, s->path, line)) {
            put_mutant(out, g, i);
        }
    }
    fputs("</details>", out);
}

static bool write_file_page(const struct report_group *g, const char *folder, const char *file) {
    char name[256];
    struct source s;
    if (!source_read(&s, file)) {
        return false;
    }
    page_name(file, name, sizeof name);
    FILE *out = begin_page(folder, name, file);
    if (out) {
        fputs("<p><a href=index.html>all files</a>; left of a line: killed of its mutants. A line "
              "opens to show them.</p><div class=s>\n",
              out);
        for (unsigned line = 1; line <= s.lines; line++) {
            put_line(out, g, &s, line);
            fputc('\n', out);
        }
        fputs("</div>", out);
    }
    source_free(&s);
    return out && end_page(out);
}

/* ---- the index --------------------------------------------------------------------------------- */

static void put_row(FILE *out, const struct report_tally *t) {
    char name[256];
    fputs("<tr><td>", out);
    if (t->file) {
        page_name(t->file, name, sizeof name);
        fprintf(out, "<a href=\"%s\">%s</a><td class=l>%s", name, t->module, t->file);
    } else {
        fputs("all<td>", out);
    }
    const unsigned score = report_score(t, false), named = report_score(t, true);
    fprintf(out, "<td>%s<td>%s<td>%s<td>%s<td>%s<td%s>%s<td>%u.%02u<td>%u.%02u</tr>\n",
            text_grouped(t->all), text_grouped(t->fate[FATE_NAMED]),
            text_grouped(t->fate[FATE_STALL]),
            text_grouped(t->fate[FATE_CRASH] + t->fate[FATE_TIMEOUT]), text_grouped(t->accepted),
            t->fate[FATE_SURVIVED] > t->accepted ? " class=alive" : "",
            text_grouped(t->fate[FATE_SURVIVED] - t->accepted), score / 100, score % 100,
            named / 100, named % 100);
}

static void put_list(FILE *out, const struct report *r, const char *title, enum shade wanted) {
    fprintf(out, "<h2>%s</h2><table class=l><tr><th>where<th>line<th>changed<th>by</tr>\n", title);
    for (unsigned n = 0; n < r->groups; n++) {
        const struct report_group *g = &r->group[n];
        for (unsigned i = 0; i < g->mutants.count; i++) {
            const struct mutant *m = &g->mutants.mutant[i];
            char name[256];
            if (shade_of(g, i) != wanted) {
                continue;
            }
            page_name(m->file, name, sizeof name);
            fprintf(out, "<tr><td><a href=\"%s#l%u\">%s:%u</a><td><code>", name, m->line, m->file,
                    m->line);
            svg_escaped(out, g->line[i]);
            fprintf(out, "</code><td>%s %u, %s: <code>", g->name, m->id, m->kind);
            svg_escaped(out, m->original);
            fputs("</code> &rarr; <code>", out);
            svg_escaped(out, m->mutated);
            fputs("</code><td>", out);
            svg_escaped(out, wanted == SHADE_WEAK       ? g->record[i].trial
                             : wanted == SHADE_ACCEPTED ? g->accepted[i]->reason
                                                        : "");
            fputs("</tr>\n", out);
        }
    }
    fputs("</table>\n", out);
}

static bool write_index(const struct report *r, const char *folder) {
    FILE *out = begin_page(folder, "index.html", "Mutants of the RTL");
    if (!out) {
        return false;
    }
    fputs("<table><tr><th>module<th class=l>file<th>mutants<th>by a check<th>only stall<th>crash, "
          "hang<th>on the list<th>alive<th>killed, %<th>by a check, %</tr>\n",
          out);
    for (unsigned i = 0; i < r->modules; i++) {
        put_row(out, &r->module[i]);
    }
    put_row(out, &r->total);
    fputs("</table>\n", out);
    put_list(out, r, "Alive", SHADE_ALIVE);
    put_list(out, r, "Killed only by a watchdog, a crash or a hang", SHADE_WEAK);
    put_list(out, r, "Accepted, each with its reason", SHADE_ACCEPTED);
    return end_page(out);
}

bool report_write_pages(const struct report *r, const char *folder) {
    for (unsigned n = 0; n < r->groups; n++) {
        const struct mutant_list *l = &r->group[n].mutants;
        for (unsigned i = 0; i < l->count; i++) {
            const bool first = i == 0 || strcmp(l->mutant[i].file, l->mutant[i - 1].file) != 0;
            if (first && !write_file_page(&r->group[n], folder, l->mutant[i].file)) {
                return false;
            }
        }
    }
    return write_index(r, folder);
}
