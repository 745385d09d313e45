/* SPDX-License-Identifier: GPL-2.0-or-later
 * Elements of projective dynamics: what they project to, against closed forms; forces against differences of energies
 * that are computed here. */
#include <check.h>
#include <math.h>

#include "core/random.h"
#include "core/vec3.h"
#include "ndb/gather.h"
#include "tests/ndb/ndb_scenes.h"

/* ---- Membranes ---- */

/* Two orthonormal columns. */
static void random_frame(ts_random *random, double r[2][3]) {
    for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 3; ++i) r[j][i] = ts_random_between(random, -1.0, 1.0);
        if (j == 1) ts_axpy(r[1], -ts_dot(r[0], r[1]), r[0], r[1]);
        ts_scale(1.0 / sqrt(ts_norm2(r[j])), r[j], r[j]);
    }
}

/* F = R Q diag(s) Q^T: R is nearest, whatever the axes Q of the stretches s are. */
START_TEST(the_nearest_without_strain_is_the_rotation) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int n = 0; n < ts_test_cases(1000); ++n) {
        double r[2][3], f[2][3], found[2][3];
        random_frame(&random, r);
        const double a = ts_random_log(&random, 1e-3, 1e3), b = a * ts_random_log(&random, 1e-3, 1.0);
        const double angle = ts_random_between(&random, 0.0, 3.2), c = cos(angle), s = sin(angle);
        const double m[2][2] = {{a * c * c + b * s * s, (a - b) * c * s}, {(a - b) * c * s, a * s * s + b * c * c}};
        for (int j = 0; j < 2; ++j)
            for (int i = 0; i < 3; ++i) f[j][i] = r[0][i] * m[0][j] + r[1][i] * m[1][j];
        ts_ndb_strain_nearest((const double(*)[3])f, found);
        for (int j = 0; j < 2; ++j)
            for (int i = 0; i < 3; ++i) ck_assert_double_eq_tol(found[j][i], r[j][i], 1e-11);
    }
}
END_TEST

START_TEST(a_collapsed_triangle_has_a_frame_too) {
    const double cases[][2][3] = {{{0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {0, 3, 1}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        double r[2][3];
        ts_ndb_strain_nearest(cases[k], r);
        ck_assert_double_eq_tol(ts_norm2(r[0]), 1.0, 1e-12);
        ck_assert_double_eq_tol(ts_norm2(r[1]), 1.0, 1e-12);
        ck_assert_double_eq_tol(ts_dot(r[0], r[1]), 0.0, 1e-12);
    }
}
END_TEST

/* Singular values of F from the eigenvalues of F^T F, in long double. */
static double membrane_energy(const ts_bodies *bodies, const ts_ndb_row *x) {
    long double sum = 0.0L;
    for (size_t k = 0; k < bodies->triangles; ++k) {
        const int32_t *t = bodies->triangle[k];
        const ts_material *m = ts_material_of(bodies, t[0]);
        long double d[2][3], e[2][3], n[3], area2 = 0.0L, g[2][2] = {{0.0L}}, w[2][2] = {{0.0L}};
        for (int a = 0; a < 2; ++a) {
            for (int i = 0; i < 3; ++i) {
                d[a][i] = (long double)bodies->rest[t[a + 1]][i] - (long double)bodies->rest[t[0]][i];
                e[a][i] = (long double)x[t[a + 1]][i] - (long double)x[t[0]][i];
            }
        }
        for (int i = 0; i < 3; ++i) {
            n[i] = d[0][(i + 1) % 3] * d[1][(i + 2) % 3] - d[0][(i + 2) % 3] * d[1][(i + 1) % 3];
            area2 += n[i] * n[i];
            for (int a = 0; a < 2; ++a)
                for (int b = 0; b < 2; ++b) g[a][b] += d[a][i] * d[b][i], w[a][b] += e[a][i] * e[b][i];
        }
        /* F^T F has the eigenvalues of g^-1 w */
        const long double det = g[0][0] * g[1][1] - g[0][1] * g[1][0];
        const long double trace = (g[1][1] * w[0][0] - g[0][1] * w[1][0] - g[1][0] * w[0][1] + g[0][0] * w[1][1]) / det;
        const long double product = (w[0][0] * w[1][1] - w[0][1] * w[1][0]) / det;
        const long double root = sqrtl(fmaxl(trace * trace / 4 - product, 0.0L));
        const long double s0 = sqrtl(trace / 2 + root), s1 = sqrtl(fmaxl(product, 0.0L)) / s0;
        const double mu = m->young / (2.0 * (1.0 + m->poisson));
        const double lambda = m->young * m->poisson / (1.0 - m->poisson * m->poisson);
        sum += 0.5L * sqrtl(area2) * m->thickness *
               (mu * ((s0 - 1) * (s0 - 1) + (s1 - 1) * (s1 - 1)) + 0.5L * lambda * (s0 + s1 - 2) * (s0 + s1 - 2));
    }
    return (double)sum;
}

static ts_setup cloth_of(int n, ts_material material) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_test_add_cloth(&setup, "cloth", n, 0.0, material);
    ts_test_complete(&setup, 0.0);
    return setup;
}

static void init(ts_ndb_elastic *elastic, const ts_bodies *bodies) {
    ts_error error;
    ck_assert_msg(ts_ndb_elastic_init(elastic, bodies, &error) == TS_OK, "%s", error.message);
}

static ts_ndb_row *disturbed(const ts_bodies *bodies, double by) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    ts_ndb_row *x = calloc(bodies->nodes + 1, sizeof *x);
    for (size_t i = 0; i < bodies->nodes; ++i)
        for (int c = 0; c < 3; ++c) x[i][c] = bodies->rest[i][c] + ts_random_between(&random, -by, by);
    return x;
}

