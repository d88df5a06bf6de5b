/* build/cosim: the command-line program. Everything it can do is one row below. */
#include "bank.h"
#include "cli/cli.h"
#include "dut/variants.h"
#include "trace/fail_dir.h"

#include <stdio.h>
#include <string.h>

const char *program_path;

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *arguments, *what;
};

static const struct command commands[] = {
    {"list", cmd_list, "[--checks]", "every scenario and test, or every check ID"},
    {"run", cmd_run, "SUITE.TEST [OPTIONS]", "run one scenario"},
    {"check", cmd_check, "[SUITE[.TEST]...] [OPTIONS]", "run suites in parallel (make check)"},
    {"bench", cmd_bench, "", "rates in exact simulated cycles (make bench)"},
    {"demo", cmd_demo, "", "real tensors through the slot and the port (make demo)"},
    {"quantise", cmd_quantise, "[FILE] [--raw --layout a|b]",
     "MXFP7: lines 'mode beat0..beat7' to 'word0..word3'"},
    {"vectors", cmd_vectors, "--kind mxfp7|mxfp8-quant|mxfp8-dequant FILE",
     "recompute every line of a vector file"},
    {"exhaustive", cmd_exhaustive, "[--jobs N]",
     "every peak with every element through the MXFP7 quantiser"},
    {"flit", cmd_flit, "decode [--fields] [HEX...] | encode KEY=VALUE... | filter",
     "flits to text and back"},
    {"explain", cmd_explain, "FILE.fst --scope PATH --clock PATH",
     "the checks over a dump that any simulator wrote"},
    {"mutate", cmd_mutate, "run|show|sample|report ...", "mutation testing (make mutate)"},
    {"minimise", cmd_minimise, "SUITE.TEST [OPTIONS]",
     "the smallest run of random traffic that fails as this one does"},
    {"soak", cmd_soak, "[BEGINNING OF TESTS] [OPTIONS]",
     "many seeds, any initial registers, four states (make soak)"},
    {"ring", cmd_ring, "FILE [--out FILE.fst]", "the ring file of a run that was killed to waves"},
};

static int help(void) {
    printf("cosim: co-simulation of a memory agent's RTL against golden models\n\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char usage[80];
        snprintf(usage, sizeof usage, "%s %s", commands[i].name, commands[i].arguments);
        printf("  cosim %s\n      %s\n", usage, commands[i].what);
    }
    printf("\noptions of run and check\n"
           "  --seed N           run seed (decimal or 0x hexadecimal), default 1\n"
           "  --cycles N         length of random scenarios\n"
           "  --fill KIND        uninitialised registers: random, zeros, ones\n"
           "  --fill-seed N      seed of the random fill, default the run's\n"
           "  --idle-seed N      garbage on payload pins while valid is low\n"
           "  --rules seed       only the rules that come from the seeds\n"
           "  --waive ID,...     count these checks, do not fail on them\n"
           "  --waivers FILE     the same, a line each: ID and the reason\n"
           "  --without WORD,... leave these stimuli out\n"
           "  --endpoints LIST   of random traffic: only these endpoints or requesters send\n"
           "  --epochs LIST      of random traffic: only these of its pieces (3,7-9)\n"
           "  --done-bound N     cycles from an entry's last beat to done\n"
           "  --waves            dump the whole run to build/waves\n"
           "  --ring             for runs too long to repeat: the last 16 384 cycles of pins\n"
           "                     to build/waves, even when killed; a failure is replayed from\n"
           "                     a snapshot (WAVES=ring)\n"
           "  --window N         cycles of waves before a failure\n"
           "of run alone\n"
           "  --table            every request with its cycles, and a summary a source\n"
           "  --csv FILE         the same for programs\n"
           "  --stats [FILE.svg] latencies, levels, use of channels; drawn, too\n"
           "  --svg FILE         a timeline of requests and channels\n"
           "  --pins FILE.vcd    every pin of every cycle, for another simulator\n"
           "  --from N, --to N   cycles of the timeline\n"
           "of soak alone\n"
           "  --seeds N, --time N how many seeds, or seconds\n"
           "  --jobs N           processes at the same time, default 2\n"
           "  --plan, --one UNIT, --merge   for other machines (scripts/soak-hosts)\n"
           "of check alone\n"
           "  --jobs N           suites that run at the same time, default 2\n"
           "  --evaluations      how often each check was evaluated\n"
           "  --bins             which situations were met; one that was not is a failure\n");
    return 0;
}

int main(int argc, char **argv) {
    program_path = argv[0];
    const struct bank_desc *const model = dut_bank.bank_desc;
    const char *const fault = model ? bank_desc_fault(model) : NULL;
    if (fault) {
        return usage_error("model.c of the bank cannot be used: %s (models/bank.h)", fault);
    }
    if (argc < 2) {
        return usage_error("no command (cosim --help lists them)");
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        return help();
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("cosim 0.1, built from %s\n", build_info);
        return 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    return usage_error("unknown command '%s' (cosim --help lists them)", argv[1]);
}
