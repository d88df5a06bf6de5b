/* cosim demo: real tensors through the transform slot, and a convolution through the whole agent.
 * Runs two scenarios of the suite `demo` and shows what they saw. */
#include "cli/cli.h"
#include "demo/demo_conv.h"
#include "demo/demo_slot.h"
#include "sim/wrap.h"
#include "trace/fail_dir.h"
#include "trace/notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#define QUANTISE "tensors_are_quantised"
#define CONVOLVE "image_is_convolved"

enum {
    LARGEST_SHOWN = 12,
    WAVES_TO = 100000 /* cycles: a slow port somebody gives may take many more */
};

static void line(const char *label, const char *content) {
    char buf[1024];
    struct text t = text_into(buf, sizeof buf);
    text_paragraph(&t, label, content);
    fputs(buf, stdout);
}

#define LINE(label, ...)                                                                           \
    do {                                                                                           \
        char content[512];                                                                         \
        snprintf(content, sizeof content, __VA_ARGS__);                                            \
        line(label, content);                                                                      \
    } while (0)

/* ---- running --------------------------------------------------------------------------------- */

/* Runs demo.<name> with waves in `path` (of its first WAVES_TO cycles). Returns the exit status. */
static int run(const char *name, struct run_result *result, char path[512]) {
    static char report[8192];
    char full[96];
    const struct scenario *scenario;
    struct run_options options;
    struct wave_window window = {.on = true, .from = 0, .to = WAVES_TO, .attached = notes_attach};
    snprintf(full, sizeof full, "demo.%s", name);
    const struct suite *suite = cli_find(full, &scenario);
    if (!suite || !make_directories("build/waves")) {
        return 2;
    }
    options_init(&options);
    snprintf(window.path, sizeof window.path, "build/waves/%s.fst", full);
    snprintf(path, 512, "%s", window.path);
    remove(path);
    scenario_run(suite->name, scenario, &options, &window, result, NULL);
    if (result->failure.set) {
        fail_dir_write(suite->name, scenario, &options, result, NULL, report, sizeof report);
        printf("%s", report);
        return 1;
    }
    if (result->interrupted) {
        printf("INTERRUPTED %s after %s cycles\n", full, text_grouped(result->cycles));
        return 130;
    }
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) ? 0 : 2;
}

static void show_waves(const char *path, const char *name, const struct run_result *r) {
    const bool whole = r->cycles <= WAVES_TO;
    LINE("waves", "%s, %s %s cycles", path, whole ? "all" : "the first",
         text_grouped(whole ? r->cycles : WAVES_TO));
    LINE("open", "make waves T=demo.%s", name);
}

/* ---- quantisation ---------------------------------------------------------------------------- */

static int larger(const void *a, const void *b) {
    const struct tensor *ta = &demo_slot_result()->tensor[*(const unsigned *)a];
    const struct tensor *tb = &demo_slot_result()->tensor[*(const unsigned *)b];
    if (ta->values != tb->values) {
        return ta->values < tb->values ? 1 : -1;
    }
    return ta->first < tb->first ? -1 : 1;
}

static void show_row(const char *name, const char *shape, const struct sqnr *s) {
    printf("    %-26s  %-10s %8s  %8.2f  %11.2f\n", name, shape, text_grouped(s->values),
           sqnr_db(s), sqnr_block_db(s));
}

static unsigned lowest_sqnr(const struct demo_slot_result *r) {
    unsigned worst = 0;
    for (unsigned i = 1; i < r->tensors; i++) {
        worst = sqnr_db(&r->sqnr[i]) < sqnr_db(&r->sqnr[worst]) ? i : worst;
    }
    return worst;
}

static void show_tensors(const struct demo_slot_result *r) {
    unsigned order[DEMO_TENSORS], worst = lowest_sqnr(r);
    for (unsigned i = 0; i < r->tensors; i++) {
        order[i] = i;
    }
    qsort(order, r->tensors, sizeof *order, larger);
    printf("    %-26s  %-10s %8s  %8s  %11s\n", "the largest tensors", "shape", "values", "SQNR dB",
           "worst block");
    for (unsigned i = 0; i < r->tensors && i < LARGEST_SHOWN; i++) {
        show_row(r->tensor[order[i]].name, r->tensor[order[i]].shape, &r->sqnr[order[i]]);
    }
    printf("    the one with the lowest SQNR of all %u\n", r->tensors);
    show_row(r->tensor[worst].name, r->tensor[worst].shape, &r->sqnr[worst]);
    printf("    all %u together\n", r->tensors);
    show_row("", "", &r->overall[0]);
}