START_TEST(membranes_have_the_corotated_energy) {
    ts_material material = ts_test_cloth();
    material.bends = false;
    ts_setup setup = cloth_of(7, material);
    ts_ndb_elastic elastic;
    init(&elastic, &setup.bodies);
    ts_ndb_row *x = disturbed(&setup.bodies, 3e-3), *force = calloc(setup.bodies.nodes + 1, sizeof *force);
    const double energy = ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, force);
    const double wanted = membrane_energy(&setup.bodies, (const ts_ndb_row *)x);
    ck_assert_double_eq_tol(energy, wanted, 1e-12 * wanted);
    for (size_t i = 0; i < setup.bodies.nodes; i += 5) {
        for (int c = 0; c < 3; ++c) {
            const double at = x[i][c], by = 1e-7;
            x[i][c] = at + by;
            const double above = membrane_energy(&setup.bodies, (const ts_ndb_row *)x);
            x[i][c] = at - by;
            const double below = membrane_energy(&setup.bodies, (const ts_ndb_row *)x);
            x[i][c] = at;
            ck_assert_double_eq_tol(force[i][c], (below - above) / (2.0 * by), 1e-5);
        }
    }
    free(x);
    free(force);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}
END_TEST

/* Force and energy of triangle k in long double: R = F U^-1 with U = (F^T F + A)/r, A^2 = det F^T F, r^2 = tr F^T F + 2
 * A. force: on the second and the third corner. */
static long double respond_slowly(const ts_bodies *bodies, size_t k, const ts_ndb_row *x, long double force[2][3]) {
    const int32_t *t = bodies->triangle[k];
    const ts_material *m = ts_material_of(bodies, t[0]);
    long double d[2][3], e[2][3], f[2][3], pull[2][3], aa = 0.0L, ab = 0.0L, bb = 0.0L, c[3] = {0.0L};
    for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 3; ++i) {
            d[j][i] = (long double)bodies->rest[t[j + 1]][i] - (long double)bodies->rest[t[0]][i];
            e[j][i] = (long double)x[t[j + 1]][i] - (long double)x[t[0]][i];
        }
    }
    for (int i = 0; i < 3; ++i) aa += d[0][i] * d[0][i], ab += d[0][i] * d[1][i], bb += d[1][i] * d[1][i];
    const long double along = sqrtl(aa), across = sqrtl(aa * bb - ab * ab) / along, aslant = ab / along;
    for (int i = 0; i < 3; ++i) {
        f[0][i] = e[0][i] / along;
        f[1][i] = (e[1][i] - aslant * f[0][i]) / across;
        c[0] += f[0][i] * f[0][i], c[1] += f[0][i] * f[1][i], c[2] += f[1][i] * f[1][i];
    }
    const long double area = sqrtl(c[0] * c[2] - c[1] * c[1]), r = sqrtl(c[0] + c[2] + 2.0L * area);
    const long double weight = 0.5L * along * across * m->thickness * m->young * m->membrane_scale, nu = m->poisson;
    const long double shear = weight / (1.0L + nu), press = weight * nu / (1.0L - nu * nu) * (r - 2.0L);
    const long double inverse[3] = {(c[2] + area) / (area * r), -c[1] / (area * r), (c[0] + area) / (area * r)};
    long double off = 0.0L;
    for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 3; ++i) {
            const long double turned = f[0][i] * inverse[j] + f[1][i] * inverse[j + 1];
            pull[j][i] = shear * (turned - f[j][i]) - press * turned;
            off += (f[j][i] - turned) * (f[j][i] - turned);
        }
    }
    for (int i = 0; i < 3; ++i) {
        force[0][i] = (pull[0][i] - aslant / across * pull[1][i]) / along;
        force[1][i] = pull[1][i] / across;
    }
    return 0.5L * (shear * off + press * (r - 2.0L));
}

