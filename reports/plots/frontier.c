/* SPDX-License-Identifier: GPL-2.0-or-later
 * Accuracy against cost: what a backend's mistakes and early answers are, over its time, and who is not surpassed. */
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "reports/plots/plots.h"

/* How a backend is marked. */
typedef enum standing {
    SOUND = 0, /* answers everything, and safely */
    PARTIAL,   /* does not support some queries, or fails on them: its figures are of others */
    UNSAFE
} standing;

enum { STANDINGS = UNSAFE + 1 };

typedef struct spot {
    const ts_plot_cell *cell;
    double ns;     /* mean */
    double unsafe; /* share of the answers */
    double error;  /* median of t* - toi */
    standing mark;
    int level[2]; /* of the name in either picture */
} spot;

typedef struct spots {
    const ts_plot_cells *cells;
    spot *items;
    size_t count;
} spots;

/* ---- The frontier ---- */

typedef struct measure {
    double (*of)(const spot *);
    bool (*enters)(const spot *); /* is it comparable with the others? */
} measure;

static double unsafe_of(const spot *s) {
    return s->unsafe;
}

static double error_of(const spot *s) {
    return s->error;
}

static bool is_complete(const spot *s) {
    return s->cell->unanswered == 0.0;
}

static bool is_sound(const spot *s) {
    return s->mark == SOUND && isfinite(s->error);
}

static const measure UNSAFE_SHARE = {unsafe_of, is_complete}, EARLINESS = {error_of, is_sound};

/* Nobody is as fast and as good, and better in one of them. */
static bool is_on_frontier(const spots *all, const spot *s, const measure *m) {
    if (!m->enters(s)) return false;
    for (size_t i = 0; i < all->count; ++i) {
        const spot *o = &all->items[i];
        const bool no_worse = o->ns <= s->ns && m->of(o) <= m->of(s), better = o->ns < s->ns || m->of(o) < m->of(s);
        if (m->enters(o) && no_worse && better) return false;
    }
    return true;
}

static size_t frontier_length(const spots *all, const measure *m) {
    size_t length = 0;
    for (size_t i = 0; i < all->count; ++i) length += is_on_frontier(all, &all->items[i], m);
    return length;
}

/* ---- Names ---- */

/* Where a name may stand about its point, in lines of text; the first that is free. */
static const double LEVEL[] = {0.9, -0.9, 1.8, -1.8};

enum { LEVELS = sizeof LEVEL / sizeof *LEVEL };

/* Of paper, for the axis of a picture. */
static const double AXIS_LINES = 22.0;

/* About where zeros are drawn: the decades from there to 1 are the axis. */
static double least_drawn(const spots *all, const measure *m) {
    double least = 0.1;
    for (size_t i = 0; i < all->count; ++i) {
        const double value = m->of(&all->items[i]);
        if (value > 0.0) least = fmin(least, value); /* false for NaN */
    }
    return least / 3.0;
}

/* The height of a name above 1, in lines. */
static double height(const spot *s, const measure *m, double least, int level) {
    return AXIS_LINES * log10(fmax(m->of(s), least)) / -log10(least) + LEVEL[level];
}

/* The first level at which a name runs into none of those before it. */
static void choose_levels(spots *all, const measure *m, int picture) {
    const double least = least_drawn(all, m);
    for (size_t i = 0; i < all->count; ++i) {
        spot *s = &all->items[i];
        bool taken = true;
        for (int level = 0; taken && level < LEVELS; ++level) {
            taken = false;
            for (size_t k = 0; k < i; ++k) {
                const spot *o = &all->items[k];
                const double apart = height(s, m, least, level) - height(o, m, least, o->level[picture]);
                taken = taken || (s->ns < 30.0 * o->ns && fabs(apart) < 0.9);
            }
            if (!taken) s->level[picture] = level;
        }
    }
}

/* ---- Data ---- */

static int compare_spots(const void *a, const void *b) {
    const spot *x = a, *y = b;
    return x->ns != y->ns ? (x->ns > y->ns) - (x->ns < y->ns) : (x->cell > y->cell) - (x->cell < y->cell);
}

