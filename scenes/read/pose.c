/* SPDX-License-Identifier: MIT
 * Where an object stands: scale, then rotations in their order, then translation. */
#include <math.h>
#include <string.h>

#include "core/vec3.h"
#include "scenes/read/read.h"

void ts_rotation(const double axis[3], double degrees, double out[3][3]) {
    const double angle = degrees * (M_PI / 180.0), c = cos(angle), s = sin(angle);
    double u[3];
    ts_scale(1.0 / sqrt(ts_norm2(axis)), axis, u);
    const double cross[3][3] = {{0.0, -u[2], u[1]}, {u[2], 0.0, -u[0]}, {-u[1], u[0], 0.0}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out[i][j] = (i == j ? c : 0.0) + s * cross[i][j] + (1.0 - c) * u[i] * u[j];
    }
}

static void turn(const double by[3][3], double matrix[3][3]) {
    double product[3][3] = {{0.0}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (int k = 0; k < 3; ++k) product[i][j] += by[i][k] * matrix[k][j];
        }
    }
    memcpy(matrix, product, sizeof product);
}

static void read_rotation(const ts_json_at *at, ts_pose *pose) {
    static const char *const NAMES[] = {"axis", "degrees", NULL};
    double axis[3] = {0.0, 1.0, 0.0}, by[3][3];
    ts_json_expect_object(at, NAMES);
    ts_json_vector(at, "axis", axis);
    const double degrees = ts_json_number(at, "degrees", 0.0, TS_JSON_ANY);
    if (!(ts_norm2(axis) > 0.0)) {
        ts_json_complain(at, "the axis of a rotation must have a length");
        return;
    }
    ts_rotation(axis, degrees, by);
    turn(by, pose->rotate);
}

static void read_scale(const ts_json_at *at, double scale[3]) {
    const ts_json_at member = ts_json_member(at, "scale");
    if (cJSON_IsArray(member.json)) {
        ts_json_vector(at, "scale", scale);
    } else {
        scale[0] = scale[1] = scale[2] = ts_json_number(at, "scale", 1.0, TS_JSON_POSITIVE);
    }
    for (int c = 0; c < 3; ++c) {
        if (!(scale[c] > 0.0)) ts_json_complain(&member, "a scale must be positive");
    }
}

void ts_scene_read_pose(const ts_json_at *at, ts_pose *pose) {
    *pose = (ts_pose){.scale = {1.0, 1.0, 1.0}, .rotate = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    read_scale(at, pose->scale);
    ts_json_vector(at, "translate", pose->translate);
    const ts_json_at rotate = ts_json_member(at, "rotate");
    if (cJSON_IsObject(rotate.json))
        read_rotation(&rotate, pose);
    else if (rotate.json && ts_json_expect_array(&rotate)) {
        for (int k = 0; k < ts_json_items(&rotate); ++k) {
            const ts_json_at one = ts_json_item(&rotate, k);
            read_rotation(&one, pose);
        }
    }
}

void ts_pose_apply(const ts_pose *pose, size_t nodes, double (*x)[3]) {
    for (size_t i = 0; i < nodes; ++i) {
        double scaled[3];
        for (int c = 0; c < 3; ++c) scaled[c] = pose->scale[c] * x[i][c];
        for (int c = 0; c < 3; ++c) x[i][c] = ts_dot(pose->rotate[c], scaled) + pose->translate[c];
    }
}