/* All triangles by one map whose singular values are far apart: the columns of some are nearly parallel. */
START_TEST(thin_triangles_have_their_forces) {
    ts_setup setup = cloth_of(3, ts_test_cloth());
    ts_ndb_elastic elastic;
    init(&elastic, &setup.bodies);
    const ts_bodies *bodies = &setup.bodies;
    ts_ndb_row *x = disturbed(bodies, 0.0), *force = calloc(3 * elastic.strain.padded, sizeof *force);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = 0; n < ts_test_cases(300); ++n) {
        double frame[2][3], along[2] = {0.0};
        random_frame(&random, frame);
        const double angle = ts_random_between(&random, 0.0, 3.2), most = ts_random_log(&random, 0.1, 10.0);
        const double s[2] = {most, most * ts_random_log(&random, 1e-4, 1.0)};
        for (size_t i = 0; i < bodies->nodes; ++i) {
            const double *from = bodies->rest[i];
            along[0] = s[0] * (cos(angle) * from[0] + sin(angle) * from[2]);
            along[1] = s[1] * (cos(angle) * from[2] - sin(angle) * from[0]);
            for (int c = 0; c < 3; ++c) x[i][c] = along[0] * frame[0][c] + along[1] * frame[1][c];
        }
        const double found = ts_ndb_strain_some(&elastic.strain, 0, elastic.strain.count, (const ts_ndb_row *)x, force);
        long double energy = 0.0L;
        for (size_t k = 0; k < elastic.strain.count; ++k) {
            long double wanted[2][3];
            energy += respond_slowly(bodies, k, (const ts_ndb_row *)x, wanted);
            const double size = (1.0 + most) * elastic.strain.shear[k] * elastic.strain.shape[2][k];
            for (int c = 0; c < 3; ++c) {
                const double *on[3] = {force[3 * k], force[3 * k + 1], force[3 * k + 2]};
                ck_assert_double_eq_tol(on[1][c], (double)wanted[0][c], 1e-11 * size);
                ck_assert_double_eq_tol(on[2][c], (double)wanted[1][c], 1e-11 * size);
                ck_assert_double_eq(on[0][c], -(on[1][c] + on[2][c]));
            }
        }
        ck_assert_double_eq_tol(found, (double)energy, 1e-12 * (double)energy);
    }
    free(x);
    free(force);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}
END_TEST

/* Of any part of the triangles, and where one has collapsed. Each triangle alone sums to the energy of all. */
static void check_strain_of(ts_ndb_strain_local *wide) {
    ts_setup setup = cloth_of(9, ts_test_cloth());
    ts_ndb_elastic elastic;
    init(&elastic, &setup.bodies);
    const ts_ndb_strain *strain = &elastic.strain;
    const size_t rows = 3 * strain->padded;
    ts_ndb_row *x = disturbed(&setup.bodies, 3e-3);
    for (int c = 1; c < 3; ++c) memcpy(x[strain->node[70][c]], x[strain->node[70][0]], sizeof *x);
    memcpy(x[strain->node[3][1]], x[strain->node[3][0]], sizeof *x);
    ts_ndb_row *one = calloc(rows, sizeof *one), *other = calloc(rows, sizeof *other);
    double parts = 0.0;
    for (size_t first = 0; first < strain->count; first += 8) {
        for (size_t end = first + 8; end < strain->count + 8; end += 8) {
            const size_t last = end < strain->count ? end : strain->count;
            const double a = ts_ndb_strain_portable(strain, first, last, (const ts_ndb_row *)x, one);
            const double b = wide(strain, first, last, (const ts_ndb_row *)x, other);
            ck_assert_mem_eq(one, other, rows * sizeof *one);
            ck_assert_mem_eq(&a, &b, sizeof a);
            parts += end == first + 8 ? a : 0.0;
        }
    }
    const double all = ts_ndb_strain_portable(strain, 0, strain->count, (const ts_ndb_row *)x, one);
    ck_assert_double_eq_tol(parts, all, 1e-12 * all);
    free(x);
    free(one);
    free(other);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}

