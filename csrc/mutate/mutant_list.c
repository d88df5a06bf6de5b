#include "mutate/mutant_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 9 };

char *read_whole(const char *path, uint64_t *size) {
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t used = 0, room = 0;
    while (f && !feof(f) && !ferror(f)) {
        if (room - used < 2) {
            room = room ? room * 2 : 65536;
            text = realloc(text, room);
            if (!text) {
                fprintf(stderr, "cosim: out of memory\n");
                exit(2);
            }
        }
        used += fread(text + used, 1, room - used - 1, f);
    }
    const bool bad = !f || ferror(f);
    if (f) {
        fclose(f);
    }
    if (bad || !text) {
        free(text);
        return NULL;
    }
    text[used] = 0;
    if (size) {
        *size = used;
    }
    return text;
}

char *next_line(char **at) {
    char *line = *at;
    if (*line == 0) {
        return NULL;
    }
    char *end = strchr(line, '\n');
    *at = end ? end + 1 : line + strlen(line);
    if (end) {
        *end = 0;
    }
    return line;
}

unsigned split_at_tabs(char *line, char **field, unsigned most) {
    unsigned n = 0;
    for (char *at = line; at; n++) {
        char *tab = strchr(at, '\t');
        if (tab) {
            *tab++ = 0;
        }
        if (n < most) {
            field[n] = at;
        }
        at = tab;
    }
    return n;
}

void *zeroed(size_t count, size_t size) {
    void *p = calloc(count + 1, size);
    if (!p) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    return p;
}

static unsigned lines_in(const char *text) {
    unsigned n = 0;
    for (; *text; text++) {
        n += *text == '\n';
    }
    return n;
}

static bool take_line(char *line, struct mutant *m) {
    char *field[FIELDS];
    if (split_at_tabs(line, field, FIELDS) != FIELDS) {
        return false;
    }
    unsigned *const number[] = {&m->id, &m->line, &m->column, &m->length};
    char *const digits[] = {field[0], field[2], field[3], field[4]};
    for (unsigned i = 0; i < 4; i++) {
        char *end;
        *number[i] = (unsigned)strtoul(digits[i], &end, 10);
        if (end == digits[i] || *end) {
            return false;
        }
    }
    m->file = field[1];
    m->module = field[5];
    m->kind = field[6];
    m->original = field[7];
    m->mutated = field[8];
    return true;
}

bool mutant_list_read(struct mutant_list *list, const char *path) {
    *list = (struct mutant_list){.text = read_whole(path, NULL)};
    if (!list->text) {
        fprintf(stderr, "cosim: cannot read %s (make mutate makes it)\n", path);
        return false;
    }
    list->mutant = calloc(lines_in(list->text) + 1, sizeof *list->mutant);
    if (!list->mutant) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    char *at = list->text, *line;
    while ((line = next_line(&at))) {
        struct mutant *m = &list->mutant[list->count++];
        if (!take_line(line, m) || m->id != list->count) {
            fprintf(stderr, "cosim: %s: line %u is no mutant (nine fields, ids from 1 up)\n", path,
                    list->count);
            return false;
        }
    }
    return true;
}
