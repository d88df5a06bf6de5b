// Forced into every verilated file: what the RTL prints goes to the harness, line by line.
#ifndef CSRC_DUT_PRINT_HOOK_H
#define CSRC_DUT_PRINT_HOOK_H

#ifdef __cplusplus
extern "C" {
#endif
__attribute__((format(printf, 1, 2))) int dut_printf(const char *format, ...);
#ifdef __cplusplus
}
#endif
#define VL_PRINTF dut_printf

#endif
