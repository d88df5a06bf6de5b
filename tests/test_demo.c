/* What `make demo` shows must hold in every `make check`: real tensors through the transform slot,
 * and a convolution through the whole agent. */
#include "demo_suite.h"

#include "demo/demo_conv.h"
#include "demo/demo_slot.h"

const struct scenario demo_scenarios[] = {
    {"tensors_are_quantised", demo_tensors_are_quantised},
    {"image_is_convolved", demo_image_is_convolved},
};
const size_t demo_scenario_count = sizeof demo_scenarios / sizeof *demo_scenarios;
