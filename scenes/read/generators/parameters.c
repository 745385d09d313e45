/* SPDX-License-Identifier: MIT
 * Parameters of generators with complaints that name them. */
#include "scenes/read/generators/parameters.h"

#include <string.h>

#include "core/json_build.h"

static const double LONGEST = 1e6;

/* Generators of rods and particles make their middle lines and middles alone. */
static void explain_thickness(const ts_json_at *at, const char *const *names) {
    static const char *const OTHERS[] = {"radius", "diameter", "thickness"};
    for (int k = 0; k < 3; ++k) {
        bool known = !ts_json_member(at, OTHERS[k]).json;
        for (const char *const *name = names; *name; ++name) known = known || strcmp(*name, OTHERS[k]) == 0;
        if (!known)
            ts_json_complain(at,
                             "there is no '%s' here: 'thickness' of the material is the thickness of shells and the "
                             "diameter of rods and particles",
                             OTHERS[k]);
    }
}

void ts_parameters_open(ts_parameters *parameters, const char *generator, const cJSON *json, const char *const *names,
                        ts_error *error) {
    parameters->reading = (ts_json_reading){.error = error, .file = generator};
    parameters->at = ts_json_root(json, &parameters->reading);
    explain_thickness(&parameters->at, names);
    ts_json_expect_object(&parameters->at, names);
}

ts_status ts_parameters_status(const ts_parameters *parameters) {
    if (parameters->reading.status == TS_OK) return TS_OK;
    if (parameters->reading.error) parameters->reading.error->status = TS_ERROR_USAGE;
    return TS_ERROR_USAGE;
}

static size_t whole_number(const ts_json_at *at, size_t least) {
    const ts_json_range range = {(double)least, TS_GENERATE_MOST_NODES, true, true};
    return (size_t)ts_json_whole_value(at, range);
}

void ts_parameter_count(const ts_parameters *parameters, const char *name, size_t least, size_t *value) {
    const ts_json_at member = ts_json_member(&parameters->at, name);
    if (member.json) *value = whole_number(&member, least);
}

void ts_parameter_counts(const ts_parameters *parameters, const char *name, int n, size_t *values) {
    const ts_json_at member = ts_json_member(&parameters->at, name);
    if (!member.json) return;
    if (ts_json_items(&member) != n) {
        ts_json_complain(&member, "%d whole numbers [...] are expected here", n);
        return;
    }
    for (int k = 0; k < n; ++k) {
        const ts_json_at item = ts_json_item(&member, k);
        values[k] = whole_number(&item, 1);
    }
}

void ts_parameter_length(const ts_parameters *parameters, const char *name, double *value) {
    *value = ts_json_number(&parameters->at, name, *value, (ts_json_range){0.0, LONGEST, false, true});
}

void ts_parameter_amount(const ts_parameters *parameters, const char *name, double *value) {
    *value = ts_json_number(&parameters->at, name, *value, (ts_json_range){0.0, LONGEST, true, true});
}

void ts_parameter_truth(const ts_parameters *parameters, const char *name, bool *value) {
    *value = ts_json_truth(&parameters->at, name, *value);
}

static void read_seed(const ts_json_at *at, uint64_t *value) {
    const ts_json_at member = ts_json_member(at, "seed");
    if (!member.json) return;
    *value = (uint64_t)ts_json_whole_value(&member, (ts_json_range){0.0, (double)TS_MOST_IN_JSON, true, true});
}

void ts_parameter_seed(const ts_parameters *parameters, uint64_t *value) {
    read_seed(&parameters->at, value);
}

void ts_parameter_disturbance(const ts_parameters *parameters, ts_disturbance *value) {
    static const char *const NAMES[] = {"turn", "jitter", "seed", NULL};
    const ts_json_at at = ts_json_member(&parameters->at, "disturb");
    if (!at.json || cJSON_IsFalse(at.json)) return;
    *value = (ts_disturbance){.used = true, .turn = -1.0, .jitter = -1.0, .seed = 1};
    if (cJSON_IsTrue(at.json)) return;
    ts_json_expect_object(&at, NAMES);
    value->turn = ts_json_number(&at, "turn", value->turn, (ts_json_range){0.0, 360.0, true, true});
    value->jitter = ts_json_number(&at, "jitter", value->jitter, (ts_json_range){0.0, LONGEST, true, true});
    read_seed(&at, &value->seed);
}

void ts_parameter_axis(const ts_parameters *parameters, int *value) {
    static const char *const AXES[] = {"x", "y", "z", NULL};
    *value = ts_json_choice(&parameters->at, "axis", *value, AXES);
}
