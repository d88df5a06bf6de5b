// Thrown out of a model's eval when the runtime cannot go on.
#ifndef CSRC_DUT_STOPPED_HPP
#define CSRC_DUT_STOPPED_HPP
struct dut_stopped {};
#endif
