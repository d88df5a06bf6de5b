#include "mutate/sample.h"

#include "mutate/mutant_list.h"
#include "sim/rng.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lot {
    uint64_t drawn;
    unsigned folder, id;
};

static int by_lot(const void *a, const void *b) {
    const struct lot *x = a, *y = b;
    return (x->drawn > y->drawn) - (x->drawn < y->drawn);
}

static int by_place(const void *a, const void *b) {
    const struct lot *x = a, *y = b;
    if (x->folder != y->folder) {
        return x->folder < y->folder ? -1 : 1;
    }
    return (x->id > y->id) - (x->id < y->id);
}

/* A lot for each mutant of a folder: depends on the seed, the group's name and the id alone. */
static bool draw_folder(struct lot **lots, size_t *used, uint64_t seed, char *const *folder,
                        unsigned which) {
    char path[512];
    struct mutant_list list;
    struct rng rng;
    snprintf(path, sizeof path, "%s/mutants.tsv", folder[which]);
    if (!mutant_list_read(&list, path)) {
        return false;
    }
    const char *slash = strrchr(folder[which], '/');
    rng_init(&rng, seed, "mutate", slash ? slash + 1 : folder[which]);
    struct lot *grown = realloc(*lots, (*used + list.count + 1) * sizeof **lots);
    if (!grown) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    *lots = grown;
    for (unsigned i = 0; i < list.count; i++) {
        grown[(*used)++] = (struct lot){rng_next(&rng), which, i + 1};
    }
    free(list.mutant);
    free(list.text);
    return true;
}

static bool write_ids(const struct lot *lot, size_t lots, const char *path, unsigned folder) {
    FILE *out = fopen(path, "w");
    for (size_t i = 0; out && lot && i < lots; i++) {
        if (lot[i].folder == folder) {
            fprintf(out, "%u\n", lot[i].id);
        }
    }
    if (!out || fclose(out) != 0) {
        fprintf(stderr, "cosim: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}

bool sample_choose(uint64_t count, uint64_t seed, const char *name, char *const *folder,
                   unsigned folders) {
    struct lot *lots = NULL;
    size_t used = 0;
    bool fine = true;
    for (unsigned i = 0; i < folders && fine; i++) {
        fine = draw_folder(&lots, &used, seed, folder, i);
    }
    if (lots) {
        qsort(lots, used, sizeof *lots, by_lot);
        used = count < used ? (size_t)count : used;
        qsort(lots, used, sizeof *lots, by_place);
    }
    for (unsigned i = 0; i < folders && fine; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.ids", folder[i], name);
        fine = write_ids(lots, used, path, i);
    }
    free(lots);
    return fine;
}

bool sample_read(const char *path, bool *chosen, unsigned count) {
    char *text = read_whole(path, NULL), *at = text, *line;
    for (unsigned i = 0; i < count && !text; i++) {
        chosen[i] = true;
    }
    while (text && (line = next_line(&at))) {
        const unsigned long id = strtoul(line, NULL, 10);
        if (id == 0 || id > count) {
            fprintf(stderr, "cosim: %s: '%s' is no mutant's id\n", path, line);
            free(text);
            return false;
        }
        chosen[id - 1] = true;
    }
    free(text);
    return true;
}
