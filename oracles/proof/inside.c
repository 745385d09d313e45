/* SPDX-License-Identifier: MIT
 * Containment in the first state of a proof. */
#include "oracles/proof/inside.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

/* Every triangle bounds matter, if its surface is closed: a proof knows no tets. */
static ts_status look(const ts_proof_topology *topology, const double (*x)[3], ts_verify_report *report,
                      ts_error *error) {
    unsigned char *solid = malloc(topology->triangles + 1);
    if (!solid) return ts_fail_memory(error, "the surfaces of a proof");
    memset(solid, 1, topology->triangles + 1);
    const ts_verify_mesh mesh = {
        .nodes = topology->vertices,
        .triangles = topology->triangles,
        .triangle = (const int32_t(*)[3])topology->triangle,
        .segments = topology->segments,
        .segment = (const int32_t(*)[2])topology->segment,
        .points = topology->particles,
        .point = topology->particle,
        .obstacle = topology->obstacle,
        .strangers = topology->strangers,
        .stranger = (const int32_t(*)[2])topology->stranger,
        .solid = solid,
    };
    ts_verifier *verifier = NULL;
    ts_status status = ts_verifier_create(&mesh, &verifier, error);
    if (status == TS_OK) status = ts_verify_state(verifier, x, TS_VERIFY_CONTAINMENT, report, error);
    ts_verifier_destroy(verifier);
    free(solid);
    return status;
}

ts_status ts_proof_inside(const ts_proof_folder *proof, ts_verify_report *report, ts_error *error) {
    double(*x)[3] = NULL;
    unsigned char digest[TS_SHA256_BYTES];
    ts_verify_report made;
    ts_verify_report_init(&made);
    ts_status status = ts_proof_state_read(proof->folder, 0, proof->topology.vertices, &x, digest, error);
    if (status == TS_OK) status = look(&proof->topology, (const double(*)[3])x, &made, error);
    free(x);
    if (status == TS_OK) *report = made;
    return status;
}
