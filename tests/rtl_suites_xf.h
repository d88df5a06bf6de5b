/* The scenarios of the transform slot and of its banks. */
#ifndef TESTS_RTL_SUITES_XF_H
#define TESTS_RTL_SUITES_XF_H

#include "sim/suite.h"

extern const struct scenario xform_scenarios[];
extern const size_t xform_scenario_count;
extern const struct scenario xform_identity_scenarios[];
extern const size_t xform_identity_scenario_count;
extern const struct scenario bank_scenarios[];
extern const size_t bank_scenario_count;
extern const struct scenario bank_identity_scenarios[];
extern const size_t bank_identity_scenario_count;
extern const struct scenario xform_rate_scenarios[];
extern const size_t xform_rate_scenario_count;
extern const struct scenario bank_rate_scenarios[];
extern const size_t bank_rate_scenario_count;
extern const struct scenario xform_corner_scenarios[];
extern const size_t xform_corner_scenario_count;
extern const struct scenario xform_toy_scenarios[];
extern const size_t xform_toy_scenario_count;
extern const struct scenario live_xf_scenarios[];
extern const size_t live_xf_scenario_count;

extern const struct scenario xform_mxfp8_scenarios[];
extern const size_t xform_mxfp8_scenario_count;
extern const struct scenario bank_mxfp8_scenarios[];
extern const size_t bank_mxfp8_scenario_count;
extern const struct scenario xform_transpose_scenarios[];
extern const size_t xform_transpose_scenario_count;
extern const struct scenario bank_transpose_scenarios[];
extern const size_t bank_transpose_scenario_count;
extern const struct scenario xform_table_scenarios[];
extern const size_t xform_table_scenario_count;
extern const struct scenario bank_table_scenarios[];
extern const size_t bank_table_scenario_count;
extern const struct scenario exhaustive_scenarios[];
extern const size_t exhaustive_scenario_count;
extern const struct scenario occupant_rate_scenarios[];
extern const size_t occupant_rate_scenario_count;

#endif
