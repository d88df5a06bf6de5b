/* What `make demo` shows must hold in every `make check`: real tensors through the transform slot,
 * and the fetches of a convolution through the memory port. */
#include "demo_suite.h"

#include "demo/demo_conv.h"
#include "demo/demo_slot.h"

const struct scenario demo_scenarios[] = {
    {"tensors_are_quantised", demo_tensors_are_quantised},
    {"convolution_is_fetched", demo_convolution_is_fetched},
};
const size_t demo_scenario_count = sizeof demo_scenarios / sizeof *demo_scenarios;
