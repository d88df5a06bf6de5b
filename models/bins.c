#include "bins.h"

#include <stdio.h>
#include <stdlib.h>

struct group {
    const char *text;
    unsigned first, cells[BIN_AXES];
};

static const struct group groups[BIN_GROUP_COUNT] = {
#define GROUP_ROW(name, text, a, b, c, d) {text, BIN_FIRST_##name, {a, b, c, d}},
    BIN_GROUPS(GROUP_ROW)
#undef GROUP_ROW
};

/* ---- names of the cells ---------------------------------------------------------------------- */

#define NAMES(...)                                                                                 \
    (const char *const[]) {                                                                        \
        __VA_ARGS__                                                                                \
    }
#define PAGES NAMES("inside 4 KB", "ends at 4 KB", "crosses 4 KB")
#define REQUESTS NAMES("plain read", "run", "run with peers", "write")
#define ENTRIES NAMES("bypass", "DEPTH 2", "DEPTH 1", "no occupant")
#define WAITING NAMES("nobody waits", "another waits", "others wait")
#define MODES NAMES("copy", "fill", "transform", "no mode")
#define WALKERS NAMES("source", "destination")
#define STAGES NAMES("nothing at memory", "reads at memory", "reads and writes", "writes at memory")
#define RUNS NAMES("1 entry", "2 entries", "more entries")
#define INTERFACES NAMES("port", "mover", "dram_*", "rm_*", "sm_*", "ri_*")
#define DIRECTIONS NAMES("reads", "writes")
#define REQUESTERS NAMES("port", "mover", "host", "ri_*")
#define NEXT NAMES("itself", "a port", "the mover", "the host", "ri_*")
#define ANSWERS NAMES("plain word", "run's word", "peer's word", "ack")

