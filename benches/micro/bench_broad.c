/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-broad: the solver's box tree against a uniform grid of the same boxes, those of moving points, edges, faces,
 * rods and particles in frames of scenes; both must find the same pairs. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/micro/box_grid.h"
#include "benches/micro/number.h"
#include "benches/solvers.h"
#include "ccd/timing.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/hash.h"
#include "scenes/collision/candidates.h"
#include "scenes/read/scene.h"

enum { MOST_PASSES = 101, FACTORS = 3 };

/* Edges of the grid's cells over the mean extent of the boxes. */
static const double FACTOR[FACTORS] = {1.0, 2.0, 4.0};

typedef struct bench_settings {
    size_t steps;
    int most_threads, passes;
    double share, stray;
} bench_settings;

/* A scene's boxes after its steps, moving on as they did in the last one, and those of the step before. */
typedef struct frame {
    ts_simulation *simulation;
    ts_surface surface;
    ts_candidates now, before, solver; /* of this one nobody looks at the boxes */
    double (*x)[3], (*p)[3];           /* now: from where, and how far nodes move */
} frame;

typedef struct timings {
    double make[MOST_PASSES], find[MOST_PASSES], both[MOST_PASSES];
} timings;

/* The trees sorted for these boxes, the trees of the step before refitted to them, and grids. */
typedef struct rivals {
    timings sorted, refitted, grid[FACTORS];
    double whole[MOST_PASSES]; /* what the solver does: slabs, trees, and lists of the pairs whose slabs meet */
    ts_bvh *tree[TS_PRIMITIVES], *old_tree[TS_PRIMITIVES];
    ts_pair_list list[TS_CCD_KINDS];
    ts_grid cells[TS_PRIMITIVES];
    ts_grid_pairs cell_pairs[TS_CCD_KINDS];
} rivals;

/* ---- Frames ---- */

static ts_status sweep(ts_candidates *candidates, const ts_surface *surface, const ts_simulation *simulation,
                       const ts_sweep *motion, ts_error *error) {
    const double dhat = simulation->settings.dhat;
    const ts_status status = ts_candidates_init(candidates, surface, dhat, error);
    return status == TS_OK ? ts_candidates_find(candidates, motion, error) : status;
}

static ts_sweep motion_of(const frame *f) {
    return (ts_sweep){(const double(*)[3])f->x, (const double(*)[3])f->p, 1.0};
}

/* x[0], x[1], x[2]: at the last three times; the first and the last become the frame's. */
static ts_status set_boxes(frame *f, const bench_settings *settings, double (*x[3])[3], ts_error *error) {
    const size_t nodes = f->simulation->bodies.nodes;
    for (size_t i = 0; i < nodes; ++i) {
        for (int k = 0; k < 3; ++k) x[0][i][k] = x[1][i][k] - x[0][i][k];
    }
    ts_status status = sweep(&f->before, &f->surface, f->simulation,
                             &(ts_sweep){(const double(*)[3])x[1], (const double(*)[3])x[0], settings->share}, error);
    if (status != TS_OK) return status;
    for (size_t i = 0; i < nodes; ++i) {
        for (int k = 0; k < 3; ++k) x[0][i][k] = settings->share * (x[2][i][k] - x[1][i][k]);
    }
    for (int k = 0; k < 3; ++k) x[0][0][k] += settings->stray;
    f->x = x[2], f->p = x[0];
    x[2] = x[0] = NULL;
    const ts_sweep motion = motion_of(f);
    status = sweep(&f->now, &f->surface, f->simulation, &motion, error);
    return status == TS_OK ? sweep(&f->solver, &f->surface, f->simulation, &motion, error) : status;
}

static ts_status run_steps(frame *f, const bench_settings *settings, ts_error *error) {
    const size_t nodes = f->simulation->bodies.nodes;
    double(*x[3])[3];
    for (int k = 0; k < 3; ++k) x[k] = calloc(nodes, sizeof *x[k]);
    const bool has_room = x[0] && x[1] && x[2];
    ts_status status = has_room ? TS_OK : ts_fail_memory(error, "positions");
    for (size_t step = 0; has_room && step <= settings->steps && status == TS_OK; ++step) {
        ts_step_report report;
        if (step > 0) status = ts_simulation_step(f->simulation, &report, error);
        double(*const oldest)[3] = x[0];
        x[0] = x[1], x[1] = x[2], x[2] = oldest;
        if (status == TS_OK) memcpy(x[2], f->simulation->state.x, nodes * sizeof *x[2]);
    }
    if (has_room && status == TS_OK) status = set_boxes(f, settings, x, error);
    for (int k = 0; k < 3; ++k) free(x[k]);
    return status;
}