START_TEST(lanes_have_the_same_bits) {
    check_strain_of(ts_ndb_strain_some);
#if defined(__x86_64__)
    if (ts_test_has_width(TS_TEST_AVX2)) check_strain_of(ts_ndb_strain_avx2);
    if (ts_test_has_width(TS_TEST_AVX512)) check_strain_of(ts_ndb_strain_avx512);
#endif
}
END_TEST

static ts_ndb_gather gather_of(const ts_ndb_elastic *elastic, const ts_ndb_row *x, ts_ndb_row *force) {
    return (ts_ndb_gather){.constant = &elastic->constant,
                           .x = x,
                           .slot = (const ts_ndb_row *)elastic->slot,
                           .first = elastic->slot_first,
                           .offset = elastic->slot_offset,
                           .force = force};
}

/* Corner by corner, and the constant matrix by its rows: what the packed ones are made of. */
static double gather_plainly(const ts_ndb_elastic *elastic, const ts_ndb_row *x, ts_ndb_row *force) {
    const ts_ndb_matrix *m = &elastic->constant;
    double energy = 0.0;
    for (size_t i = 0; i < elastic->nodes; ++i) {
        for (int c = 0; c < 3; ++c) {
            double sum = m->diagonal[i] * x[i][c];
            for (size_t k = m->first[i]; k < m->first[i + 1]; ++k) sum += m->value[k] * x[m->column[k]][c];
            force[i][c] = -sum;
            energy += 0.5 * x[i][c] * sum;
        }
    }
    for (size_t k = 0; k < elastic->strain.count; ++k) {
        for (int a = 0; a < 3; ++a) {
            double *f = force[elastic->strain.node[k][a]];
            ts_add(f, elastic->slot[3 * k + (size_t)a], f);
        }
    }
    return energy;
}

START_TEST(nodes_gather_what_acts_on_them) {
    ts_setup setup = cloth_of(11, ts_test_cloth());
    ts_ndb_elastic elastic;
    init(&elastic, &setup.bodies);
    const size_t n = elastic.nodes;
    ts_ndb_row *x = disturbed(&setup.bodies, 3e-3), *wanted = calloc(n, sizeof *wanted), *force[3];
    for (int k = 0; k < 3; ++k) force[k] = calloc(n, sizeof *force[k]);
    ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, force[0]);
    const double energy = gather_plainly(&elastic, (const ts_ndb_row *)x, wanted);
    ts_ndb_gather gather = gather_of(&elastic, (const ts_ndb_row *)x, force[1]);
    const double found = ts_ndb_gather_portable(&gather, 0, n);
    ck_assert_double_eq_tol(found, energy, 1e-10 * fabs(energy));
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c) ck_assert_double_eq_tol(force[1][i][c], wanted[i][c], 1e-10);
    ck_assert_mem_eq(force[0], force[1], n * sizeof *force[0]);
#if defined(__x86_64__)
    if (ts_test_has_width(TS_TEST_AVX2)) {
        gather.force = force[2];
        const double other = ts_ndb_gather_avx2(&gather, 0, n);
        ck_assert_mem_eq(force[1], force[2], n * sizeof *force[1]);
        ck_assert_mem_eq(&found, &other, sizeof found);
    }
#endif
    for (int k = 0; k < 3; ++k) free(force[k]);
    free(wanted);
    free(x);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}
END_TEST

