/* cosim demo: real tensors through the transform slot, and a convolution's fetches through the
 * memory port. Runs two scenarios of the suite `demo` and shows what they saw. */
#include "cli/cli.h"
#include "demo/demo_conv.h"
#include "demo/demo_slot.h"
#include "sim/wrap.h"
#include "trace/fail_dir.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#define QUANTISE "tensors_are_quantised"
#define FETCH "convolution_is_fetched"

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
    struct wave_window window = {.on = true, .from = 0, .to = WAVES_TO};
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
        fail_dir_write(suite->name, scenario, &options, result, report, sizeof report);
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

static const char *grouped_address(uint64_t addr, char text[16]) {
    snprintf(text, 16, "0x%02x_%04x_%04x", (unsigned)(addr >> 32 & 0xff),
             (unsigned)(addr >> 16 & 0xffff), (unsigned)(addr & 0xffff));
    return text;
}

static void show_slices(const struct demo_conv_result *r) {
    char image[16], weights[16];
    LINE("image",
         "activations [%d][%d][%d][%d] at %s: values 0 - %s, %s to %s, in a border of zeros and "
         "with %d pixels of padding after each plane",
         CONV_BLOCKS, CONV_H + 2, CONV_PITCH, CONV_BLOCK, grouped_address(r->base, image),
         text_grouped(CONV_ACTIVATIONS - 1), r->first, r->last, CONV_STORED - CONV_PLANE);
    LINE("weights", "[%d][%d][%d][%d] at %s: values %s - %s, %s to %s", CONV_BLOCKS, CONV_TAPS,
         CONV_N, CONV_BLOCK, grouped_address(r->weights_base, weights),
         text_grouped(CONV_ACTIVATIONS), text_grouped(CONV_ACTIVATIONS + CONV_WEIGHTS - 1),
         r->weights_first, r->weights_last);
}

static void show_convolution(void) {
    const struct demo_conv_result *r = demo_conv_result();
    printf("\nThe fetches of a 3x3 convolution on FP16 through mag_mem_port\n");
    if (!r->fetched) {
        line("left out", "the options leave out streaming, peers or requests across 4 KB");
        return;
    }
    LINE("shape", "%d x %d pixels, %d channels to %d", CONV_H, CONV_W, CONV_C, CONV_N);
    show_slices(r);
    LINE("requests",
         "%d clusters sweep %d tiles of %d pixels of the padded raster, 9 taps at "
         "(dy*%d+dx)*64 bytes, %d channel blocks; a run is 16 entries of 4 words",
         CONV_CLUSTERS, CONV_TILES, CONV_TILE, CONV_PITCH, CONV_BLOCKS);
    LINE("", "%s runs, %s of them multicast: weights asked for by one cluster, served to all %d",
         text_grouped(r->runs), text_grouped(r->multicast_runs), CONV_CLUSTERS);
    LINE("pace",
         "memory answers after %d-%d cycles and stalls in %d %% of cycles, the mesh in %d %%",
         CONV_LATENCY_MIN, CONV_LATENCY_MAX, CONV_MEMORY_STALLS / 10, CONV_MESH_STALLS / 10);
    LINE("compared",
         "%s flits, each also with the tensor's own value at that pixel, tap and channel",
         text_grouped(r->compared));
    printf("    %-34s %9s\n", "flits to clusters", text_grouped(r->flits));
    printf("    %-34s %9s\n", "  of these to multicast peers", text_grouped(r->peer_flits));
    printf("    %-34s %9s\n", "words read from memory", text_grouped(r->words_read));
    printf("    %-34s %9s\n", "cycles, first flit to last", text_grouped(r->cycles));
    printf("    %-34s %9.3f\n", "flits per cycle", (double)r->flits / (double)r->cycles);
    printf("    %-34s %9s\n", "runs split at a 4 KB boundary", text_grouped(r->splits_4k));
    printf("    %-34s %9s\n", "entries that straddle one", text_grouped(r->straddling));
}

/* ---- the command ----------------------------------------------------------------------------- */

static void introduce(void) {
    printf("Real tensors through the RTL, every word compared with the golden models\n");
    line("data", "the FP16 weights of a real segmentation network (tests/data/README.md)");
    line("not real", "the convolution's activations: they are slices of those weights. Layout and "
                     "addresses are a convolution's, the numbers in it are not");
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int cmd_demo(int argc, char **argv) {
    static struct run_result quantised, fetched;
    char slot_waves[512], port_waves[512], error[256];
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
        status = run(FETCH, &fetched, port_waves);
    }
    if (status != 0) {
        return status;
    }
    show_convolution();
    printf("\nPASS  %s cycles, %s flits and %s words compared, %.1f s\n",
           text_grouped(quantised.cycles + fetched.cycles),
           text_grouped(quantised.seen.flits + fetched.seen.flits),
           text_grouped(quantised.seen.words + fetched.seen.words), seconds() - started);
    show_waves(slot_waves, QUANTISE, &quantised);
    show_waves(port_waves, FETCH, &fetched);
    return 0;
}