static ts_status frame_init(frame *f, const char *path, const bench_settings *settings, ts_error *error) {
    ts_scene scene;
    ts_ccd_method method;
    ts_status status = ts_ccd_method_init(&method, "certified", NULL, error);
    if (status != TS_OK) return status;
    status = ts_scene_read(path, NULL, &scene, error);
    if (status == TS_OK) {
        const ts_simulation_hooks hooks = {.method = &method};
        status = ts_simulation_create(&scene.setup, &hooks, &f->simulation, error);
        ts_scene_clear(&scene);
    }
    if (status == TS_OK) status = ts_surface_init(&f->surface, &f->simulation->bodies, error);
    if (status == TS_OK) status = run_steps(f, settings, error);
    ts_ccd_method_clear(&method);
    return status;
}

static void frame_clear(frame *f) {
    free(f->x);
    free(f->p);
    ts_candidates_clear(&f->now);
    ts_candidates_clear(&f->before);
    ts_candidates_clear(&f->solver);
    ts_surface_clear(&f->surface);
    ts_simulation_destroy(f->simulation);
}

/* ---- Passes: broad phases of all kinds of pairs ---- */

/* Of one thread its own clock, which others on the machine do not move. */
static double seconds_now(void) {
    struct timespec now;
    if (omp_get_max_threads() > 1) return ts_seconds();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void note(timings *t, int pass, double start, double made) {
    const double end = seconds_now();
    t->make[pass] = 1e3 * (made - start);
    t->find[pass] = 1e3 * (end - made);
    t->both[pass] = 1e3 * (end - start);
}

static ts_status tree_pass(rivals *r, const frame *f, bool refit, int pass, ts_error *error) {
    ts_bvh **tree = refit ? r->old_tree : r->tree;
    ts_status status = TS_OK;
    const double start = seconds_now();
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        (refit ? ts_bvh_refit : ts_bvh_rebuild)(tree[kind], f->now.box[kind]);
    }
    const double made = seconds_now();
    for (int kind = 0; kind < TS_CCD_KINDS && status == TS_OK; ++kind) {
        status = ts_bvh_pairs(tree[ts_surface_side((ts_ccd_kind)kind, 0)], tree[ts_surface_side((ts_ccd_kind)kind, 1)],
                              NULL, &r->list[kind], error);
    }
    note(refit ? &r->refitted : &r->sorted, pass, start, made);
    return status;
}

static ts_status whole_pass(rivals *r, frame *f, int pass, ts_error *error) {
    const ts_sweep motion = motion_of(f);
    const double start = seconds_now();
    const ts_status status = ts_candidates_find(&f->solver, &motion, error);
    r->whole[pass] = 1e3 * (seconds_now() - start);
    return status;
}

static ts_lattice lattice_of(const frame *f, double factor) {
    ts_box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    double sum = 0.0, count = 0.0;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        for (size_t i = 0; i < f->surface.count[kind]; ++i) {
            const ts_box *box = &f->now.box[kind][i];
            double most = 0.0;
            for (int k = 0; k < 3; ++k) {
                const double extent = box->hi[k] - box->lo[k];
                most = extent > most ? extent : most;
                all.lo[k] = box->lo[k] < all.lo[k] ? box->lo[k] : all.lo[k];
                all.hi[k] = box->hi[k] > all.hi[k] ? box->hi[k] : all.hi[k];
            }
            sum += most;
        }
        count += (double)f->surface.count[kind];
    }
    ts_lattice lattice;
    ts_lattice_set(&lattice, &all, factor * sum / count);
    return lattice;
}