static const char *const *const names[BIN_GROUP_COUNT][BIN_AXES] = {
    [BINS_MEM_PLAIN] = {NAMES("1 word", "2 words", "3 to 15 words", "16 words", "17 to 255 words",
                              "256 words"),
                        PAGES},
    [BINS_MEM_RUN] = {NAMES("count 0", "count 1", "count 2", "count 3 to 254", "count 255"),
                      NAMES("entry_words 0", "entry_words 1", "entry_words 2", "entry_words 3",
                            "entry_words 4", "entry_words above 4"),
                      NAMES("no peer", "1 peer", "2 peers", "3 peers")},
    [BINS_MEM_RUN_PAGE] = {NAMES("no peer", "peers"), PAGES},
    [BINS_MEM_WRITE] = {NAMES("1 beat", "2 to 7 beats", "8 beats", "above 8 beats"), PAGES},
    [BINS_MEM_REFUSED] = {REQUESTS, NAMES("own aperture, served", "own aperture, no such store",
                                          "another mesh's aperture", "apertures not decoded")},
    [BINS_MEM_STRAY] = {NAMES("MEM_WR_DATA without a write", "MEM_RD_RESP", "MEM_WR_ACK", "CU_INST",
                              "CU_SIGNAL", "CU_CTRL", "CU_DATA", "type 9", "type 10", "type 11",
                              "type 12", "type 13", "type 14", "ERROR")},
    [BINS_MEM_PAIR] = {REQUESTS,
                       NAMES("plain read open", "run open", "run with peers open",
                             "write lacks data", "whole write open"),
                       NAMES("other source", "same source")},
    [BINS_MEM_OVERLAP] = {NAMES("a read", "a write"), NAMES("of words being read", "being written"),
                          NAMES("by another source", "by the same source")},
    [BINS_MEM_ACCEPT] = {REQUESTS, NAMES("at once", "after busy"),
                         NAMES("mem_out free", "mem_out held by busy")},
    [BINS_MEM_HELD] = {REQUESTS, NAMES("AR held", "R owed", "AW held", "W held", "B owed")},
    [BINS_MEM_INTAKE] = {REQUESTS,
                         NAMES("no intake near full", "reads near full", "writes near full",
                               "both near full"),
                         NAMES("no write blocked", "a write blocked")},
    [BINS_MEM_SLOTS] = {NAMES("all slots free", "some free", "the last one free", "none free"),
                        NAMES("no write lacks data", "another write lacks data")},
    [BINS_MEM_LAST] = {NAMES("last word of a plain read", "last word of a run",
                             "last word of a run with peers", "ack"),
                       REQUESTS},
    [BINS_MEM_NEXT] = {ANSWERS, ANSWERS, NAMES("in the next cycle", "later")},
    [BINS_MEM_AT_ONCE] = {NAMES("no read at memory", "1 read", "2 to 4 reads", "5 reads and more"),
                          NAMES("no write at memory", "1 write", "2 to 4 writes",
                                "5 writes and more")},
    [BINS_MEM_RESET] = {NAMES("nothing open", "a read without AR", "a read without data",
                              "a write without all its data", "a write without a slot",
                              "a write without AW", "a write without W", "a write without B",
                              "an ack behind another", "a flit to be sent")},
    [BINS_BANK_ENTRY] = {ENTRIES, NAMES("no gap", "gap before", "gap between", "gaps in both"),
                         NAMES("id, mode stay", "they change"), NAMES("abandoned", "done")},
    [BINS_BANK_START] = {ENTRIES,
                         NAMES("bank idle", "right after a done", "with the last beat before",
                               "another without done", "with the done of another", "abandons one",
                               "abandons one, another without done")},
    [BINS_BANK_DONE] = {ENTRIES, NAMES("nothing behind it", "as the next starts",
                                       "no beat of the next", "some beats of the next",
                                       "with the next one's last beat", "all beats of the next")},
    [BINS_BANK_PAIR] = {NAMES("bypass twice", "bypass, occupant", "bypass, no occupant",
                              "occupant, bypass", "two occupants", "occupant, no occupant",
                              "no occupant, bypass", "no occupant, occupant", "no occupant twice",
                              "one occupant twice"),
                        NAMES("other mode", "same mode"),
                        NAMES("one after the other", "overlapping")},
    [BINS_BANK_ABANDONED] = {ENTRIES,
                             NAMES("before its first beat", "after some", "before its last")},
    [BINS_BANK_VALUE] = {NAMES("FP16", "FP32"),
                         NAMES("zero", "subnormal", "smallest number", "number", "largest number",
                               "infinity", "NaN"),
                         NAMES("positive", "negative")},
    [BINS_BANK_WRITE] = {NAMES("register 0x00", "0x04 or 0xFC", "an occupant's register",
                               "no register"),
                         NAMES("bank idle", "entry open", "entry without done", "both"),
                         NAMES("no fault", "fault set")},
    [BINS_BANK_FAULT] = {NAMES("fault[0] rises", "fault[3:1] rises"),
                         NAMES("the first", "not the first"),
                         NAMES("nobody clears", "as it is cleared", "after a clear")},
    [BINS_BANK_RESET] = {NAMES("bank idle", "no beat of an entry", "some beats of an entry",
                               "entry without done", "two without done",
                               "one without done, one open"),
                         NAMES("no fault", "fault set")},
    [BINS_SLOT_GRANT] = {NAMES("free for a while", "after another's run", "after its own run"),
                         WAITING, NAMES("requester 0", "the highest one", "one between")},
    [BINS_SLOT_RUN] = {NAMES("1 entry", "several entries"),
                       NAMES("ends with its done", "is kept longer", "abandoned"), WAITING},
    [BINS_SLOT_DROPPED] = {NAMES("a start", "a beat", "both"),
                           NAMES("nobody granted", "another granted"), NAMES("not asked", "asked")},
    [BINS_SLOT_RESET] = {NAMES("nobody asks", "nobody is granted", "granted, no entry",
                               "entry under way", "between entries"),
                         WAITING},
    [BINS_MOVER_MOVE] = {MODES, NAMES("from no source", "from DRAM", "from the store"),
                         NAMES("to DRAM", "to the store", "to another mesh")},
    [BINS_MOVER_MEETING] = {NAMES("copy", "transform"), NAMES("apart", "from one word on",
                                                              "destination lower", "source lower")},
    [BINS_MOVER_NDIM] = {MODES, WALKERS,
                         NAMES("ndim 0", "ndim 1", "ndim 2", "ndim 3", "ndim 4", "ndim 5",
                               "ndim 6")},
    [BINS_MOVER_STRIDE] = {MODES, WALKERS,
                           NAMES("one element", "dense", "in place", "backwards", "apart")},
    [BINS_MOVER_BASE] = {MODES, WALKERS,
                         NAMES("from 4 KB on", "from inside 4 KB",
                               "from the last word before 4 KB")},
    [BINS_MOVER_AXES] = {NAMES("copy, source", "copy, destination", "fill"),
                         NAMES("no axis bounded", "axis 1 bounded", "axis 2 bounded",
                               "both bounded"),
                         NAMES("none outside", "some outside", "all outside")},
    [BINS_MOVER_WIDTH] = {NAMES("padding", "fill"), NAMES("8 bits", "16 bits", "32 bits")},
    [BINS_MOVER_ENTRIES] = {NAMES("1 beat", "2 to 4 beats", "5 to 8 beats", "9 to 16 beats"), RUNS},
    [BINS_MOVER_WORDS] = {NAMES("1 word", "2 words", "3 words", "4 words"), RUNS},
    [BINS_MOVER_CODE] = {MODES, NAMES("code 0", "code 1", "code 2", "code 3", "code 4", "code 5",
                                      "code 6", "code 7", "code 8")},
    [BINS_MOVER_CAUSE] = {MODES, NAMES("error of a read", "error of a write", "fault of the bank"),
                          STAGES},
    [BINS_MOVER_WRITE] = {NAMES("0x00", "0x00 with GO", "0x10", "0x18", "0x20", "0x28", "0x40",
                                "no register"),
                          NAMES("idle", "nothing at memory", "reads at memory", "reads and writes",
                                "writes at memory")},
    [BINS_MOVER_RESET] = {NAMES("copy", "fill", "transform", "idle"), STAGES,
                          NAMES("no fault", "faulted")},
    [BINS_AXI_BURST] = {INTERFACES, DIRECTIONS,
                        NAMES("1 beat", "2 to 7 beats", "8 beats", "9 to 127 beats",
                              "128 beats and more"),
                        NAMES("inside 4 KB", "up to its end")},
    [BINS_AXI_ANSWER] = {INTERFACES, DIRECTIONS, NAMES("OKAY", "SLVERR", "DECERR")},
    [BINS_AXI_ORDER] = {INTERFACES,
                        NAMES("burst after burst", "beat after beat", "bursts interleaved")},
    [BINS_AXI_WAIT] = {INTERFACES, NAMES("AW", "W", "B", "AR", "R"),
                       NAMES("taken at once", "after 1 cycle", "after 2 to 15", "later")},
    [BINS_AXI_LEAD] = {INTERFACES, NAMES("data before AW", "first data with AW", "AW before data")},
    [BINS_AXI_AT_ONCE] = {INTERFACES,
                          NAMES("no read", "1 read", "2 or 3 reads", "4 reads and more"),
                          NAMES("no write", "1 write", "2 or 3 writes", "4 writes and more")},
    [BINS_AXI_RESET] = {INTERFACES, NAMES("no read open", "reads open"),
                        NAMES("no write open", "writes open")},
    [BINS_AGENT_TOGETHER] =
        {NAMES("port reads, port writes", "port reads, mover reads", "port reads, mover writes",
               "port reads, host reads", "port reads, host writes", "port reads, ri_* writes",
               "port writes, mover reads", "port writes, mover writes", "port writes, host reads",
               "port writes, host writes", "port writes, ri_* writes", "mover reads, mover writes",
               "mover reads, host reads", "mover reads, host writes", "mover reads, ri_* writes",
               "mover writes, host reads", "mover writes, host writes", "mover writes, ri_* writes",
               "host reads, host writes", "host reads, ri_* writes", "host writes, ri_* writes")},
    [BINS_AGENT_READS] = {REQUESTERS, NEXT, NAMES("in the next cycle", "later")},
    [BINS_AGENT_WRITES] = {REQUESTERS, NEXT, NAMES("in the next cycle", "later")},
    [BINS_AGENT_ADDRESS] = {NAMES("port reads", "port writes", "mover's source",
                                  "mover's destination", "host reads", "host writes",
                                  "ri_* writes"),
                            NAMES("own DRAM", "another mesh's DRAM", "the store", "past the store",
                                  "another aperture", "an aperture, no store")},
    [BINS_AGENT_IN] = {NAMES("to the engine", "to the agent", "to the encapsulator"),
                       NAMES("MEM_RD_REQ", "MEM_WR_REQ", "MEM_WR_DATA", "an answer",
                             "for compute units", "another type"),
                       NAMES("free", "busy")},
    [BINS_AGENT_OUT] = {NAMES("engine", "control agent", "interlink"),
                        NAMES("nobody else waits", "the agent waits", "the interlink waits",
                              "both wait")},
    [BINS_AGENT_ROW] = {NAMES("control agent", "interlink"),
                        NAMES("no port in its row", "port 0 in its row",
                              "another port in its row")},
    [BINS_AGENT_LINK] = {NAMES("noc_in", "noc_out", "agt_rx", "agt_tx", "enc", "inj"),
                         NAMES("taken at once", "after 1 cycle", "after 2 to 15", "later")},
    [BINS_AGENT_FAIR] = {DIRECTIONS, REQUESTERS,
                         NAMES("nobody else waited", "another waited", "others waited")},
    [BINS_AGENT_CODE] = {NAMES("code 0", "code 1", "code 2", "code 3", "code 4", "code 5", "code 6",
                               "code 7", "code 8")},
    [BINS_AGENT_RESET] = {NAMES("nothing under way", "port reads", "port writes", "mover reads",
                                "mover writes", "host reads", "host writes", "ri_* writes",
                                "a flit to the agent", "a flit to the encapsulator",
                                "a flit of the agent", "a flit of the interlink", "a move")},
};

