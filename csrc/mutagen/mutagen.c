/* Generates mutants of Verilog modules: mutagen --help. Knows nothing of the program that runs them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "library.h"

static const char usage[] =
    "mutagen [-y DIR]... OUTDIR FILE.v...       every file with all its mutants in it, as\n"
    "                                           OUTDIR/NAME.v, and OUTDIR/mutants.tsv\n"
    "mutagen [-y DIR]... --apply ID FILE.v...   the file that mutant ID changes, changed\n"
    "\n"
    "mutants.tsv, by tabs: id, file, line, column, length on that line, module,\n"
    "operator, original, mutated.\n"
    "-y DIR: where modules of instances are that no FILE.v has.\n"
    "The program with the Verilated files has `unsigned mcs_mutant`, declared in a header\n"
    "that -include names: the mutant to run, or 0, set before a model is made. Verilator\n"
    "5.006 wants -Wno-fatal -Wno-lint -fno-dfg-peephole for them.\n";

struct file {
    struct module *modules; /* the first of its modules; those of its source are the file's */
    struct mutants mutants;
};

__attribute__((noreturn)) static void refuse(const char *what, const char *which) {
    fprintf(stderr, "mutagen: %s%s\n", what, which);
    exit(1);
}

static struct file *mutate_files(char *const *paths, int n) {
    struct file *files = keep((size_t)n * sizeof *files);
    for (int i = 0; i < n; i++)
        files[i].modules = library_add_file(paths[i]);
    int id = 1;
    for (int i = 0; i < n; i++) {
        const struct source *source = files[i].modules->source;
        for (struct module *m = files[i].modules; m && m->source == source; m = m->next)
            mutate_module(&files[i].mutants, m);
        id = number_mutants(&files[i].mutants, id);
    }
    return files;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static FILE *create(const char *folder, const char *name) {
    const char *path = keep_format("%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        refuse("cannot write ", path);
    return file;
}

static void finish(FILE *file, const char *name) {
    if (fflush(file) || ferror(file) || fclose(file))
        refuse("cannot write all of ", name);
}

/* On one line: every stretch of white space as a space. */
static void put_squeezed(FILE *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!isspace((unsigned char)text[i]))
            putc(text[i], out);
        else if (i + 1 < length && !isspace((unsigned char)text[i + 1]))
            putc(' ', out);
}

static void put_row(FILE *out, const struct mutant *m) {
    const struct source *source = m->module->source;
    size_t length = strcspn(source->text + m->from, "\n");
    if (length > m->to - m->from)
        length = m->to - m->from;
    fprintf(out, "%d\t%s\t%zu\t%zu\t%zu\t%s\t%s\t", m->id, source->path,
            source_line(source, m->from), source_column(source, m->from), length, m->module->name,
            m->operator);
    put_squeezed(out, source->text + m->from, m->to - m->from);
    putc('\t', out);
    put_squeezed(out, m->text, strlen(m->text));
    putc('\n', out);
}

static void generate(const char *folder, char *const *paths, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(base_name(paths[i]), base_name(paths[k])))
                refuse("two files of one name: ", base_name(paths[i]));
    const struct file *files = mutate_files(paths, n);
    FILE *table = create(folder, "mutants.tsv");
    for (int i = 0; i < n; i++) {
        FILE *out = create(folder, base_name(paths[i]));
        emit_source(out, files[i].modules->source, &files[i].mutants);
        finish(out, base_name(paths[i]));
        for (size_t k = 0; k < files[i].mutants.n; k++)
            put_row(table, &files[i].mutants.list[k]);
    }
    finish(table, "mutants.tsv");
}

static void apply(const char *id, char *const *paths, int n) {
    char *end;
    long number = strtol(id, &end, 10);
    const struct file *files = mutate_files(paths, n);
    for (int i = 0; i < n && !*end; i++)
        for (size_t k = 0; k < files[i].mutants.n; k++)
            if (files[i].mutants.list[k].id == number) {
                fputs(mutated_source(&files[i].mutants.list[k]), stdout);
                finish(stdout, "the mutated file");
                return;
            }
    refuse("these files have no mutant ", id);
}

int main(int argc, char **argv) {
    int i = 1;
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        fputs(usage, stdout);
        return 0;
    }
    for (; i + 1 < argc && !strcmp(argv[i], "-y"); i += 2)
        library_add_folder(argv[i + 1]);
    bool applies = i < argc && !strcmp(argv[i], "--apply");
    i += applies;
    if (argc - i < 2 || argv[i][0] == '-') {
        fputs(usage, stderr);
        return 1;
    }
    if (applies)
        apply(argv[i], argv + i + 1, argc - i - 1);
    else
        generate(argv[i], argv + i + 1, argc - i - 1);
    return 0;
}
