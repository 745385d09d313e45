/* SPDX-License-Identifier: MIT
 * States and waypoints of a proof. */
#include "oracles/proof/way.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

enum { MOST_WAYPOINTS = 1 << 20, MOST_UNIT = 100 };

static const double MOST_SIZE = 0x1p53;

ts_status ts_proof_state_read(const char *folder, size_t number, size_t vertices, double (**x)[3],
                              unsigned char digest[TS_SHA256_BYTES], ts_error *error) {
    char name[40];
    ts_proof_bytes bytes;
    snprintf(name, sizeof name, "state_%06zu.tsp", number);
    ts_status status = ts_proof_bytes_read(folder, name, "TSPSTAT1", &bytes, error);
    if (status != TS_OK) return status;
    double(*made)[3] = malloc((vertices + 1) * sizeof *made);
    status = made ? ts_proof_take_doubles(&bytes, 3 * vertices, *made, error) : ts_fail_memory(error, "a state");
    if (status == TS_OK) status = ts_proof_take_end(&bytes, error);
    if (status == TS_OK) {
        memcpy(digest, bytes.digest, sizeof bytes.digest);
        *x = made;
    } else {
        free(made);
    }
    ts_proof_bytes_clear(&bytes);
    return status;
}

static ts_status take_varint(ts_proof_bytes *bytes, int64_t *value, ts_error *error) {
    uint64_t bits = 0;
    for (int shift = 0; shift < 56; shift += 7) {
        unsigned char byte;
        const ts_status status = ts_proof_take(bytes, 1, 1, &byte, error);
        if (status != TS_OK) return status;
        bits |= (uint64_t)(byte & 127u) << shift;
        if (byte < 128) {
            *value = bits & 1 ? -(int64_t)(bits >> 1) - 1 : (int64_t)(bits >> 1);
            return TS_OK;
        }
    }
    return ts_proof_malformed(bytes, "an integer has more than 8 bytes", error);
}

/* floor(x 2^-q) within 2^53, else false. Multiplying by a power of two is exact, but for what becomes too large, which
 * is refused, or too small for a double's last digits: then it lies between -1 and 1 all the same. */
static bool to_grid(double x, int q, int64_t *unit) {
    const double scaled = floor(ldexp(x, -q));
    const bool lost = scaled == 0.0 && x < 0.0;
    if (!(fabs(scaled) <= MOST_SIZE)) return false;
    *unit = lost ? -1 : (int64_t)scaled;
    return true;
}

/* On a grid of spacing 2^q, beside the point that lies c / 256 of the way from x0 to x1. */
static ts_status take_on_grid(ts_proof_bytes *bytes, const ts_proof_ends *ends, double (*x)[3], ts_error *error) {
    signed char q;
    unsigned char c;
    ts_status status = ts_proof_take(bytes, 1, 1, &q, error);
    if (status == TS_OK) status = ts_proof_take(bytes, 1, 1, &c, error);
    if (status != TS_OK) return status;
    if (abs(q) > MOST_UNIT) return ts_proof_malformed(bytes, "a waypoint's unit is out of range", error);
    for (size_t k = 0; k < 3 * ends->vertices; ++k) {
        int64_t a, b, d = 0;
        status = take_varint(bytes, &d, error);
        if (status != TS_OK) return status;
        const bool fits = to_grid(ends->x0[k / 3][k % 3], q, &a) && to_grid(ends->x1[k / 3][k % 3], q, &b);
        if (!fits) return ts_proof_malformed(bytes, "a waypoint's unit is too small", error);
        const int64_t sum = (256 - c) * a + c * b;
        const int64_t value = (sum >= 0 ? sum / 256 : -((255 - sum) / 256)) + d;
        if (value > (int64_t)MOST_SIZE || value < -(int64_t)MOST_SIZE)
            return ts_proof_malformed(bytes, "a waypoint's unit is too small", error);
        x[k / 3][k % 3] = ldexp((double)value, q);
    }
    return TS_OK;
}

static ts_status take_waypoint(ts_proof_bytes *bytes, const ts_proof_ends *ends, double (*x)[3], ts_error *error) {
    unsigned char kind;
    const ts_status status = ts_proof_take(bytes, 1, 1, &kind, error);
    if (status != TS_OK) return status;
    if (kind > 1) return ts_proof_malformed(bytes, "a waypoint is of no kind that there is", error);
    return kind == 0 ? ts_proof_take_doubles(bytes, 3 * ends->vertices, *x, error)
                     : take_on_grid(bytes, ends, x, error);
}

ts_status ts_proof_way_take(ts_proof_bytes *bytes, const ts_proof_ends *ends, ts_proof_way *way, ts_error *error) {
    uint32_t waypoints;
    ts_status status = ts_proof_take(bytes, 1, sizeof waypoints, &waypoints, error);
    if (status != TS_OK) return status;
    if (ends->alone && waypoints > 0) return ts_proof_malformed(bytes, "a state has no way", error);
    /* The shortest waypoint has 3 bytes, and 1 for each coordinate. */
    if (waypoints > MOST_WAYPOINTS || waypoints > (bytes->size - bytes->at) / (3 + 3 * ends->vertices)) {
        return ts_proof_malformed(bytes, "it is too short", error);
    }
    *way = (ts_proof_way){.vertices = ends->vertices, .pieces = ends->alone ? 0 : (size_t)waypoints + 1};
    const size_t bytes_of_row = ends->vertices * sizeof *way->x;
    way->x = malloc((way->pieces + 1) * bytes_of_row);
    if (!way->x) return ts_fail_memory(error, "the waypoints of a step");
    memcpy(way->x, ends->x0, bytes_of_row);
    for (size_t j = 1; status == TS_OK && j < way->pieces; ++j) {
        status = take_waypoint(bytes, ends, way->x + j * ends->vertices, error);
    }
    if (way->pieces > 0) memcpy(way->x + way->pieces * ends->vertices, ends->x1, bytes_of_row);
    for (size_t k = 0; status == TS_OK && k < (way->pieces + 1) * ends->vertices; ++k) {
        for (int c = 0; c < 3; ++c) way->most = fmax(way->most, fabs(way->x[k][c]));
    }
    if (status != TS_OK) ts_proof_way_clear(way);
    return status;
}

void ts_proof_way_clear(ts_proof_way *way) {
    free(way->x);
    *way = (ts_proof_way){0};
}