static const char *tensor_of(const struct demo_slot_result *r, size_t value) {
    for (unsigned i = 0; i < r->tensors; i++) {
        if (value - r->tensor[i].first < r->tensor[i].values) {
            return r->tensor[i].name;
        }
    }
    return "?";
}

static void show_quantisation(const struct run_result *run_seen) {
    const struct demo_slot_result *r = demo_slot_result();
    printf("\nFP16 to MXFP7 through mag_xform and the mxfp7 bank\n");
    if (!r->converted) {
        line("left out", "the bank in this build has no mxfp7 occupant, or one requester only");
        return;
    }
    const uint64_t entries = r->entries[0] + r->entries[1];
    const struct sqnr *all = &r->overall[0];
    LINE("converted",
         "all %u tensors twice, packing A by requester 0 and packing B by requester 1; a "
         "run of entries for each tensor, %s runs, %s of them granted while the other waited",
         r->tensors, text_grouped(r->grants), text_grouped(r->contended));
    LINE("compared", "%s entries, %s words, bit by bit", text_grouped(entries),
         text_grouped(run_seen->seen.words));
    LINE("cycles",
         "%s from the first done to the last, %.2f an entry: 8 beats, and the change of "
         "grant between runs",
         text_grouped(r->cycles), (double)(r->cycles - 1) / (double)(entries - 1));
    LINE("blocks",
         "32 consecutive values as stored, not always along a kernel's inputs; last entries "
         "filled with zeros (%s of them, not counted below)",
         text_grouped(r->padded));
    LINE("errors",
         "in steps of the block's scale, at most 0.5 is possible; the largest, %.5f, is "
         "value %s of %s (%s)",
         all->worst_error, text_grouped(all->worst_at), text_grouped(all->values),
         tensor_of(r, all->worst_at));
    show_tensors(r);
}

/* ---- convolution ----------------------------------------------------------------------------- */

static void show_upload(const struct demo_conv_result *r) {
    LINE("shape", "%d x %d pixels, %d channels to %d, zeros around", CONV_H, CONV_W, CONV_C,
         CONV_N);
    LINE("image", "[%d][%d][%d], values 0 - %s: %s to %s", CONV_H, CONV_W, CONV_C,
         text_grouped(CONV_IMAGE_VALUES - 1), r->first, r->last);
    LINE("weights", "[%d][3][3][%d], values %s - %s: %s to %s", CONV_N, CONV_C,
         text_grouped(CONV_IMAGE_VALUES), text_grouped(CONV_IMAGE_VALUES + CONV_WEIGHT_VALUES - 1),
         r->weights_first, r->weights_last);
    LINE("memory", "answers reads after %d-%d cycles", CONV_LATENCY_MIN, CONV_LATENCY_MAX);
    LINE("upload", "%s words through the host window in %s cycles", text_grouped(r->uploaded),
         text_grouped(r->upload_cycles));
}

static void show_moves(const struct demo_conv_result *r) {
    LINE("mover",
         "pads the rows to %d pixels and converts them to MXFP7 three times, so that every tap of "
         "four outputs is one whole entry of one copy. Busy counts from GO on; the rate is from "
         "the first word read to the last of a transform, written of the others",
         CONV_PITCH);
    printf("    %-26s %7s %8s %9s  %s\n", "moves", "words", "entries", "busy", "cycles per");
    for (unsigned i = 0; i < CONV_MOVES; i++) {
        const struct conv_move *m = &r->move[i].move;
        const unsigned items = m->entries ? m->entries : m->words;
        printf("    %-26s %7s %8s %9s  %5.2f %s\n", m->what, text_grouped(m->words),
               m->entries ? text_grouped(m->entries) : "", text_grouped(r->move[i].busy),
               (double)r->move[i].cycles / items, m->entries ? "entry" : "word");
    }
}

static void show_clusters(const struct conv_fetch_result *f) {
    printf("    %-12s %4s %6s %12s %13s %9s\n", "flits to", "port", "runs", "of its own",
           "as a peer", "together");
    for (unsigned i = 0; i < CONV_CLUSTERS; i++) {
        printf("    cluster %-4u %4u %6s %12s %13s %9s\n", i, i * CONV_PORTS / CONV_CLUSTERS,
               text_grouped(f->runs[i]), text_grouped(f->own[i]), text_grouped(f->as_peer[i]),
               text_grouped(f->own[i] + f->as_peer[i]));
    }
}

