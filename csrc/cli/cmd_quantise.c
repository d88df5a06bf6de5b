/* cosim quantise: entries of FP16 values to MXFP7 words, as text or as they lie in memory. */
#include "cli/cli.h"
#include "cli/lines.h"
#include "fields.h"
#include "mxfp7.h"

#include <errno.h>

enum { ENTRY_BYTES = MXFP7_BEATS * WORD_BYTES };

struct quantise_options {
    const char *path; /* NULL: stdin */
    bool raw;
    const char *layout; /* "a" or "b"; NULL when not given */
};

static int help(void) {
    printf("cosim quantise [FILE]\n"
           "    reads lines 'mode beat0..beat7': mode 0 for A packing or 1 for B, beats of 64 hex\n"
           "    digits, most significant first. Further fields, blank lines and lines that start\n"
           "    with '#' are ignored. Prints 'word0 word1 word2 word3' for each line.\n"
           "cosim quantise --raw --layout a|b [FILE]\n"
           "    reads entries of 256 bytes, 128 FP16 values: 4 blocks of 32. Writes 4 words of 32\n"
           "    bytes for each. Little endian: byte 0 is bits 7:0 of its beat or word.\n"
           "No FILE, or -, is stdin.\n");
    return output_flush() ? 0 : 2;
}

static int quantise_text(struct lines *lines) {
    struct word beats[MXFP7_BEATS], words[MXFP7_WORDS];
    enum lines_status status;
    unsigned long entries = 0;
    while ((status = lines_next(lines)) == LINES_READ) {
        struct fields fields = fields_of(lines->rest);
        unsigned mode;
        if (!fields_bit(&fields, "mode", &mode) ||
            !fields_words(&fields, "beat", MXFP7_BEATS, beats)) {
            lines_error(lines, "%s", fields.error);
            return 2;
        }
        mxfp7_quantise(beats, mode, words);
        for (unsigned i = 0; i < MXFP7_WORDS; i++) {
            char text[WORD_TEXT_SIZE];
            word_format(&words[i], text);
            printf("%s%c", text, i + 1 < MXFP7_WORDS ? ' ' : '\n');
        }
        /* Each line at once: whoever feeds the pipe may wait for the answer. */
        if (!output_flush()) {
            return 2;
        }
        entries++;
    }
    if (status == LINES_END && entries == 0) {
        return input_error("%s: no lines to convert; a line is 'mode beat0..beat7'", lines->name);
    }
    return status == LINES_END ? 0 : 2;
}

static void word_from_bytes(const uint8_t *bytes, struct word *word) {
    memset(word, 0, sizeof *word);
    for (unsigned i = 0; i < WORD_BYTES; i++) {
        word->w[i / 4] |= (uint32_t)bytes[i] << (8 * (i % 4));
    }
}

static void word_to_bytes(const struct word *word, uint8_t *bytes) {
    for (unsigned i = 0; i < WORD_BYTES; i++) {
        bytes[i] = (uint8_t)(word->w[i / 4] >> (8 * (i % 4)));
    }
}

static bool quantise_entry(const uint8_t in[ENTRY_BYTES], unsigned packing) {
    struct word beats[MXFP7_BEATS], words[MXFP7_WORDS];
    uint8_t out[MXFP7_WORDS * WORD_BYTES];
    for (unsigned i = 0; i < MXFP7_BEATS; i++) {
        word_from_bytes(in + WORD_BYTES * i, &beats[i]);
    }
    mxfp7_quantise(beats, packing, words);
    for (unsigned i = 0; i < MXFP7_WORDS; i++) {
        word_to_bytes(&words[i], out + WORD_BYTES * i);
    }
    return fwrite(out, sizeof out, 1, stdout) == 1;
}

static int quantise_raw(struct lines *lines, unsigned packing) {
    uint8_t in[ENTRY_BYTES];
    size_t got;
    unsigned long entries = 0;
    while ((got = fread(in, 1, sizeof in, lines->file)) == sizeof in) {
        if (!quantise_entry(in, packing)) {
            return input_error("stdout: %s", strerror(errno));
        }
        entries++;
    }
    if (ferror(lines->file)) {
        return input_error("%s: %s", lines->name, strerror(errno));
    }
    if (!output_flush()) {
        return 2;
    }
    if (got > 0) {
        return input_error("%s: %zu trailing byte%s after %lu whole entries; the length must be a "
                           "multiple of %d bytes",
                           lines->name, got, got == 1 ? "" : "s", entries, ENTRY_BYTES);
    }
    if (entries == 0) {
        return input_error("%s: empty; raw input is entries of %d bytes", lines->name, ENTRY_BYTES);
    }
    return 0;
}

/* False after one line on stderr. */
static bool read_options(int argc, char **argv, struct quantise_options *o) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--raw") == 0) {
            o->raw = true;
        } else if (strcmp(argv[i], "--layout") == 0) {
            o->layout = i + 1 < argc ? argv[++i] : "";
            if (strcmp(o->layout, "a") != 0 && strcmp(o->layout, "b") != 0) {
                input_error("quantise: --layout takes a or b, got '%.40s'", o->layout);
                return false;
            }
        } else if (argv[i][0] == '-' && argv[i][1] != '\0') {
            input_error("quantise: unknown option '%.40s' (cosim quantise --help)", argv[i]);
            return false;
        } else if (o->path != NULL) {
            input_error("quantise: one FILE at most, got '%.80s' and '%.80s'", o->path, argv[i]);
            return false;
        } else {
            o->path = argv[i];
        }
    }
    if (o->raw && o->layout == NULL) {
        input_error("quantise: --raw needs --layout a or --layout b");
        return false;
    }
    if (!o->raw && o->layout != NULL) {
        input_error("quantise: --layout goes with --raw; a line of text has its mode in front");
        return false;
    }
    return true;
}

int cmd_quantise(int argc, char **argv) {
    static struct lines lines;
    struct quantise_options o = {0};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return help();
    }
    if (!read_options(argc, argv, &o) || !lines_open(&lines, o.path)) {
        return 2;
    }
    const int status =
        o.raw ? quantise_raw(&lines, o.layout[0] == 'b' ? MXFP7_PACKING_B : MXFP7_PACKING_A)
              : quantise_text(&lines);
    lines_close(&lines);
    return status;
}