/* ---- what nothing can meet ------------------------------------------------------------------- */

/* The cells of an axis as bits; 0: all of them. */
struct unreachable {
    enum bin_group group;
    unsigned cells[BIN_AXES];
    const char *reason;
};

#define CELL(n) (1u << (n))
#define FROM(n) (~0u << (n))
#define OTHERS(bits) (~(unsigned)(bits))

static const struct unreachable unreachable[] = {
    {BINS_MEM_PLAIN, {CELL(0), CELL(2)}, "a word is aligned"},
    {BINS_MEM_WRITE, {CELL(0), CELL(2)}, "a word is aligned"},
    {BINS_MEM_INTAKE, {0, CELL(2) | CELL(3), CELL(0)}, "writes are taken in while a slot is free"},
    {BINS_MEM_SLOTS, {CELL(0), CELL(1)}, "a write that lacks data has a slot"},
    {BINS_MEM_PLAIN, {CELL(5), CELL(0) | CELL(1)}, "256 words are 8 KB"},
    {BINS_BANK_START,
     {CELL(2) | CELL(3), CELL(2) | CELL(3) | CELL(4) | CELL(6)},
     "DEPTH 1: no start before every done"},
    {BINS_BANK_DONE, {CELL(2) | CELL(3), FROM(1)}, "DEPTH 1: no start before every done"},
    {BINS_BANK_WRITE,
     {OTHERS(CELL(0)), CELL(2) | CELL(3)},
     "written while nobody can hold the bank"},
    {BINS_BANK_FAULT, {0, CELL(0), CELL(2)}, "nothing was set that could be cleared"},
    {BINS_SLOT_DROPPED, {0, CELL(0), CELL(1)}, "the grant may come in that very cycle"},
    {BINS_SLOT_RESET, {CELL(0), FROM(1)}, "nobody asks"},
    {BINS_SLOT_RESET, {CELL(1), CELL(0)}, "somebody asks"},
    {BINS_MOVER_MOVE, {CELL(1), OTHERS(CELL(0))}, "a fill reads nothing"},
    {BINS_MOVER_MOVE, {OTHERS(CELL(1)), CELL(0)}, "only a fill reads nothing"},
    {BINS_MOVER_NDIM, {CELL(1), CELL(0)}, "a fill reads nothing"},
    {BINS_MOVER_STRIDE, {CELL(1), CELL(0)}, "a fill reads nothing"},
    {BINS_MOVER_BASE, {CELL(1), CELL(0)}, "a fill reads nothing"},
    {BINS_MOVER_AXES, {0, CELL(0), FROM(1)}, "without a bound nothing is outside"},
    {BINS_MOVER_CODE, {CELL(0) | CELL(1), CELL(4)}, "it is a mode"},
    {BINS_MOVER_CODE, {CELL(0) | CELL(1), CELL(7)}, "its axes may be bounded"},
    {BINS_MOVER_CODE, {CELL(0) | CELL(1), CELL(8)}, "it has no use for the bank"},
    {BINS_MOVER_CODE, {CELL(2), CELL(4)}, "it is a mode"},
    {BINS_MOVER_CODE, {CELL(2), CELL(5)}, "it has no use for the element width"},
    {BINS_MOVER_CODE, {CELL(3), OTHERS(CELL(4))}, "code 4 is the first that applies"},
    {BINS_MOVER_CAUSE, {CELL(0) | CELL(1), CELL(2)}, "it has no use for the bank"},
    {BINS_MOVER_CAUSE, {CELL(1), CELL(0)}, "a fill reads nothing"},
    {BINS_MOVER_CAUSE, {CELL(1), 0, CELL(1) | CELL(2)}, "a fill reads nothing"},
    {BINS_MOVER_RESET, {CELL(1), CELL(1) | CELL(2)}, "a fill reads nothing"},
    {BINS_MOVER_RESET, {CELL(3), FROM(1)}, "idle"},
    {BINS_MOVER_RESET, {CELL(3), 0, CELL(1)}, "idle"},
    {BINS_AXI_BURST, {0, 0, CELL(4), CELL(0)}, "128 beats are 4 KB"},
    {BINS_AXI_BURST, {CELL(0), CELL(1), FROM(3)}, "a write has at most 8 words"},
    {BINS_AXI_BURST, {CELL(3) | CELL(5), CELL(0)}, "it has no read channels"},
    {BINS_AXI_ANSWER, {CELL(3) | CELL(5), CELL(0)}, "it has no read channels"},
    {BINS_AXI_ORDER, {CELL(3) | CELL(5)}, "it has no read channels"},
    {BINS_AXI_ORDER, {CELL(1), CELL(2)}, "our mover's reads have one id"},
    {BINS_AXI_ORDER, {CELL(4), CELL(2)}, "our agent answers the host burst by burst"},
    {BINS_AXI_WAIT, {CELL(3) | CELL(5), CELL(3) | CELL(4)}, "it has no read channels"},
    {BINS_AXI_WAIT,
     {CELL(0) | CELL(1) | CELL(2) | CELL(3), CELL(2) | CELL(4), FROM(1)},
     "who asked has kept room for the answer"},
    {BINS_AXI_AT_ONCE, {CELL(3) | CELL(5), FROM(1)}, "it has no read channels"},
    {BINS_AXI_RESET, {CELL(3) | CELL(5), CELL(1)}, "it has no read channels"},
    {BINS_AGENT_READS, {CELL(1), CELL(2)}, "that is itself"},
    {BINS_AGENT_READS, {CELL(2), CELL(3)}, "that is itself"},
    {BINS_AGENT_WRITES, {CELL(1), CELL(2)}, "that is itself"},
    {BINS_AGENT_WRITES, {CELL(2), CELL(3)}, "that is itself"},
    {BINS_AGENT_WRITES, {CELL(3), CELL(4)}, "that is itself"},
    {BINS_AGENT_FAIR, {CELL(0), CELL(3)}, "ri_* has no reads"},
    {BINS_AGENT_IN, {CELL(0), FROM(3)}, "no engine takes this type"},
    {BINS_AGENT_IN, {CELL(1), OTHERS(FROM(3))}, "an engine takes this type"},
    {BINS_AGENT_LINK, {CELL(2), FROM(1)}, "what the control agent cannot take is dropped"},
    {BINS_AGENT_RESET, {CELL(8)}, "what the control agent cannot take is dropped"},
};