static void show_fetches(const struct demo_conv_result *r) {
    const struct conv_fetch_result *kernel = &r->fetch[CONV_KERNEL];
    const struct conv_fetch_result *pixels = &r->fetch[CONV_PIXELS];
    const double cycles = (double)(pixels->last - pixels->first + 1);
    LINE("weights", "%s runs from the staging store, each multicast to all %d clusters: %s flits",
         text_grouped(kernel->multicast_runs), CONV_CLUSTERS, text_grouped(kernel->flits));
    LINE("pixels",
         "nine taps of %d channel blocks a row. Clusters 0 and 1 take a third of the rows each; 2 "
         "and "
         "3 share a third: one asks, with the other as its peer, each computes half of the output "
         "channels. A run is %d entries of %d words",
         CONV_BLOCKS, CONV_RUN_ENTRIES, MXFP7_WORDS);
    show_clusters(pixels);
    printf("    %-38s %9s\n", "cycles, first flit to last", text_grouped((uint64_t)cycles));
    for (unsigned p = 0; p < CONV_PORTS; p++) {
        printf("    port %u, flits per cycle %14s %9.3f\n", p, "",
               (double)pixels->port_flits[p] / cycles);
    }
    printf("    %-38s %9.3f\n", "both ports, flits per cycle", (double)pixels->flits / cycles);
    printf("    %-38s %9s\n", "words from the memory's R channel",
           text_grouped(pixels->dram_beats));
    printf("    %-38s %9.3f\n", "  a cycle: its utilisation", (double)pixels->dram_beats / cycles);
    printf("    %-38s %9s\n", "runs that cross 4 KB", text_grouped(pixels->crossing));
    printf("    %-38s %9s\n", "entries that straddle one", text_grouped(pixels->straddling));
}

static void show_result(const struct demo_conv_result *r) {
    LINE("compared",
         "%s outputs with a C convolution of the quantised tensors, sums in exact fixed point: %s "
         "equal in every bit",
         text_grouped(r->compared), text_grouped(r->equal));
    LINE("SQNR",
         "%.2f dB against the convolution of the FP16 values, image and weights both quantised; "
         "%.2f dB at the worst pixel",
         sqnr_db(&r->sqnr), sqnr_block_db(&r->sqnr));
}

static void show_convolution(void) {
    const struct demo_conv_result *r = demo_conv_result();
    printf("\nA 3x3 convolution through mag: host, mover, slot, staging store, two ports\n");
    if (!r->done) {
        line("left out", "the build has no mxfp7 occupant, one port or too small a staging store, "
                         "or the options leave out streaming, peers or requests across 4 KB");
        return;
    }
    show_upload(r);
    show_moves(r);
    show_fetches(r);
    show_result(r);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void introduce(void) {
    printf("Real tensors through the RTL, every word compared with the golden models\n");
    line("data", "the FP16 weights of a real segmentation network (tests/data/README.md)");
    line("not real", "the convolution's image: a slice of those weights. Shapes, layout and "
                     "addresses are a convolution's, the numbers in it are not");
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int cmd_demo(int argc, char **argv) {
    static struct run_result quantised, convolved;
    char slot_waves[512], conv_waves[512], error[256];
    struct tensors tensors;
    const double started = seconds();
    (void)argv;
    if (argc > 1) {
        return usage_error("demo takes no arguments");
    }
    if (!tensors_load(&tensors, error)) {
        return usage_error("%s", error);
    }
    tensors_free(&tensors);
    cli_catch_interrupt();
    introduce();
    int status = run(QUANTISE, &quantised, slot_waves);
    if (status == 0) {
        show_quantisation(&quantised);
        status = run(CONVOLVE, &convolved, conv_waves);
    }
    if (status != 0) {
        return status;
    }
    show_convolution();
    printf("\nPASS  %s cycles, %s flits and %s words compared, %.1f s\n",
           text_grouped(quantised.cycles + convolved.cycles),
           text_grouped(quantised.seen.flits + convolved.seen.flits),
           text_grouped(quantised.seen.words + convolved.seen.words), seconds() - started);
    show_waves(slot_waves, QUANTISE, &quantised);
    show_waves(conv_waves, CONVOLVE, &convolved);
    return 0;
}