static ts_status grid_pass(rivals *r, const frame *f, int factor, int pass, ts_error *error) {
    ts_status status = TS_OK;
    const double start = seconds_now();
    const ts_lattice lattice = lattice_of(f, FACTOR[factor]);
    for (int kind = 0; kind < TS_PRIMITIVES && status == TS_OK; ++kind) {
        status = ts_grid_build(&r->cells[kind], &lattice, f->surface.count[kind], f->now.box[kind], error);
    }
    const double made = seconds_now();
    for (int kind = 0; kind < TS_CCD_KINDS && status == TS_OK; ++kind) {
        status = ts_grid_find_pairs(&r->cells[ts_surface_side((ts_ccd_kind)kind, 0)],
                                    &r->cells[ts_surface_side((ts_ccd_kind)kind, 1)], &r->cell_pairs[kind], error);
    }
    note(&r->grid[factor], pass, start, made);
    return status;
}

/* ---- The same pairs ---- */

static int by_pair(const void *a, const void *b) {
    const int32_t *one = a, *other = b;
    if (one[0] != other[0]) return one[0] < other[0] ? -1 : 1;
    return (one[1] > other[1]) - (one[1] < other[1]);
}

static uint64_t hash_pairs(uint64_t hash, const ts_pair_list *list) {
    if (list->count > 0) qsort(list->pair, list->count, sizeof *list->pair, by_pair);
    hash = ts_hash_word(hash, list->count);
    for (size_t i = 0; i < list->count; ++i) {
        hash = ts_hash_word(hash, (uint64_t)list->pair[i][0] << 32 | (uint64_t)list->pair[i][1]);
    }
    return hash;
}

static ts_status check_same(const rivals *r, const char *who, ts_error *error) {
    uint64_t of_tree = TS_HASH_START, of_grid = TS_HASH_START;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        of_tree = hash_pairs(of_tree, &r->list[kind]);
        of_grid = hash_pairs(of_grid, &r->cell_pairs[kind].all);
    }
    return of_tree == of_grid ? TS_OK : ts_fail(error, TS_ERROR_INTERNAL, "the %s finds other pairs", who);
}

/* ---- Races ---- */

/* All take turns in every pass; the first pass is there to make room and to compare. */
static ts_status race(rivals *r, frame *f, const bench_settings *settings, ts_error *error) {
    ts_status status = TS_OK;
    for (int pass = -1; pass < settings->passes && status == TS_OK; ++pass) {
        const int at = pass < 0 ? 0 : pass;
        status = tree_pass(r, f, false, at, error);
        for (int k = 0; k < FACTORS && status == TS_OK; ++k) {
            status = grid_pass(r, f, k, at, error);
            if (status == TS_OK && pass < 0) status = check_same(r, "grid", error);
        }
        if (status == TS_OK) status = tree_pass(r, f, true, at, error);
        if (status == TS_OK && pass < 0) status = check_same(r, "refitted tree", error);
        if (status == TS_OK) status = whole_pass(r, f, at, error);
    }
    return status;
}

static double ratio(const timings *t, const timings *to, int passes) {
    double ratios[MOST_PASSES];
    for (int pass = 0; pass < passes; ++pass) ratios[pass] = t->both[pass] / to->both[pass];
    return ts_median(ratios, (size_t)passes);
}

static void print_race(rivals *r, const frame *f, const char *name, int threads, int passes) {
    size_t boxes = 0, pairs = 0;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) boxes += f->surface.count[kind];
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) pairs += r->list[kind].count;
    double of_tree[FACTORS];
    for (int k = 0; k < FACTORS; ++k) of_tree[k] = ratio(&r->grid[k], &r->refitted, passes);
    const double of_sorted = ratio(&r->sorted, &r->refitted, passes);
    const size_t n = (size_t)passes;
    printf("%-22s %2d %7zu %9zu %7.2f %7.2f %7.2f %7.2f", name, threads, boxes, pairs, ts_median(r->refitted.make, n),
           ts_median(r->refitted.find, n), ts_median(r->sorted.make, n), ts_median(r->sorted.find, n));
    for (int k = 0; k < FACTORS; ++k) {
        printf(" %8.2f %8.2f", ts_median(r->grid[k].make, n), ts_median(r->grid[k].find, n));
    }
    printf(" %7.2f", of_sorted);
    for (int k = 0; k < FACTORS; ++k) printf(" %7.2f", of_tree[k]);
    printf(" %9zu %7.2f\n", ts_candidates_count(&f->solver), ts_median(r->whole, n));
    fflush(stdout);
}

