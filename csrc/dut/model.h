// What every file of a verilated model and its binding include, to be read in advance (Makefile: QUICK).
#ifndef CSRC_DUT_MODEL_H
#define CSRC_DUT_MODEL_H

#include <verilated.h>
#include <verilated_fst_c.h>
#include <verilated_syms.h>

#include <cstring>
#include <memory>

#endif
