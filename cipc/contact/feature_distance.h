/* SPDX-License-Identifier: GPL-2.0-or-later
 * The closest points of two infinite features (points, lines, a plane), p apart, in the frame that they span: from it
 * come the distance, its derivatives and the directions of sliding.
 *
 *   p(lambda) = sum_i w_i x_i,  w = w0 + sum_k lambda_k dw_k,  e_k = dp/dlambda_k
 *
 * The least |p|^2 has p . e_k = 0. With orthonormal tangents t_a of the span of the e_k, e^k the dual basis and
 * slope_a = sum_k (e^k . t_a) dw_k, by the implicit function theorem
 *
 *   d(d^2)/dx_i = 2 w_i p,     d2(d^2)/dx_i dx_j = 2 (w_i w_j I - sum_a v_ai v_aj^T),  v_ai = w_i t_a + slope_ai p. */
#ifndef TS_CIPC_CONTACT_FEATURE_DISTANCE_H
#define TS_CIPC_CONTACT_FEATURE_DISTANCE_H

#include "cipc/contact.h"

typedef struct ts_feature_frame {
    int nodes, tangents;  /* parallel lines and lines or planes without extent have fewer tangents */
    double weight[4];     /* sum to 0; of the first primitive to 1 */
    double p[3];          /* normal to the tangents to rounding, however short */
    double tangent[2][3]; /* t_a */
    double slope[2][4];   /* sum to 0 */
    double d2[2];         /* |p|^2 as the sum of two doubles: D = d^2 - xi^2 keeps its digits near contact */
} ts_feature_frame;

/* Rows as in ts_ccd_query. */
void ts_feature_frame_init(ts_feature_frame *frame, ts_ccd_kind kind, const double x[4][3]);

/* The unit vector along p (any that is normal to the tangents where p is 0) and two that make it an orthonormal
 * basis, the frame's own tangents first. */
void ts_feature_frame_basis(const ts_feature_frame *frame, double normal[3], double tangent[2][3]);

/* A pair of features as rows of an edge-edge query (ts_feature): its own kind, and which row each of its rows is. */
ts_ccd_kind ts_feature_rows(ts_feature feature, int row[4]);

#endif