static bool init(spots *all, const ts_plot_cells *cells) {
    *all = (spots){.cells = cells, .items = calloc(cells->count + 1, sizeof *all->items)};
    for (size_t c = 0; all->items && c < cells->count; ++c) {
        const ts_plot_cell *cell = &cells->items[c];
        const spot s = {
            .cell = cell,
            .ns = ts_plot_number(cJSON_GetObjectItemCaseSensitive(cell->json, "nanoseconds"), "mean"),
            .unsafe = cell->unsafe / (cell->asked - cell->unanswered),
            .error = ts_plot_quantile(cell->json, "toi_error", "0.5"),
            .mark = cell->unsafe > 0.0       ? UNSAFE
                    : cell->unanswered > 0.0 ? PARTIAL
                                             : SOUND,
        };
        if (s.ns > 0.0 && isfinite(s.unsafe)) all->items[all->count++] = s;
    }
    if (!all->items) return false;
    qsort(all->items, all->count, sizeof *all->items, compare_spots);
    choose_levels(all, &UNSAFE_SHARE, 0);
    choose_levels(all, &EARLINESS, 1);
    return true;
}

static void write_spots(const spots *all, FILE *out) {
    for (size_t i = 0; i < all->count; ++i) {
        const spot *s = &all->items[i];
        ts_plot_put_text(out, s->cell->backend);
        fprintf(out, " %.9g %.9g ", s->ns, s->unsafe);
        ts_plot_put_number(out, s->error);
        fprintf(out, " %d %d %d %d\n", s->cell->linetype, (int)s->mark, s->level[0], s->level[1]);
    }
}

/* gnuplot warns of a block without any row. */
static void write_frontier(const spots *all, const measure *m, FILE *out) {
    if (frontier_length(all, m) == 0) fputs("1 NaN\n", out);
    for (size_t i = 0; i < all->count; ++i) {
        const spot *s = &all->items[i];
        if (is_on_frontier(all, s, m)) fprintf(out, "%.9g %.9g\n", s->ns, m->of(s));
    }
}

static void write_data(const void *self, FILE *out) {
    fputs("# backend, mean ns per query, unsafe share of the answers, median of t* - toi, linetype,\n"
          "# 0: safe, 1: safe but leaves queries out, 2: unsafe somewhere; level of the name in either picture\n",
          out);
    write_spots(self, out);
    fputs("\n\n# frontier of those that leave no query out: ns, unsafe share\n", out);
    write_frontier(self, &UNSAFE_SHARE, out);
    fputs("\n\n# frontier of those that are safe as well: ns, median of t* - toi\n", out);
    write_frontier(self, &EARLINESS, out);
}

/* ---- Variables ---- */

/* How many levels there are up to the last that a name of the picture stands at. */
static int levels(const spots *all, int picture) {
    int most = 0;
    for (size_t i = 0; i < all->count; ++i) {
        const int level = all->items[i].level[picture];
        most = level > most ? level : most;
    }
    return most + 1;
}

static void write_marks(const spots *all, FILE *out) {
    bool occurs[STANDINGS] = {false};
    for (size_t i = 0; i < all->count; ++i) occurs[all->items[i].mark] = true;
    fputs("marks = \"", out);
    for (int mark = 0; mark < STANDINGS; ++mark) {
        if (occurs[mark]) fprintf(out, "%d ", mark);
    }
    fputs("\"\n", out);
}

static void write_variables(const void *self, FILE *out) {
    const spots *all = self;
    double queries = 1.0;
    bool any_error = false;
    for (size_t i = 0; i < all->count; ++i) {
        queries = fmax(queries, all->items[i].cell->asked);
        any_error = any_error || isfinite(all->items[i].error);
    }
    fprintf(out, "panels = %d\n", any_error ? 2 : 1);
    fprintf(out, "array frontier[2] = [%zu, %zu]\n", frontier_length(all, &UNSAFE_SHARE),
            frontier_length(all, &EARLINESS));
    fprintf(out, "array levels[2] = [%d, %d]\n", levels(all, 0), levels(all, 1));
    fputs("lifts = \"", out);
    for (int l = 0; l < LEVELS; ++l) fprintf(out, "%g ", LEVEL[l]);
    fputs("\"\n", out);
    write_marks(all, out);
    fprintf(out, "none = %.3g\nleast = %.9g\nmost = %.9g\n", 0.2 / queries, all->items[0].ns,
            all->items[all->count - 1].ns);
}

ts_status ts_plot_frontier(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error) {
    spots all;
    ts_status status = init(&all, cells) ? TS_OK : ts_fail_memory(error, "a plot");
    const ts_plot_sheet sheet = {.kind = "frontier",
                                 .part = cells->part,
                                 .title = "Accuracy against cost",
                                 .subject = cells->data_set,
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = &all};
    if (status == TS_OK && all.count > 0) status = ts_plot_sheet_write(folder, &sheet, error);
    free(all.items);
    return status;
}