/* Stretched alike in all directions, springs and membranes without nu cost k A eps^2. */
START_TEST(springs_are_as_stiff_as_membranes) {
    ts_material material = ts_test_cloth();
    material.poisson = 0.0;
    material.bends = false;
    double energy[2];
    for (int k = 0; k < 2; ++k) {
        if (k == 1) material.membrane = (ts_model_choice){.name = "springs"};
        ts_setup setup = cloth_of(4, material);
        ts_ndb_elastic elastic;
        init(&elastic, &setup.bodies);
        ck_assert_uint_eq(elastic.springs > 0, k == 1);
        ts_ndb_row *x = disturbed(&setup.bodies, 0.0), *force = calloc(setup.bodies.nodes + 1, sizeof *force);
        for (size_t i = 0; i < setup.bodies.nodes; ++i) ts_scale(1.0 + 1e-3, x[i], x[i]);
        energy[k] = ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, force);
        free(x);
        free(force);
        ts_ndb_elastic_clear(&elastic);
        ts_setup_clear(&setup);
    }
    const double wanted = material.young * material.thickness * 0.04 * 0.04 * 1e-6;
    ck_assert_double_eq_tol(energy[0], wanted, 1e-9 * wanted);
    ck_assert_double_eq_tol(energy[1], wanted, 1e-9 * wanted);
}
END_TEST

/* ---- Hinges ---- */

/* Two triangles of an edge e along z, bent by theta out of the plane. */
static void bend(double theta, double x[4][3]) {
    const double wing = 0.8, base = 0.7;
    const double rest[4][3] = {{0, 0, 0}, {0, 0, 1.5}, {base, 0, 0.4}, {-wing, 0, 0.9}};
    for (int a = 0; a < 4; ++a)
        for (int c = 0; c < 3; ++c) x[a][c] = rest[a][c];
    x[3][0] = -wing * cos(theta);
    x[3][1] = wing * sin(theta);
}

static void sum_row(const double share[4], double x[4][3], double sum[3]) {
    for (int c = 0; c < 3; ++c) {
        sum[c] = 0.0;
        for (int a = 0; a < 4; ++a) sum[c] += share[a] * x[a][c];
    }
}

START_TEST(a_hinges_row_is_twice_the_sine_of_half_the_angle) {
    double flat[4][3], x[4][3], share[4], sum[3], m[3];
    bend(0.0, flat);
    const double *place[4] = {flat[0], flat[1], flat[2], flat[3]};
    const double area = ts_ndb_hinge_row(place, share);
    ck_assert_double_eq_tol(area, 0.5 * 1.5 * (0.7 + 0.8), 1e-14);
    sum_row(share, flat, sum);
    ck_assert_double_eq_tol(sqrt(ts_norm2(sum)), 0.0, 1e-15);
    for (double theta = -2.5; theta < 2.6; theta += 0.25) {
        bend(theta, x);
        sum_row(share, x, sum);
        ck_assert_double_eq_tol(sqrt(ts_norm2(sum)), 1.5 * 2.0 * fabs(sin(theta / 2)), 1e-12);
        const double *bent[4] = {x[0], x[1], x[2], x[3]};
        ts_ndb_hinge_normal(bent, m);
        ck_assert_double_eq_tol(fabs(ts_dot(m, sum)), sqrt(ts_norm2(sum)), 1e-12);
    }
}
END_TEST

/* One hinge of cloth, without its membranes: at small angles that of the solver cipc, which is
 * k_e theta^2 |e| / hbar with k_e = E t^3/(24 (1 - nu^2)) and hbar a third of the mean height. */
START_TEST(small_angles_cost_what_discrete_shells_do) {
    ts_material material = ts_test_cloth();
    ts_setup setup = cloth_of(1, material);
    ts_ndb_elastic elastic;
    init(&elastic, &setup.bodies);
    ck_assert_uint_eq(elastic.bending.count, 1);
    ck_assert_uint_eq(elastic.bending.curved, 0);
    const ts_ndb_hinge *hinge = &elastic.bending.hinge[0];
    const double e = 0.01 * sqrt(2.0), height = e / 2.0, theta = 1e-3;
    double up[4][3];
    for (int a = 0; a < 4; ++a) memcpy(up[a], setup.bodies.rest[hinge->node[a]], sizeof up[a]);
    up[3][1] += height * theta;
    double sum[3];
    sum_row(hinge->share, up, sum);
    const double k_e = material.young * pow(material.thickness, 3) / (24.0 * (1.0 - 0.25 * 0.25));
    const double wanted = k_e * theta * theta * e / (height / 3.0);
    ck_assert_double_eq_tol(0.5 * hinge->weight * ts_norm2(sum), wanted, 1e-5 * wanted);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}
