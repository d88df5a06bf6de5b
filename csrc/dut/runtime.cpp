// What the verilated models call when the RTL prints, stops or fails: lines for the harness, never
// the end of the process.
#include "dut/dut.h"
#include "dut/print_hook.h"
#include "dut/stopped.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>

void (*dut_display)(const char *line);

static char pending[1024];

static void emit_line() {
    if (dut_display)
        dut_display(pending);
    pending[0] = 0;
}

// Pieces of a line may come in several calls and several lines in one.
int dut_printf(const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        const size_t used = strlen(pending);
        snprintf(pending + used, sizeof pending - used, "%.*s", static_cast<int>(length), at);
        at += length;
        if (*at == '\n') {
            emit_line();
            at++;
        }
    }
    return n;
}

void vl_finish(const char *file, int line, const char *) {
    dut_printf("%%Error: $finish called at %s:%d\n", file, line);
}

void vl_stop(const char *file, int line, const char *) {
    dut_printf("%%Error: $stop or $error at %s:%d\n", file, line);
}

// Returning would loop for ever when a region does not converge: the binding's eval catches this.
void vl_fatal(const char *file, int line, const char *, const char *msg) {
    dut_printf("%%Error: %s:%d: %s\n", file, line, msg);
    if (std::strcmp(msg, "Verilog $stop") != 0)
        throw dut_stopped();
}
