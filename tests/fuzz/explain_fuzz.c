/* Gives a program mutated dumps for a while: `cosim explain` as a whole, with the library that reads
 * values behind the front. Every run must end in time with status 0 to 2 and, when it refuses the
 * file, one line on stderr. Used by `make fuzz`; knows nothing of the format.
 *
 *     explain_fuzz SECONDS SEED FOLDER PROGRAM ARGUMENT...
 *
 * Seeds are the *.fst of FOLDER; the argument FILE stands for the dump. A dump that does not pass is
 * kept in build/fuzz and named; exit status 1 then. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SEEDS_MAX = 64, SIZE_MAX_BYTES = 1 << 16, TIME_LIMIT = 20 /* seconds a run */ };

struct dump {
    uint8_t bytes[SIZE_MAX_BYTES];
    size_t size;
};

static struct dump seeds[SEEDS_MAX];
static unsigned seed_count;
static uint64_t state;

/* splitmix64 */
static uint64_t next(void) {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static size_t below(size_t n) {
    return n ? next() % n : 0;
}

static void load_seeds(const char *folder) {
    DIR *d = opendir(folder);
    const struct dirent *entry;
    while (d && (entry = readdir(d)) && seed_count < SEEDS_MAX) {
        const char *dot = strrchr(entry->d_name, '.');
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *f = dot && strcmp(dot, ".fst") == 0 ? fopen(path, "rb") : NULL;
        if (f) {
            seeds[seed_count].size = fread(seeds[seed_count].bytes, 1, SIZE_MAX_BYTES, f);
            seed_count += seeds[seed_count].size > 0;
            fclose(f);
        }
    }
    if (d) {
        closedir(d);
    }
}

static void number(struct dump *d) {
    static const uint64_t some[] = {0,          1,           0x7f,       0x80,       0xff,
                                    UINT16_MAX, UINT32_MAX,  INT64_MAX,  UINT64_MAX, 1u << 20,
                                    1u << 31,   1ull << 32u, 1ull << 40u};
    uint64_t value = some[below(sizeof some / sizeof *some)] + below(3) - 1;
    const size_t length = 1 + below(8), at = below(d->size);
    for (size_t i = length; i-- > 0; value >>= 8) {
        if (at + i < d->size) {
            d->bytes[at + i] = (uint8_t)value;
        }
    }
}

static void copy_piece(struct dump *d) {
    const struct dump *from = &seeds[below(seed_count)];
    const size_t source = below(from->size), target = below(d->size);
    size_t length = 1 + below(64);
    length = length > from->size - source ? from->size - source : length;
    length = length > d->size - target ? d->size - target : length;
    memcpy(d->bytes + target, from->bytes + source, length);
}

static void mutate(struct dump *d) {
    for (size_t n = 1 + below(below(4) ? 3 : 30); n > 0; n--) {
        switch (below(6)) {
        case 0:
        case 1:
            d->bytes[below(d->size)] ^= (uint8_t)(1u << below(8));
            break;
        case 2:
            d->bytes[below(d->size)] = (uint8_t)next();
            break;
        case 3:
            number(d);
            break;
        case 4:
            copy_piece(d);
            break;
        default:
            if (below(8) == 0) {
                d->size = 1 + below(d->size);
            }
        }
    }
}

static bool write_dump(const struct dump *d, const char *path) {
    FILE *f = fopen(path, "wb");
    const bool good = f && fwrite(d->bytes, 1, d->size, f) == d->size;
    return (f && fclose(f) == 0) && good;
}

/* The status as wait() gives it; what is said goes to out and err. */
static int run(char **command, const char *out, const char *err) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        alarm(TIME_LIMIT);
        const int o = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int e = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (o < 0 || e < 0 || dup2(o, 1) < 0 || dup2(e, 2) < 0) {
            _exit(126);
        }
        execv(command[0], command);
        _exit(127);
    }
    if (child > 0) {
        waitpid(child, &status, 0);
    }
    return status;
}

/* NULL: as it should be. */
static const char *fault_of(int status, const char *err) {
    static char text[64];
    char line[4096];
    unsigned lines = 0;
    if (!WIFEXITED(status)) {
        snprintf(text, sizeof text, WTERMSIG(status) == SIGALRM ? "no end in %d s" : "signal %d",
                 WTERMSIG(status) == SIGALRM ? TIME_LIMIT : WTERMSIG(status));
        return text;
    }
    FILE *f = fopen(err, "r");
    while (f && fgets(line, sizeof line, f)) {
        lines++;
        if (strstr(line, "Sanitizer") || strstr(line, "runtime error")) {
            lines = 1000;
        }
    }
    if (f) {
        fclose(f);
    }
    if (lines >= 1000) {
        return "a sanitiser's report";
    }
    if (WEXITSTATUS(status) > 2) {
        snprintf(text, sizeof text, "exit status %d", WEXITSTATUS(status));
        return text;
    }
    return WEXITSTATUS(status) == 2 && lines != 1 ? "refused, but not in one line" : NULL;
}

int main(int argc, char **argv) {
    static const char *const path = "build/fuzz/explain.fst";
    static struct dump d;
    unsigned long runs = 0, refused = 0, bad = 0;
    if (argc < 5) {
        fprintf(stderr, "usage: explain_fuzz SECONDS SEED FOLDER PROGRAM ARGUMENT...\n");
        return 2;
    }
    const time_t end = time(NULL) + atol(argv[1]);
    const uint64_t first = strtoull(argv[2], NULL, 0);
    load_seeds(argv[3]);
    for (int i = 4; i < argc; i++) {
        argv[i] = strcmp(argv[i], "FILE") == 0 ? (char *)path : argv[i];
    }
    if (seed_count == 0) {
        fprintf(stderr, "explain_fuzz: no *.fst in %s\n", argv[3]);
        return 2;
    }
    while (time(NULL) < end && bad < 10) {
        state = first + runs * 1000003;
        memcpy(&d, &seeds[below(seed_count)], sizeof d);
        if (runs > 0) { /* the first is a seed as it is */
            mutate(&d);
        }
        if (!write_dump(&d, path)) {
            fprintf(stderr, "explain_fuzz: cannot write %s\n", path);
            return 2;
        }
        const int status = run(argv + 4, "build/fuzz/explain.out", "build/fuzz/explain.err");
        const char *fault = fault_of(status, "build/fuzz/explain.err");
        refused += WIFEXITED(status) && WEXITSTATUS(status) == 2;
        if (fault) {
            char kept[64];
            snprintf(kept, sizeof kept, "build/fuzz/explain-%lu.fst", runs);
            write_dump(&d, kept);
            printf("  %s: %s\n", kept, fault);
            bad++;
        }
        runs++;
    }
    printf("  %lu runs of the program, %lu dumps refused, %lu findings\n", runs, refused, bad);
    return bad ? 1 : 0;
}