END_TEST

/* A sheet made as a part of a cylinder wants to stay one; flattened it pulls. */
START_TEST(a_curved_rest_pose_is_at_rest) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_mesh sheet = ts_test_sheet(6, 0.06, 0.0);
    for (size_t i = 0; i < sheet.nodes; ++i) {
        const double s = sheet.x[i][0] / 0.05;
        sheet.x[i][0] = 0.05 * sin(s);
        sheet.x[i][1] = 0.05 * cos(s);
    }
    const ts_new_body body = {.body = {.material = ts_test_cloth()}};
    ts_test_add(&setup, "cloth", sheet, &body);
    ts_test_complete(&setup, 0.0);
    ts_ndb_elastic elastic;
    init(&elastic, &setup.bodies);
    ck_assert_uint_gt(elastic.bending.curved, 0);
    ts_ndb_row *x = disturbed(&setup.bodies, 0.0), *force = calloc(setup.bodies.nodes + 1, sizeof *force);
    const double at_rest = ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, force);
    ck_assert_double_eq_tol(at_rest, 0.0, 1e-15);
    for (size_t i = 0; i < setup.bodies.nodes; ++i) ck_assert_double_eq_tol(sqrt(ts_norm2(force[i])), 0.0, 1e-10);
    for (size_t i = 0; i < setup.bodies.nodes; ++i) x[i][1] = 0.0;
    const double flattened = ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, force);
    ck_assert_double_gt(flattened, 1e-9);
    free(x);
    free(force);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}
END_TEST

/* ---- Stitches ---- */

/* A stitch to a node and one to a point of an edge, against k/2 |s|^2 written out. */
START_TEST(stitches_pull_nodes_together) {
    ts_setup setup = cloth_of(3, ts_test_cloth());
    const ts_stitch stitches[] = {{.a = 0, .b = 15, .c = 15, .stiffness = 20.0},
                                  {.a = 3, .b = 12, .c = 13, .weight = 0.3, .stiffness = 5.0}};
    setup.bodies.stitches = 2;
    setup.bodies.stitch = ts_test_copy(stitches, sizeof stitches);
    ts_ndb_elastic elastic;
    init(&elastic, &setup.bodies);
    ts_ndb_row *x = disturbed(&setup.bodies, 0.0), *force = calloc(setup.bodies.nodes + 1, sizeof *force);
    const double energy = ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, force);
    double one[3], other[3];
    ts_sub(x[0], x[15], one);
    for (int c = 0; c < 3; ++c) other[c] = x[3][c] - 0.7 * x[12][c] - 0.3 * x[13][c];
    ck_assert_double_eq_tol(energy, 10.0 * ts_norm2(one) + 2.5 * ts_norm2(other), 1e-12);
    for (int c = 0; c < 3; ++c) {
        ck_assert_double_eq_tol(force[0][c], -20.0 * one[c], 1e-12);
        ck_assert_double_eq_tol(force[15][c], 20.0 * one[c], 1e-12);
        ck_assert_double_eq_tol(force[13][c], 5.0 * 0.3 * other[c], 1e-12);
    }
    for (size_t i = 0; i < elastic.constant.nodes; ++i)
        for (size_t k = elastic.constant.first[i]; k < elastic.constant.first[i + 1]; ++k)
            ck_assert_int_ne(elastic.constant.column[k], (int32_t)i);
    free(x);
    free(force);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("elements of ndb");
    TCase *tests = tcase_create("elements");
    tcase_add_test(tests, the_nearest_without_strain_is_the_rotation);
    tcase_add_test(tests, a_collapsed_triangle_has_a_frame_too);
    tcase_add_test(tests, membranes_have_the_corotated_energy);
    tcase_add_test(tests, thin_triangles_have_their_forces);
    tcase_add_test(tests, lanes_have_the_same_bits);
    tcase_add_test(tests, nodes_gather_what_acts_on_them);
    tcase_add_test(tests, springs_are_as_stiff_as_membranes);
    tcase_add_test(tests, a_hinges_row_is_twice_the_sine_of_half_the_angle);
    tcase_add_test(tests, small_angles_cost_what_discrete_shells_do);
    tcase_add_test(tests, a_curved_rest_pose_is_at_rest);
    tcase_add_test(tests, stitches_pull_nodes_together);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