/* ---- questions ------------------------------------------------------------------------------- */

unsigned bin_at(enum bin_group group, unsigned a, unsigned b, unsigned c, unsigned d) {
    const unsigned *n = groups[group].cells;
    if (a >= n[0] || b >= n[1] || c >= n[2] || d >= n[3]) {
        fprintf(stderr, "cosim: no bin %u %u %u %u in %s\n", a, b, c, d, groups[group].text);
        abort();
    }
    return groups[group].first + ((a * n[1] + b) * n[2] + c) * n[3] + d;
}

static unsigned end_of(unsigned group) {
    return group + 1 < BIN_GROUP_COUNT ? groups[group + 1].first : BIN_COUNT;
}

unsigned bin_class(uint64_t value, const unsigned *ends) {
    unsigned cell = 0;
    while (value > ends[cell]) {
        cell++;
    }
    return cell;
}

enum bin_group bin_group_of(unsigned bin) {
    unsigned group = 0;
    while (bin >= end_of(group)) {
        group++;
    }
    return (enum bin_group)group;
}

/* The place of a bin in its group. */
static void cells_of(unsigned bin, unsigned cell[BIN_AXES]) {
    const struct group *g = &groups[bin_group_of(bin)];
    unsigned rest = bin - g->first;
    for (unsigned axis = BIN_AXES; axis-- > 0;) {
        cell[axis] = rest % g->cells[axis];
        rest /= g->cells[axis];
    }
}

