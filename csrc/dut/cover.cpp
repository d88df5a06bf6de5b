// Keeps and writes the counts of cover points (cover.hpp).
#include "dut/cover.hpp"
#include "dut/cover_hook.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <sys/mman.h>

bool cover_describing;

static cover_counts *first;
static std::set<const void *> toggles; // of the model that describes its points

void cover_describe(VerilatedCovContext *context, uint32_t *count, const char *instance,
                    const char *file_key, const char *file, const char *line_key, int line,
                    const char *column_key, int column, const char *hier_key,
                    const std::string &hier, const char *page_key, const char *page,
                    const char *comment_key, const char *comment, const char *lines_key,
                    const char *lines) {
    if (std::strncmp(page, "v_toggle", 8) == 0)
        toggles.insert(count);
    context->_inserti(count);
    context->_insertf(file, line);
    context->_insertp("hier", instance, file_key, file, line_key, line, column_key, column,
                      hier_key, hier, page_key, page, comment_key, comment, lines_key, lines);
}

// In the program alone: the processes of suites leave by _exit().
static void write_all() {
    const char *folder = std::getenv("COVER_TO");
    for (cover_counts *c = first; folder && c; c = c->next) {
        char path[512];
        std::snprintf(path, sizeof path, "%s/%s.dat", folder, c->variant);
        if (std::any_of(c->all, c->all + c->points, [](uint64_t n) { return n > 0; }))
            c->write(*c, path);
    }
}

static uint64_t *shared(std::size_t points) {
    void *counts = mmap(nullptr, points * sizeof(uint64_t), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED) {
        std::perror("cosim: no shared memory for cover points");
        std::exit(2);
    }
    return static_cast<uint64_t *>(counts);
}

cover_counts::cover_counts(const char *variant_, std::size_t points_,
                           void (*write_)(const cover_counts &counts, const char *path))
    : variant(variant_), points(points_), write(write_), all(shared(points_)),
      returned(shared(points_)), next(first) {
    if (!first)
        std::atexit(write_all);
    first = this;
}

void cover_counts::add(const std::atomic<uint32_t> *counted) {
    for (std::size_t i = 0; i < points; i++) {
        const uint32_t n = counted[i].load(std::memory_order_relaxed);
        if (n > 0)
            __atomic_fetch_add(&all[i], n, __ATOMIC_RELAXED);
        if (n > 1)
            __atomic_fetch_add(&returned[i], n, __ATOMIC_RELAXED);
    }
}

void cover_counts::fill(std::atomic<uint32_t> *counted) const {
    for (std::size_t i = 0; i < points; i++) {
        const uint64_t n = toggles.count(&counted[i]) ? returned[i] : all[i];
        counted[i] = static_cast<uint32_t>(std::min<uint64_t>(n, UINT32_MAX));
    }
    toggles.clear();
}
