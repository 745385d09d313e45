/* SPDX-License-Identifier: GPL-2.0-or-later
 * In the axes U and V of the singular values the second derivative of an isotropic energy falls apart into a 3 x 3
 * block for the diagonal of dF and a 2 x 2 block for each pair of entries (i, j), (j, i): each is clamped, and the
 * element's Hessian is put together in these axes and turned back. */
#include "cipc/potentials/isotropic.h"

#include <math.h>
#include <string.h>

#include "cipc/spd.h"

double ts_stretch_beyond(const ts_svd *svd, int i) {
    return (svd->sigma[i] - 1) + svd->sigma_low[i];
}

static double log_of(const ts_svd *svd, int i) {
    return svd->sigma[i] < 0.5 ? log(svd->sigma[i]) : log1p(ts_stretch_beyond(svd, i));
}

/* With z = e/(2 + e), ln(1 + e) = 2 (z + z^3/3 + z^5/5 + ...), of which e - 2z = e z cancels the first term. */
static double log_rest_of(const ts_svd *svd, int i) {
    enum { TERMS = 11 };
    const double e = ts_stretch_beyond(svd, i), z = e / (2 + e), q = z * z;
    if (fabs(e) > 0.3) return 0.5 * e * (2 + e) - log_of(svd, i);
    double series = 0;
    for (int k = TERMS; k > 0; --k) series = series * q + 1.0 / (2 * k + 1);
    return 0.5 * e * e + z * (e - 2 * q * series);
}

bool ts_stretch_logs(const ts_svd *svd, int count, double *rest, double *log_J) {
    *rest = *log_J = 0;
    for (int i = 0; i < count; ++i) {
        if (!(svd->sigma[i] > 0)) return false;
        *rest += log_rest_of(svd, i);
        *log_J += log_of(svd, i);
    }
    return true;
}

/* Second derivative by F in the axes U, V, projected: diagonal entries couple by `stretch`; the entries (i, j) and
 * (j, i) have `own[i][j]` on the diagonal and `swap[i][j]` between them. */
typedef struct rotated_hessian {
    double stretch[3][3];
    double own[3][3], swap[3][3];
} rotated_hessian;

static void project_stretch(double stretch[3][3], bool membrane) {
    if (membrane) {
        double plane[2][2] = {{stretch[0][0], stretch[0][1]}, {stretch[1][0], stretch[1][1]}};
        ts_project_spd2(plane);
        for (int i = 0; i < 2; ++i) memcpy(stretch[i], plane[i], sizeof plane[i]);
    } else {
        ts_project_spd(3, &stretch[0][0], 3);
    }
}

static void rotate(const ts_stretch *s, bool membrane, bool unprojected, rotated_hessian *h) {
    memset(h, 0, sizeof *h);
    memcpy(h->stretch, s->second, sizeof h->stretch);
    if (!unprojected) project_stretch(h->stretch, membrane);
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double turn = unprojected ? s->turn[k] : fmax(s->turn[k], 0);
        const double flip = unprojected ? s->flip[k] : fmax(s->flip[k], 0);
        h->own[i][j] = h->own[j][i] = 0.5 * (flip + turn);
        h->swap[i][j] = h->swap[j][i] = 0.5 * (flip - turn);
    }
}

/* K = U (block of nodes with rotated shapes a, b) U^T, times the volume. */
static void node_block(const rotated_hessian *h, const double u[3][3], const double a[3], const double b[3],
                       double k[3][3]) {
    double inner[3][3], half[3][3];
    for (int i = 0; i < 3; ++i) {
        inner[i][i] = h->stretch[i][i] * a[i] * b[i];
        for (int j = 0; j < 3; ++j) {
            if (i == j) continue;
            inner[i][i] += h->own[i][j] * a[j] * b[j];
            inner[i][j] = h->stretch[i][j] * a[i] * b[j] + h->swap[i][j] * a[j] * b[i];
        }
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) half[i][j] = inner[i][0] * u[j][0] + inner[i][1] * u[j][1] + inner[i][2] * u[j][2];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) k[i][j] = u[i][0] * half[0][j] + u[i][1] * half[1][j] + u[i][2] * half[2][j];
}

/* Blocks (a, b) and (b, a); entries of diagonal blocks are made equal to the last bit. */
static void store_block(double *hessian, int a, int b, const double k[3][3]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double entry = a == b && j > i ? k[j][i] : k[i][j];
            hessian[(3 * a + i) * TS_STENCIL_DOFS + 3 * b + j] = entry;
            hessian[(3 * b + j) * TS_STENCIL_DOFS + 3 * a + i] = entry;
        }
}

static void subtract(double sum[3][3], const double k[3][3]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) sum[i][j] -= k[i][j];
}

/* Blocks of nodes a, b > 0 from their shapes; those of node 0 because a translation costs nothing. */
static void hessian_of(const rotated_hessian *h, const ts_svd *svd, double shape[3][3], int nodes, double *hessian) {
    double corner[3][3] = {{0}}, first[3][3][3] = {{{0}}};
    for (int a = 0; a + 1 < nodes; ++a)
        for (int b = 0; b <= a; ++b) {
            double k[3][3], transposed[3][3];
            node_block(h, svd->u, shape[a], shape[b], k);
            store_block(hessian, a + 1, b + 1, k);
            subtract(first[a], k);
            if (a == b) continue;
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) transposed[i][j] = k[j][i];
            subtract(first[b], transposed);
        }
    for (int a = 0; a + 1 < nodes; ++a) {
        store_block(hessian, a + 1, 0, first[a]);
        subtract(corner, first[a]);
    }
    store_block(hessian, 0, 0, corner);
}

/* volume P shape_a = U diag(psi_i) V^T shape_a */
static void gradient_of(const ts_svd *svd, const double force[3], double shape[3][3], int nodes, double *gradient) {
    for (int i = 0; i < 3; ++i) {
        gradient[i] = 0;
        for (int a = 1; a < nodes; ++a) {
            double sum = 0;
            for (int j = 0; j < 3; ++j) sum += svd->u[i][j] * force[j] * shape[a - 1][j];
            gradient[3 * a + i] = sum;
            gradient[i] -= sum;
        }
    }
}

void ts_element_respond(const ts_element *element, const ts_svd *svd, const ts_stretch *stretch, const ts_locals *out,
                        size_t k) {
    const int nodes = element->nodes;
    if (out->value) out->value[k] = element->volume * stretch->value;
    if (!out->gradient && !out->hessian) return;
    double shape[3][3], scaled[3][3];
    for (int a = 0; a + 1 < nodes; ++a)
        for (int j = 0; j < 3; ++j) {
            const double *s = element->shape[a];
            shape[a][j] = svd->v[0][j] * s[0] + svd->v[1][j] * s[1] + svd->v[2][j] * s[2];
            scaled[a][j] = element->volume * shape[a][j];
        }
    if (out->gradient) gradient_of(svd, stretch->first, scaled, nodes, out->gradient[k]);
    if (!out->hessian) return;
    rotated_hessian h;
    rotate(stretch, nodes == 3, out->unprojected, &h);
    const double volume = element->volume;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            h.stretch[i][j] *= volume;
            h.own[i][j] *= volume;
            h.swap[i][j] *= volume;
        }
    hessian_of(&h, svd, shape, nodes, out->hessian[k]);
}
