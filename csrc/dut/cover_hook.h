// Forced into the verilated files of make cover: their models describe their cover points only to
// cover.cpp, once a run. A model of every scenario that did would take longer than most scenarios.
#ifndef CSRC_DUT_COVER_HOOK_H
#define CSRC_DUT_COVER_HOOK_H

#include <cstdint>
#include <string>

#include <verilated_cov.h>

extern bool cover_describing;
// The arguments are those of Verilator's generated call.
void cover_describe(VerilatedCovContext *context, uint32_t *count, const char *instance,
                    const char *file_key, const char *file, const char *line_key, int line,
                    const char *column_key, int column, const char *hier_key,
                    const std::string &hier, const char *page_key, const char *page,
                    const char *comment_key, const char *comment, const char *lines_key,
                    const char *lines);

#undef VL_COVER_INSERT
#define VL_COVER_INSERT(context, count, ...)                                                       \
    do {                                                                                           \
        if (cover_describing)                                                                      \
            cover_describe(context, count, name(), __VA_ARGS__);                                   \
    } while (false)

#endif
