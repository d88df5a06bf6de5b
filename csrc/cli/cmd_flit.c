/* cosim flit: packed flits to text and back. */
#include "cli/cli.h"
#include "cli/lines.h"
#include "flit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/types.h>

static int help(void) {
    printf(
        "cosim flit decode [--fields] [HEX...]\n"
        "    prints a line a flit: in the words of the protocol, or with --fields as fields that\n"
        "    encode takes. HEX is 72 digits, most significant first; a leading 0x and '_' are\n"
        "    allowed. Without HEX reads lines of stdin; blank ones and '#' lines are ignored.\n"
        "cosim flit filter\n"
        "    answers every line of stdin with one short line, at once: a wave viewer's filter.\n"
        "    72 digits are a flit; a digit before them is what the link does with it: 0 or 1\n"
        "    nothing is offered, 2 the flit moves, 3 it is held by busy. A line that is neither\n"
        "    comes back as it is, or its first 1,000 characters.\n"
        "cosim flit encode KEY=VALUE...\n"
        "    prints 72 hex digits. Numbers are decimal or 0x hexadecimal, what is not named is\n"
        "    zero; last is 1 where the protocol says so.\n"
        "  every type       type=MEM_RD_REQ|0-15 dst=X,Y src=X,Y txn= last= rsvd= payload=HEX\n"
        "  MEM_RD_REQ, MEM_WR_REQ\n"
        "                   addr= len= flags= stream=0|1 count= words= peers=X,Y;X,Y n_peer=\n"
        "  CU_DATA          buf= offset= len= flags= ack=X,Y\n"
        "  CU_SIGNAL        code= arg=\n"
        "  CU_CTRL          op= index= value=\n");
    return output_flush() ? 0 : 2;
}

/* Prints the line of a flit at once, as stdin may come from a tool that waits for it. */
static bool print_flit(const struct flit *flit, bool fields) {
    char text[FLIT_TEXT_SIZE];
    if (fields) {
        flit_format_fields(flit, text, sizeof text);
    } else {
        flit_format(flit, text, sizeof text);
    }
    printf("%s\n", text);
    return output_flush();
}

static int decode_arguments(int count, char **hex, bool fields) {
    for (int i = 0; i < count; i++) {
        struct flit flit;
        char error[FLIT_ERROR_SIZE];
        if (!flit_parse_hex(hex[i], &flit, error, sizeof error)) {
            return input_error("argument %d: %s; give %d digits, most significant first", i + 1,
                               error, FLIT_HEX_DIGITS);
        }
        if (!print_flit(&flit, fields)) {
            return 2;
        }
    }
    return 0;
}

static int decode_stdin(bool fields) {
    static struct lines lines;
    enum lines_status status;
    unsigned long flits = 0;
    if (!lines_open(&lines, NULL)) {
        return 2;
    }
    while ((status = lines_next(&lines)) == LINES_READ) {
        struct flit flit;
        char error[FLIT_ERROR_SIZE];
        if (!flit_parse_hex(lines.rest, &flit, error, sizeof error)) {
            lines_error(&lines, "%s; a line is %d digits, most significant first", error,
                        FLIT_HEX_DIGITS);
            return 2;
        }
        if (!print_flit(&flit, fields)) {
            return 2;
        }
        flits++;
    }
    if (status == LINES_END && flits == 0) {
        return input_error("stdin: no flits; a line is %d hex digits", FLIT_HEX_DIGITS);
    }
    return status == LINES_END ? 0 : 2;
}

/* argv[0] is "decode". */
static int decode(int argc, char **argv) {
    bool fields = false;
    int count = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--fields") == 0) {
            fields = true;
        } else if (argv[i][0] == '-') {
            return input_error("flit decode: unknown option '%.40s' (cosim flit --help)", argv[i]);
        } else {
            argv[count++] = argv[i];
        }
    }
    return count > 0 ? decode_arguments(count, argv, fields) : decode_stdin(fields);
}

/* argv[0] is "encode". */
static int encode(int argc, char **argv) {
    struct flit flit;
    char error[FLIT_ERROR_SIZE], hex[FLIT_HEX_SIZE];
    if (argc < 2) {
        return input_error("flit encode: needs fields, for example type=MEM_RD_REQ dst=0,1 src=2,3 "
                           "addr=0x1000 len=3");
    }
    if (!flit_parse_fields((const char *const *)argv + 1, (size_t)argc - 1, &flit, error,
                           sizeof error)) {
        return input_error("flit encode: %s (cosim flit --help lists the fields)", error);
    }
    flit_format_hex(&flit, hex);
    printf("%s\n", hex);
    return output_flush() ? 0 : 2;
}

/* ---- filter ---------------------------------------------------------------------------------- */

/* GTKWave 3.3 takes 1,023 characters for one answer and the rest for the next one's. */
enum { ECHO_MAX = 1000 };

/* What the digit before a flit says: bit 1 is the link's valid, bit 0 its busy. */
enum { LINK_BUSY = 1, LINK_VALID = 2 };

