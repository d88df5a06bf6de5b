#include "mutate/source.h"

#include "mutate/mutant_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool source_read(struct source *s, const char *path) {
    *s = (struct source){.path = path, .text = read_whole(path, NULL)};
    if (!s->text) {
        fprintf(stderr, "cosim: cannot read %s\n", path);
        return false;
    }
    unsigned room = 1;
    for (const char *at = s->text; *at; at++) {
        room += *at == '\n';
    }
    s->line = calloc(room, sizeof *s->line);
    char *at = s->text, *line;
    while (s->line && s->lines < room && (line = next_line(&at))) {
        s->line[s->lines++] = line;
    }
    return s->line != NULL;
}

void source_free(struct source *s) {
    free(s->line);
    free(s->text);
    *s = (struct source){0};
}

const char *source_line(const struct source *s, unsigned number) {
    return number >= 1 && number <= s->lines ? s->line[number - 1] : "";
}

void squeeze(const char *text, char *buf, size_t size) {
    size_t used = 0;
    for (const char *at = text; *at && used + 2 < size; at++) {
        const bool space = strchr(" \t\r", *at) != NULL;
        if (!space) {
            buf[used++] = *at;
        } else if (used > 0 && buf[used - 1] != ' ') {
            buf[used++] = ' ';
        }
    }
    while (used > 0 && buf[used - 1] == ' ') {
        used--;
    }
    buf[used] = 0;
}
