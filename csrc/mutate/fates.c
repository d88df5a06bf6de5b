#include "mutate/fates.h"

#include "mutate/mutant_list.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const fate_words[FATES] = {"unknown", "named", "stall", "crash", "timeout", "survived"};

enum { FIELDS = 6 };

static void take_line(char *line, struct fate_record *record, unsigned count) {
    char *field[FIELDS];
    if (split_at_tabs(line, field, FIELDS) != FIELDS) {
        return;
    }
    const unsigned long id = strtoul(field[0], NULL, 10);
    struct fate_record r = {0};
    for (unsigned i = FATE_NAMED; i < FATES; i++) {
        if (strcmp(field[1], fate_words[i]) == 0) {
            r.fate = (enum fate)i;
        }
    }
    if (id == 0 || id > count || r.fate == FATE_UNKNOWN) {
        return;
    }
    snprintf(r.check, sizeof r.check, "%s", field[2]);
    snprintf(r.trial, sizeof r.trial, "%s", field[3]);
    r.cycle = strtoull(field[4], NULL, 10);
    r.seconds = strtod(field[5], NULL);
    record[id - 1] = r;
}

/* The length of the whole lines of the text, which ends there afterwards. */
static size_t whole_lines(char *text) {
    char *end = strrchr(text, '\n');
    const size_t length = end ? (size_t)(end - text) + 1 : 0;
    text[length] = 0;
    return length;
}

static void take_lines(char *at, struct fate_record *record, unsigned count) {
    char *line;
    while ((line = next_line(&at))) {
        take_line(line, record, count);
    }
}

bool fates_read(const char *path, struct fate_record *record, unsigned count) {
    char *text = read_whole(path, NULL);
    if (text) {
        whole_lines(text);
        take_lines(text, record, count);
        free(text);
    }
    return text != NULL;
}

int fates_open(const char *path, uint64_t key, struct fate_record *record, unsigned count) {
    char head[64];
    snprintf(head, sizeof head, "# key %016" PRIx64 "\n", key);
    char *text = read_whole(path, NULL);
    size_t kept = 0;
    if (text && strncmp(text, head, strlen(head)) == 0) {
        kept = whole_lines(text);
        take_lines(text + strlen(head), record, count);
    }
    free(text);
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, (off_t)kept) != 0 ||
        (kept == 0 && write(file, head, strlen(head)) != (ssize_t)strlen(head))) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", path, strerror(errno));
        return -1;
    }
    return file;
}

bool fates_append(int file, unsigned id, const struct fate_record *r) {
    char line[256];
    const int n = snprintf(line, sizeof line, "%u\t%s\t%s\t%s\t%" PRIu64 "\t%.3f\n", id,
                           fate_words[r->fate], r->check, r->trial, r->cycle, r->seconds);
    if (write(file, line, (size_t)n) != n) {
        fprintf(stderr, "cosim: cannot write the results: %s\n", strerror(errno));
        return false;
    }
    return true;
}
