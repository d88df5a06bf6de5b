// Cover points of a variant, counted over all its models in all processes of a run (make cover).
// At the end of the program that started them, what was counted is written where COVER_TO says, as
// VARIANT.dat of verilator_coverage.
#ifndef CSRC_DUT_COVER_HPP
#define CSRC_DUT_COVER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>

struct cover_counts {
    const char *variant;
    std::size_t points;
    // Makes a model that describes its points, and writes the file with what `counts` says.
    void (*write)(const cover_counts &counts, const char *path);
    uint64_t *all;      // of each point, over all models; shared by the processes
    uint64_t *returned; // of models in which it was counted twice at least
    cover_counts *next;

    cover_counts(const char *variant, std::size_t points,
                 void (*write)(const cover_counts &counts, const char *path));
    // Takes the counts of a model at its end.
    void add(const std::atomic<uint32_t> *counted);
    // Puts them into a model that described its points: of a toggle those that returned, since a
    // register that left its initial value once has not moved.
    void fill(std::atomic<uint32_t> *counted) const;
};

#endif