void bin_describe(unsigned bin, struct text *out) {
    const enum bin_group group = bin_group_of(bin);
    unsigned cell[BIN_AXES];
    cells_of(bin, cell);
    text_add(out, "%s:", groups[group].text);
    for (unsigned axis = 0; axis < BIN_AXES && names[group][axis]; axis++) {
        text_add(out, "%s %s", axis ? "," : "", names[group][axis][cell[axis]]);
    }
}

static bool covers(const struct unreachable *u, const unsigned cell[BIN_AXES]) {
    for (unsigned axis = 0; axis < BIN_AXES; axis++) {
        if (u->cells[axis] && !(u->cells[axis] >> cell[axis] & 1)) {
            return false;
        }
    }
    return true;
}

const char *bin_unreachable(unsigned bin) {
    unsigned cell[BIN_AXES];
    cells_of(bin, cell);
    for (unsigned i = 0; i < sizeof unreachable / sizeof *unreachable; i++) {
        if (unreachable[i].group == bin_group_of(bin) && covers(&unreachable[i], cell)) {
            return unreachable[i].reason;
        }
    }
    return NULL;
}

struct bin_tally bin_tally(const uint64_t hits[BIN_COUNT], enum bin_group group) {
    const unsigned from = group == BIN_GROUP_COUNT ? 0 : groups[group].first;
    const unsigned end = group == BIN_GROUP_COUNT ? BIN_COUNT : end_of(group);
    struct bin_tally t = {0};
    for (unsigned bin = from; bin < end; bin++) {
        if (!bin_unreachable(bin)) {
            t.reachable++;
            t.hit += hits[bin] > 0;
        }
    }
    return t;
}

const char *bin_group_text(enum bin_group group) {
    return groups[group].text;
}
