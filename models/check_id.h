/* The catalogue of checks: one row per ID, the only place where they are listed.
 *
 * Columns: enumerator, the ID as printed, origin (S from the seeds, P this project's own rule,
 * switched off by RULES=seed), meaning in one line. IDs are never reused.
 */
#ifndef MODELS_CHECK_ID_H
#define MODELS_CHECK_ID_H

#define CHECK_LIST(X)                                                                              \
    X(LINK_HOLD, "LINK-HOLD", S, "valid withdrawn before the flit transferred")                    \
    X(LINK_STABLE, "LINK-STABLE", S, "data changed while the flit was held")                       \
    X(LINK_COMB, "LINK-COMB", S, "busy or valid depends combinationally on inputs")                \
    X(LINK_WEDGE, "LINK-WEDGE", S, "busy held past its bound while there is room")                 \
    X(LINK_RESET, "LINK-RESET", S, "valid in reset, or a trace of earlier traffic after it")       \
    X(AXI_STABLE, "AXI-STABLE", S, "payload or valid changed before ready")                        \
    X(AXI_4K, "AXI-4K", P, "a burst crosses a 4 KB boundary")                                      \
    X(AXI_SHAPE, "AXI-SHAPE", S, "wrong size, burst type or length")                               \
    X(AXI_WLAST, "AXI-WLAST", S, "wlast not on exactly the last beat")                             \
    X(AXI_ORPHAN, "AXI-ORPHAN", S, "a W burst, B or R that nothing owes")                          \
    X(AXI_IDORDER, "AXI-IDORDER", S, "responses of one id out of order")                           \
    X(AXI_STRB, "AXI-STRB", S, "wrong write strobes")                                              \
    X(AXI_WAIT, "AXI-WAIT", S, "valid waits for a ready")                                          \
    X(AXI_RESET, "AXI-RESET", S, "valid in reset")                                                 \
    X(AXI_RANGE, "AXI-RANGE", S, "a word no accepted, unfinished request owes")                    \
    X(AXI_DUP, "AXI-DUP", S, "a word accessed more often than it is owed")                         \
    X(MEM_DATA, "MEM-DATA", S, "response word is not what memory gave")                            \
    X(MEM_LOST, "MEM-LOST", S, "a response flit was skipped")                                      \
    X(MEM_EXTRA, "MEM-EXTRA", S, "a response flit nobody is owed, or seen before")                 \
    X(MEM_TXN, "MEM-TXN", S, "wrong txn")                                                          \
    X(MEM_WORD, "MEM-WORD", S, "wrong word index in rsvd[1:0]")                                    \
    X(MEM_LAST, "MEM-LAST", S, "wrong last")                                                       \
    X(MEM_DST, "MEM-DST", S, "wrong destination or peer order")                                    \
    X(MEM_SRC, "MEM-SRC", S, "wrong source coordinate")                                            \
    X(MEM_RSVD, "MEM-RSVD", S, "wrong reserved header bits")                                       \
    X(MEM_ENTRY, "MEM-ENTRY", S, "entries out of order or interleaved")                            \
    X(MEM_PEERDIFF, "MEM-PEERDIFF", S, "a peer got other words than the requester")                \
    X(MEM_ACK, "MEM-ACK", S, "write acknowledge early, missing, doubled or malformed")             \
    X(MEM_WDATA, "MEM-WDATA", S, "memory written with other data than was sent")                   \
    X(MEM_WBIND, "MEM-WBIND", S, "data bound to another source's write")                           \
    X(MEM_WORDER, "MEM-WORDER", P, "writes of one source reach AXI out of order")                  \
    X(MEM_STARVE, "MEM-STARVE", P, "an item waited past its bound in others let past")             \
    X(MEM_INDEP, "MEM-INDEP", P, "work stops though nothing it needs is withheld")                 \
    X(MEM_DROP, "MEM-DROP", S, "what must be dropped was served, or the reverse")                  \
    X(MEM_RATE, "MEM-RATE", P, "a rate target of the memory port was missed")                      \
    X(MEM_COUNT, "MEM-COUNT", P, "rd_count or wr_count wrong")                                     \
    X(XF_DATA, "XF-DATA", S, "words differ from the golden model's, or the entry's earlier ones")  \
    X(XF_SHAPE, "XF-SHAPE", S, "done missing, doubled or early")                                   \
    X(XF_HOLD, "XF-HOLD", S, "words changed while they must be stable")                            \
    X(XF_MODE, "XF-MODE", S, "id or mode used outside start")                                      \
    X(XF_FAULT, "XF-FAULT", S, "fault not raised, not sticky, not cleared, or without cause")      \
    X(XF_REG, "XF-REG", S, "register value wrong or cfg_rdata not combinational")                  \
    X(XF_GRANT, "XF-GRANT", S, "grant not one-hot, withdrawn, or unasked")                         \
    X(XF_FAIR, "XF-FAIR", P, "a requester waited for more than NREQ-1 runs")                       \
    X(XF_DROPPED, "XF-DROPPED", S,                                                                 \
      "an ungranted start or beat, or one nobody presented, reached the bank")                     \
    X(XF_STAGE, "XF-STAGE", S,                                                                     \
      "a beat reaches the bank in the cycle it is presented, changed or never")                    \
    X(XF_GAP, "XF-GAP", S, "wrong with gaps, right without")                                       \
    X(XF_DRIVE, "XF-DRIVE", S, "the driver breaks the bank's contract")                            \
    X(XF_RATE, "XF-RATE", P, "a rate target of the slot was missed")                               \
    X(MV_DATA, "MV-DATA", S, "a moved word is wrong, missing, or out of walk order")               \
    X(MV_SRC, "MV-SRC", S, "a source word outside the destination was written")                    \
    X(MV_TOUCH, "MV-TOUCH", S, "a word outside the destination walk was written")                  \
    X(MV_ORDER, "MV-ORDER", S, "a read before the grant or before the geometry was read")          \
    X(MV_FAULT, "MV-FAULT", S, "wrong fault code, or work going on after a fault")                 \
    X(MV_PAD, "MV-PAD", S, "a padded element read, written, or filled with a wrong value")         \
    X(MV_BUSY, "MV-BUSY", P, "status timing, or completion before the last B")                     \
    X(MV_RATE, "MV-RATE", P, "a rate target of the mover was missed")                              \
    X(MAG_ROUTE, "MAG-ROUTE", S, "a flit went to the wrong client or port")                        \
    X(MAG_PRIO, "MAG-PRIO", S, "lower-rank flits went first at an output")                         \
    X(MAG_AGENT, "MAG-AGENT", S, "a control flit lost though the agent was free, or held")         \
    X(MAG_HOL, "MAG-HOL", S, "the agent's busy holds a memory port")                               \
    X(MAG_TURN, "MAG-TURN", S, "a port waited longer than its turn")                               \
    X(MAG_ALIAS, "MAG-ALIAS", S, "an address of another mesh not aliased or not reported")         \
    X(MAG_REMOTE, "MAG-REMOTE", S, "a marked flit did not reach the encapsulator unchanged")       \
    X(MAG_PASS, "MAG-PASS", S, "a passed-on flit lost, doubled, changed or reordered")             \
    X(MAG_HOST, "MAG-HOST", S, "host window: data, strobes, ids, responses or errors wrong")       \
    X(MAG_STAGE, "MAG-STAGE", S, "the staging store gave or kept a wrong word")                    \
    X(MAG_INBOUND, "MAG-INBOUND", P, "a write from the interlink altered or answered wrongly")     \
    X(MAG_OUTWR, "MAG-OUTWR", P, "a write to the interlink altered or answered wrongly")           \
    X(MAG_FAIR, "MAG-FAIR", P, "a requester got too few of the memory's bursts")                   \
    X(MAG_INDEP, "MAG-INDEP", P, "work stops though nothing it needs is withheld")                 \
    X(SIM_STALL, "SIM-STALL", S, "outstanding work makes no progress")                             \
    X(SIM_DISPLAY, "SIM-DISPLAY", S, "diagnostics of the RTL differ from the model's")             \
    X(SIM_UNINIT, "SIM-UNINIT", S, "result depends on uninitialised state")                        \
    X(SIM_IDLE, "SIM-IDLE", S, "result depends on payload pins while valid is low")                \
    X(SIM_END, "SIM-END", S, "work left at the end")                                               \
    X(SIM_DETERMINISM, "SIM-DETERMINISM", S, "same seed, other trace")                             \
    X(SIM_VACUOUS, "SIM-VACUOUS", S, "a check was never evaluated in a whole run")

// clang-format off
enum check_id {
#define X(name, text, origin, meaning) CHECK_##name,
    CHECK_LIST(X)
#undef X
    CHECK_COUNT,
    CHECK_NONE = CHECK_COUNT
};
// clang-format on

#endif