static void print_short_address(const struct descriptor *d) {
    printf(" 0x%02x_%04x_%04x", (unsigned)(d->addr >> 32), (unsigned)(d->addr >> 16 & 0xffff),
           (unsigned)(d->addr & 0xffff));
}

/* S: streaming, n: entries, w: words of each, +: further destinations. */
static void print_short_request(const struct flit *flit) {
    struct descriptor d;
    descriptor_unpack(&flit->payload, &d);
    print_short_address(&d);
    if (flit->type == FLIT_MEM_WR_REQ || !descriptor_streams(&d)) {
        printf(" len %u", d.len);
        return;
    }
    printf(" S n%u w%u", descriptor_entries(&d), descriptor_entry_words(&d));
    for (unsigned i = 0; i < d.n_peer; i++) {
        printf(" +(%u,%u)", d.peer[i].x, d.peer[i].y);
    }
}

static void print_short_payload(const struct flit *flit) {
    struct cu_signal signal;
    struct cu_ctrl ctrl;
    switch (flit->type) {
    case FLIT_MEM_RD_REQ:
    case FLIT_MEM_WR_REQ:
        print_short_request(flit);
        break;
    case FLIT_MEM_WR_ACK:
        break;
    case FLIT_CU_SIGNAL:
        cu_signal_unpack(&flit->payload, &signal);
        printf(" code 0x%02x arg 0x%08" PRIx32, signal.code, signal.arg);
        break;
    case FLIT_CU_CTRL:
        cu_ctrl_unpack(&flit->payload, &ctrl);
        printf(" op %u index %u 0x%" PRIx64, ctrl.op, ctrl.index, ctrl.value);
        break;
    default:
        printf(" ..%04" PRIx32 "_%04" PRIx32, flit->payload.w[0] >> 16,
               flit->payload.w[0] & 0xffff);
    }
}

/* t: txn in hex. Of data the low 32 bits: rows of a wave viewer are short. */
static void print_short(const struct flit *flit) {
    const char *const name = flit_type_name(flit->type);
    printf("%s (%u,%u)>(%u,%u) t%02x", strncmp(name, "MEM_", 4) == 0 ? name + 4 : name, flit->src_x,
           flit->src_y, flit->dst_x, flit->dst_y, flit->txn);
    if (flit->rsvd & 4) {
        printf(" remote mesh %u", flit->rsvd & 3u);
    } else if (flit->type == FLIT_MEM_RD_RESP) {
        printf(" w%u", flit->rsvd);
    } else if (flit->rsvd != 0) {
        printf(" rsvd %u", flit->rsvd);
    }
    printf("%s", flit->last ? " last" : "");
    print_short_payload(flit);
}

/* The answer without its newline; false when `line` is not what GTKWave sends for a flit. */
static bool print_answer(const char *line, size_t length) {
    struct flit flit;
    char error[FLIT_ERROR_SIZE];
    int link = LINK_VALID;
    if (length == FLIT_HEX_DIGITS + 1) {
        link = *line++ - '0';
        length--;
    }
    if (length != FLIT_HEX_DIGITS || link < 0 || link > (LINK_VALID | LINK_BUSY) ||
        !flit_parse_hex(line, &flit, error, sizeof error)) {
        return false;
    }
    if (!(link & LINK_VALID)) {
        printf("-");
        return true;
    }
    /* GTKWave paints the ground of a value in the X11 colour between question marks. */
    printf("%s", link & LINK_BUSY ? "?FireBrick?held " : "");
    print_short(&flit);
    return true;
}

/* GTKWave waits for the one answer to each line, for ever if it does not come: nothing but the end
 * of stdin ends this. */
static int filter(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    bool written = true;
    while ((length = getline(&line, &size, stdin)) >= 0) {
        if (length > 0 && line[length - 1] == '\n') {
            line[--length] = 0;
        }
        if (!print_answer(line, (size_t)length)) {
            fwrite(line, 1, length < ECHO_MAX ? (size_t)length : ECHO_MAX, stdout);
        }
        printf("\n");
        written = fflush(stdout) == 0 && written;
    }
    free(line);
    return written && output_flush() ? 0 : 2;
}

int cmd_flit(int argc, char **argv) {
    if (argc < 2) {
        return input_error("flit: needs filter, decode or encode (cosim flit --help)");
    }
    if (strcmp(argv[1], "--help") == 0) {
        return help();
    }
    if (strcmp(argv[1], "decode") == 0) {
        return decode(argc - 1, argv + 1);
    }
    if (strcmp(argv[1], "encode") == 0) {
        return encode(argc - 1, argv + 1);
    }
    if (strcmp(argv[1], "filter") == 0) {
        return argc == 2 ? filter() : input_error("flit filter: takes no arguments");
    }
    return input_error("flit: expected filter, decode or encode, got '%.40s' (cosim flit --help)",
                       argv[1]);
}
