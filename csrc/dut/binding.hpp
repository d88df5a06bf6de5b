// What the bindings of all tops share: life of a model, waves, and pointers to port storage.
#ifndef CSRC_DUT_BINDING_HPP
#define CSRC_DUT_BINDING_HPP

#include "dut/dut.h"
#include "dut/stopped.hpp"

#include <verilated.h>
#ifndef BARE // a model without tracing, to measure against
#include <verilated_fst_c.h>
#endif

#include <memory>

#if VM_COVERAGE
#include "dut/cover.hpp"
#include "dut/cover_hook.h"

#include SYMS_HEADER
#endif

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#if VM_COVERAGE
template <typename Model> struct Covered {
    static constexpr std::size_t points =
        sizeof(static_cast<decltype(Model::rootp->vlSymsp)>(nullptr)->__Vcoverage) /
        sizeof(std::atomic<uint32_t>);
    static cover_counts counts;

    static void write(const cover_counts &counts, const char *path) {
        VerilatedContext context;
        cover_describing = true;
        Model top{&context, "TOP"};
        cover_describing = false;
        counts.fill(top.rootp->vlSymsp->__Vcoverage);
        context.coveragep()->write(path);
    }
};
template <typename Model>
cover_counts Covered<Model>::counts{STRING(VARIANT), points, Covered<Model>::write};
#endif

template <typename Model> struct Instance {
    dut face{}; // first: what C sees
    std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    std::unique_ptr<Model> top;
#ifndef BARE
    std::unique_ptr<VerilatedFstC> waves;
    const wave_note *notes = nullptr;
    unsigned note_count = 0;
    uint32_t note_code = 0; // Verilator's number of the first word of the first
#endif

    Instance(const dut_type *type, register_fill fill, uint64_t seed) {
        static const int reset_value[] = {2, 0, 1}; // random, zeros, ones
#ifndef BARE
        context->traceEverOn(true);
#endif
        context->fatalOnError(false);
        context->threads(1); // a worker would do nothing, and fork() leaves it out of a snapshot
        context->randReset(reset_value[fill]);
        // 31 bits, and 0 would mean "pick one".
        context->randSeed(static_cast<int>((seed ^ seed >> 31) % 0x7ffffffe) + 1);
        Verilated::threadContextp(context.get());
        top.reset(new Model{context.get(), "TOP"});
        face.type = type;
        face.model = this;
        face.clk = &top->clk;
        face.eval = eval;
        face.wave_notes = wave_notes;
        face.wave_open = wave_open;
        face.wave_dump = wave_dump;
        face.wave_close = wave_close;
        face.destroy = destroy;
    }

#if VM_COVERAGE
    ~Instance() {
        Covered<Model>::counts.add(top->rootp->vlSymsp->__Vcoverage);
    }
#endif

    static Instance &of(dut *d) {
        return *static_cast<Instance *>(d->model);
    }

    static void eval(dut *d) {
        try {
            of(d).top->eval();
        } catch (const dut_stopped &) {
            // The runtime has said why; the cycle loop ends the run.
        }
    }
#ifdef BARE
    static void wave_notes(dut *, const wave_note *, unsigned) {
    }
    static bool wave_open(dut *, const char *) {
        return false;
    }
    static void wave_dump(dut *, uint64_t) {
    }
    static void wave_close(dut *) {
    }
#else
    static void wave_notes(dut *d, const wave_note *notes, unsigned count) {
        of(d).notes = notes;
        of(d).note_count = count;
    }
    // The runtime has no strings in waves: a note is a vector, as wide as its text may be long.
    static void declare_notes(void *instance, VerilatedFst *file, uint32_t code) {
        Instance &self = *static_cast<Instance *>(instance);
        self.note_code = code;
        file->pushNamePrefix("COSIM ");
        for (unsigned i = 0; i < self.note_count; i++) {
            const int top_bit = static_cast<int>(self.notes[i].bits) - 1;
            file->declArray(code, self.notes[i].name, -1, FST_VD_IMPLICIT, FST_VT_VCD_REG, false,
                            -1, top_bit, 0);
            code += VL_WORDS_I(self.notes[i].bits);
        }
        file->popNamePrefix();
    }
    template <bool all> static void write_notes(void *instance, VerilatedFst::Buffer *buffer) {
        const Instance &self = *static_cast<Instance *>(instance);
        uint32_t *old = buffer->oldp(self.note_code);
        for (unsigned i = 0; i < self.note_count; i++) {
            const int bits = static_cast<int>(self.notes[i].bits);
            if (all)
                buffer->fullWData(old, self.notes[i].words, bits);
            else
                buffer->chgWData(old, self.notes[i].words, bits);
            old += VL_WORDS_I(bits);
        }
    }
    static bool wave_open(dut *d, const char *path) {
        Instance &self = of(d);
        self.waves.reset(new VerilatedFstC);
        self.top->trace(self.waves.get(), 0);
        if (self.note_count > 0) {
            self.waves->spTrace()->addInitCb(declare_notes, &self);
            self.waves->spTrace()->addFullCb(write_notes<true>, &self);
            self.waves->spTrace()->addChgCb(write_notes<false>, &self);
        }
        self.waves->open(path);
        if (!self.waves->isOpen())
            self.waves.reset();
        return static_cast<bool>(self.waves);
    }
    static void wave_dump(dut *d, uint64_t time) {
        of(d).waves->dump(time);
    }
    static void wave_close(dut *d) {
        if (of(d).waves)
            of(d).waves->close();
        of(d).waves.reset();
    }
#endif
    static void destroy(dut *d) {
        delete &of(d);
    }
};

// Port storage: narrow ports are plain integers, wide ones arrays of 32-bit words.
template <std::size_t N> uint32_t *words(VlWide<N> &port) {
    return port.data();
}
inline uint32_t *words(IData &port) {
    return &port;
}
template <typename Port> packed_pin packed(Port &port) {
    return {&port, sizeof port};
}

#define LINK_PINS(prefix)                                                                          \
    link_pins {                                                                                    \
        words(t.prefix##_data), &t.prefix##_valid, &t.prefix##_busy                                \
    }
#define ADDRESS_PINS(prefix)                                                                       \
    axi_address_pins {                                                                             \
        &t.prefix##id, &t.prefix##addr, &t.prefix##len, &t.prefix##size, &t.prefix##burst,         \
            &t.prefix##valid, &t.prefix##ready                                                     \
    }
#define WRITE_PINS(prefix)                                                                         \
    {                                                                                              \
        words(t.prefix##wdata), words(t.prefix##wstrb), &t.prefix##wlast, &t.prefix##wvalid,       \
            &t.prefix##wready                                                                      \
    }
#define RESPONSE_PINS(prefix)                                                                      \
    { &t.prefix##bid, &t.prefix##bresp, &t.prefix##bvalid, &t.prefix##bready }
#define READ_PINS(prefix)                                                                          \
    {                                                                                              \
        &t.prefix##rid, words(t.prefix##rdata), &t.prefix##rresp, &t.prefix##rlast,                \
            &t.prefix##rvalid, &t.prefix##rready                                                   \
    }

#endif
