/* cosim ring: the ring file of a run that was killed, turned into waves. */
#include "cli/cli.h"
#include "sim/wrap.h"
#include "trace/ring_fst.h"

#include <stdio.h>
#include <string.h>

static bool parse(int argc, char **argv, const char **file, const char **out) {
    *file = *out = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--out") == 0 && i + 1 < argc && !*out) {
            *out = argv[++i];
        } else if (strncmp(argv[i], "--", 2) == 0) {
            usage_error("ring: %s '%s'; it takes FILE [--out FILE.fst]",
                        strcmp(argv[i], "--out") == 0 ? "what is" : "unknown option", argv[i]);
            return false;
        } else if (*file) {
            usage_error("ring takes one FILE, build/waves/SUITE.TEST.ring");
            return false;
        } else {
            *file = argv[i];
        }
    }
    if (!*file) {
        usage_error("ring needs a FILE, build/waves/SUITE.TEST.ring");
    }
    return *file != NULL;
}

/* "a/b.ring" to "a/b.fst"; another name gets ".fst" behind it. */
static void default_out(const char *file, char *out, size_t size) {
    const size_t n = strlen(file);
    const bool known = n > 5 && strcmp(file + n - 5, ".ring") == 0;
    snprintf(out, size, "%.*s.fst", (int)(known ? n - 5 : n), file);
}

static void print_summary(const struct ring_file *ring, const char *out) {
    const struct ring_header *h = ring->header;
    char line[512], buf[2048];
    struct text t = text_into(buf, sizeof buf);
    snprintf(line, sizeof line, "%s, seed 0x%llx, DUT %s", h->test, (unsigned long long)h->seed,
             h->dut);
    text_paragraph(&t, "run", line);
    text_paragraph(&t, "built from", h->build);
    snprintf(line, sizeof line, "%s - %s, %u ports, %u levels of the harness",
             text_grouped(ring_record_at(ring, 0)->cycle),
             text_grouped(ring_record_at(ring, ring->count - 1)->cycle), h->pins, h->gauges);
    text_paragraph(&t, "cycles", line);
    if (h->failure.set) {
        snprintf(line, sizeof line, "%s on %s in cycle %s: %.*s", h->failure.check,
                 h->failure.where, text_grouped(h->failure.cycle), (int)sizeof h->failure.what,
                 h->failure.what);
    } else {
        snprintf(line, sizeof line, "no check had failed when %s",
                 h->ended ? "the run ended" : "the run was killed");
    }
    text_paragraph(&t, "verdict", line);
    text_paragraph(&t, "waves", out);
    printf("%s", buf);
}

int cmd_ring(int argc, char **argv) {
    const char *file, *out;
    char path[1024], error[320];
    struct ring_file ring;
    if (!parse(argc, argv, &file, &out)) {
        return 2;
    }
    if (!out) {
        default_out(file, path, sizeof path);
        out = path;
    }
    if (!ring_open(&ring, file, error)) {
        fprintf(stderr, "cosim: %s\n", error);
        return 1;
    }
    const bool written = ring_write_fst(&ring, out, error);
    if (written) {
        print_summary(&ring, out);
    } else {
        fprintf(stderr, "cosim: %s\n", error);
    }
    ring_close(&ring);
    return written ? 0 : 1;
}
