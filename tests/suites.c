/* Every suite there is; what is not listed here does not run. */
#include "bfm_suite.h"
#include "demo_suite.h"
#include "explain_suite.h"
#include "fill_suite.h"
#include "live_axi.h"
#include "live_banks.h"
#include "live_link.h"
#include "live_mag.h"
#include "live_mag_mem.h"
#include "live_mem.h"
#include "live_mv.h"
#include "live_sim.h"
#include "minimise_suite.h"
#include "model_agent_suite.h"
#include "model_mem_port_suite.h"
#include "model_memory_suite.h"
#include "model_mover_suite.h"
#include "model_suites.h"
#include "mutate_suite.h"
#include "notes_suite.h"
#include "ring_suite.h"
#include "rtl_suites.h"
#include "rtl_suites_mag.h"
#include "rtl_suites_mag_memory.h"
#include "rtl_suites_mag_mesh.h"
#include "rtl_suites_mv.h"
#include "rtl_suites_xf.h"
#include "stall_agent_suite.h"
#include "stall_suite.h"
#include "stats_suite.h"

#define MODEL(suite, table)                                                                        \
    { .name = (suite), .tops = "", .tests = table##_tests, .test_count = &table##_test_count }
#define RTL_SUITE(suite, modules, table, rates)                                                    \
    {                                                                                              \
        .name = (suite), .tops = (modules), .scenarios = table##_scenarios,                        \
        .scenario_count = &table##_scenario_count, .measures = (rates)                             \
    }
#define RTL(suite, modules, table) RTL_SUITE(suite, modules, table, false)
/* A variant of the whole agent. */
#define MAG(variant, modules)                                                                      \
    RTL(#variant, modules, variant##_smoke), RTL(#variant ".mesh", modules, variant##_mesh),       \
        RTL(#variant ".memory", modules, variant##_memory)
#define RATES(suite, modules, table) RTL_SUITE(suite, modules, table, true)

/* The longest ones first, so that two cores end at about the same time. */
const struct suite suites[] = {
    MAG(mag, "mag mag_mem_port mag_xform xform_bank"),
    MAG(mag1, "mag"),
    MAG(mag2, "mag"),
    MAG(mag3, "mag"),
    MAG(mag4, "mag"),
    MAG(mag5, "mag"),
    MAG(mag1s, "mag"),
    RTL("mem_port", "mag_mem_port", mem_port),
    RTL("mem_port_ap", "mag_mem_port", mem_port_ap),
    RTL("mem_port_max", "mag_mem_port", mem_port_max),
    RTL("mem_port_odd", "mag_mem_port", mem_port_odd),
    RTL("mem_port_min", "mag_mem_port", mem_port_min),
    RTL("xform", "mag_xform xform_bank", xform),
    RTL("bank", "xform_bank", bank),
    RTL("xform_identity", "mag_xform", xform_identity),
    RTL("bank_identity", "", bank_identity),
    RTL("xform_mxfp8", "mag_xform", xform_mxfp8),
    RTL("bank_mxfp8", "", bank_mxfp8),
    RTL("xform_transpose", "mag_xform", xform_transpose),
    RTL("bank_transpose", "", bank_transpose),
    RTL("xform_table", "mag_xform", xform_table),
    RTL("bank_table", "", bank_table),
    RTL("mover", "", mover),
    RTL("mover_odd", "", mover_odd),
    RTL("walker", "", walker),
    RTL("layouts", "", layout),
    RTL("demo", "mag mag_mem_port mag_xform xform_bank", demo),
    RATES("mem_port.rates", "mag_mem_port", mem_port_rate),
    RATES("xform.rates", "mag_xform xform_bank", xform_rate),
    RATES("bank.rates", "xform_bank", bank_rate),
    RATES("occupant.rates", "mag_xform", occupant_rate),
    RATES("mag.rates", "mag mag_mem_port mag_xform xform_bank", mag_rate),
    RATES("mag4.waits", "mag", mag4_wait),
    RATES("mover.rates", "", mover_rate),
    RTL("xform_corners", "mag_xform xform_bank", xform_corner),
    RTL("xform_toy", "", xform_toy),
    RTL("live.xf", "", live_xf),
    RTL("live.banks", "", live_banks),
    RTL("live.mem", "", live_mem),
    RTL("live.mv", "", live_mv),
    RTL("live.mag", "", live_mag),
    RTL("live.mag_mem", "", live_mag_mem),
    RTL("live.sim", "", live_sim),
    RTL("live.axi", "", live_axi),
    RTL("live.link", "", live_link),
    RTL("notes", "", notes),
    RTL("stall", "", stall),
    RTL("stall.agent", "", stall_agent),
    RTL("sim", "mag_mem_port mag_xform xform_bank", sim),
    RTL("fill", "mag mag_mem_port mag_xform xform_bank", fill),
    MODEL("model.flit", model_flit),
    MODEL("model.mxfp7", model_mxfp7),
    MODEL("model.mxfp8", model_mxfp8),
    MODEL("model.transpose", model_transpose),
    MODEL("model.bank", model_bank),
    MODEL("model.occupant", model_occupant),
    MODEL("model.mem_port", model_mem_port),
    MODEL("model.agent", model_agent),
    MODEL("model.agent_wrong", model_agent_wrong),
    MODEL("model.versions", model_versions),
    MODEL("model.mem_inside", model_mem_inside),
    MODEL("model.window", model_window),
    MODEL("model.burst_fairness", model_burst_fairness),
    MODEL("model.transaction", model_transaction),
    MODEL("stall.requester", requester),
    MODEL("model.mover", model_mover),
    MODEL("model.mover_judge", model_mover_judge),
    MODEL("vectors", vectors),
    MODEL("demo.conv", demo_conv),
    MODEL("explain", explain),
    MODEL("bfm", bfm),
    MODEL("bfm.host", bfm_host),
    MODEL("bfm.control", bfm_control),
    MODEL("bank_card", bank_card),
    MODEL("minimise", minimise),
    MODEL("bins", bins),
    {.name = "exhaustive",
     .tops = "",
     .scenarios = exhaustive_scenarios,
     .scenario_count = &exhaustive_scenario_count,
     .tests = exhaustive_tests,
     .test_count = &exhaustive_test_count},
    MODEL("stats", stats),
    MODEL("ring", ring),
    MODEL("snapshot", snapshot),
    MODEL("fail.window", fail_window),
    MODEL("stats.parts", stats_parts),
    MODEL("mutate", mutate),
    {.name = "cli", .tops = "", .script = "tests/test_cli.sh"},
    {.name = "mutagen", .tops = "", .script = "tests/test_mutagen.sh"},
    {.name = "mutate.prove", .tops = "", .script = "tests/test_mutate_prove.sh"},
    {.name = "new_bank", .tops = "", .script = "tests/test_new_bank.sh"},
    {.name = "views", .tops = "", .script = "tests/test_views.sh"},
    {.name = "soak", .tops = "", .script = "tests/test_soak.sh"},
    {.name = "icarus", .tops = "", .script = "tests/test_icarus.sh"},
    {.name = "explain.corpus", .tops = "", .script = "tests/test_explain_corpus.sh"},
    {.name = "explain.icarus", .tops = "", .script = "tests/test_explain_icarus.sh"},
    {.name = "waves", .tops = "", .script = "tests/test_waves.sh"},
    {.name = "ring.run", .tops = "", .script = "tests/test_ring.sh"},
    {.name = "pack", .tops = "", .script = "tests/test_pack.sh"},
    {.name = "cover", .tops = "", .script = "tests/test_cover.sh"},
    {.name = "requirements", .tops = "", .script = "tests/test_requirements.sh"},
};
const size_t suite_count = sizeof suites / sizeof *suites;