static ts_status make_trees(rivals *r, const frame *f, ts_error *error) {
    ts_status status = TS_OK;
    for (int kind = 0; kind < TS_PRIMITIVES && status == TS_OK; ++kind) {
        status = ts_bvh_create(f->surface.count[kind], f->now.box[kind], &r->tree[kind], error);
        if (status != TS_OK) break;
        status = ts_bvh_create(f->surface.count[kind], f->before.box[kind], &r->old_tree[kind], error);
    }
    return status;
}

static void rivals_clear(rivals *r) {
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) {
        ts_bvh_destroy(r->tree[kind]);
        ts_bvh_destroy(r->old_tree[kind]);
        ts_grid_clear(&r->cells[kind]);
    }
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_pair_list_clear(&r->list[kind]);
        ts_grid_pairs_clear(&r->cell_pairs[kind]);
    }
}

static ts_status bench_scene(const char *path, const bench_settings *settings, ts_error *error) {
    const char *slash = strrchr(path, '/');
    frame f = {0};
    ts_status status = frame_init(&f, path, settings, error);
    for (int threads = 1; threads <= settings->most_threads && status == TS_OK; ++threads) {
        rivals r = {0};
        omp_set_num_threads(threads);
        status = make_trees(&r, &f, error);
        if (status == TS_OK) status = race(&r, &f, settings, error);
        if (status == TS_OK) print_race(&r, &f, slash ? slash + 1 : path, threads, settings->passes);
        rivals_clear(&r);
    }
    omp_set_num_threads(1);
    frame_clear(&f);
    return status;
}

/* ---- The program ---- */

static void print_usage(FILE *out) {
    fprintf(out,
            "Usage: bench-broad [--steps N] [--threads N] [--passes N] [--share A] [--stray M] SCENE.json...\n\n"
            "Broad phases of all kinds of pairs after N steps of each scene, nodes moving on as in the last step\n"
            "times A, node 0 another M metres along each axis: milliseconds of the box tree and of uniform grids\n"
            "with cells of 1, 2 and 4 mean extents; whole broad phase over the refitted tree's. The last columns: the\n"
            "solver's candidates, of the boxes' pairs those whose slabs meet, and milliseconds to find them.\n");
}

static bool read_settings(int argc, char **argv, bench_settings *settings) {
    static const struct option options[] = {
        {"steps", required_argument, NULL, 's'},  {"threads", required_argument, NULL, 't'},
        {"passes", required_argument, NULL, 'p'}, {"share", required_argument, NULL, 'a'},
        {"stray", required_argument, NULL, 'm'},  {NULL, 0, NULL, 0}};
    bool good = true;
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
        case 's': good &= ts_bench_size(optarg, 2, UINT32_MAX, &settings->steps); break;
        case 't': good &= ts_bench_int(optarg, 1, 1024, &settings->most_threads); break;
        case 'p': good &= ts_bench_int(optarg, 1, MOST_PASSES, &settings->passes); break;
        case 'a': good &= ts_bench_real(optarg, &settings->share); break;
        case 'm': good &= ts_bench_real(optarg, &settings->stray); break;
        default: return false;
        }
    }
    return good && optind < argc;
}

int main(int argc, char **argv) {
    bench_settings settings = {.steps = 5, .most_threads = 1, .passes = 15, .share = 1.0};
    ts_error error;
    if (!read_settings(argc, argv, &settings) || ts_ccd_register_builtin(&error) != TS_OK ||
        ts_solvers_register_builtin(&error) != TS_OK) {
        print_usage(stderr);
        return 2;
    }
    omp_set_num_threads(1); /* steps: threads that wait for a busy core would take minutes */
    printf("%-22s %2s %7s %9s %7s %7s %7s %7s %8s %8s %8s %8s %8s %8s %7s %7s %7s %7s %9s %7s\n", "scene", "th",
           "boxes", "pairs", "refit", "find", "sort", "find", "grid 1x", "find", "grid 2x", "find", "grid 4x", "find",
           "sorted/", "1x/", "2x/", "4x/", "kept", "whole");
    for (int k = optind; k < argc; ++k) {
        if (bench_scene(argv[k], &settings, &error) != TS_OK) {
            fprintf(stderr, "bench-broad: %s: %s\n", argv[k], error.message);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
