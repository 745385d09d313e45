/* SPDX-License-Identifier: GPL-2.0-or-later
 * Accuracy against cost: what a backend's mistakes and early answers are, over its time, and who is not surpassed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    double name[2][2]; /* the middle of its name in either picture */
    bool far[2];       /* is a line needed from there? */
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

/* A picture: its axes in decades, and how many letters and lines of a name they are long on paper. */
typedef struct frame {
    double left, right, bottom, top; /* log10 */
} frame;

static const double ACROSS = 60.0, UP = 22.0;

/* Where a name may stand, in letters and lines from its point: above and beside it first, then farther off. */
static const struct {
    double across, up;
    int side; /* 1: begins there; -1: ends there; 0: its middle */
} PLACE[] = {{0, 1.1, 0},   {0, -1.1, 0},    {1.2, 0, 1},   {-1.2, 0, -1},   {1, 1.1, 1},  {-1, 1.1, -1},
             {1, -1.1, 1},  {-1, -1.1, -1},  {0, 2.2, 0},   {0, -2.2, 0},    {2, 2.2, 1},  {-2, 2.2, -1},
             {2, -2.2, 1},  {-2, -2.2, -1},  {0, 3.3, 0},   {0, -3.3, 0},    {4, 3.3, 1},  {-4, 3.3, -1},
             {4, -3.3, 1},  {-4, -3.3, -1},  {6, 4.4, 1},   {-6, 4.4, -1},   {6, -4.4, 1}, {-6, -4.4, -1},
             {10, 2.2, 1},  {-10, 2.2, -1},  {10, -2.2, 1}, {-10, -2.2, -1}, {12, 5.5, 1}, {-12, 5.5, -1},
             {12, -5.5, 1}, {-12, -5.5, -1}, {0, 6.6, 0},   {0, -6.6, 0}};

enum { PLACES = sizeof PLACE / sizeof *PLACE };

/* On paper, in letters and lines. */
typedef struct box {
    double left, right, low, high;
} box;

static double overlap(const box *a, const box *b) {
    const double across = fmin(a->right, b->right) - fmax(a->left, b->left);
    const double up = fmin(a->high, b->high) - fmax(a->low, b->low);
    return across > 0.0 && up > 0.0 ? across * up : 0.0;
}

/* What of it lies outside the picture. */
static double outside(const box *a) {
    return fmax(0.0, -a->left) + fmax(0.0, a->right - ACROSS) + fmax(0.0, -a->low) + fmax(0.0, a->high - UP);
}

static double across_of(const frame *f, double ns) {
    return ACROSS * (log10(ns) - f->left) / (f->right - f->left);
}

static double up_of(const frame *f, double value) {
    return UP * (fmax(log10(value), f->bottom) - f->bottom) / (f->top - f->bottom);
}

static box name_at(const spot *s, double across, double up, int place) {
    const double length = (double)strlen(s->cell->backend), middle = up + PLACE[place].up;
    const double begin = across + PLACE[place].across -
                         (PLACE[place].side == 0  ? 0.5 * length
                          : PLACE[place].side < 0 ? length
                                                  : 0.0);
    return (box){begin, begin + length, middle - 0.5, middle + 0.5};
}

typedef struct naming {
    const spots *all;
    const frame *frame;
    double (*drawn)(const spots *, const spot *); /* its y; NaN: not in this picture */
    box *taken;                                   /* names so far */
    size_t count;
} naming;

/* How much a name hides or is hidden. */
static double cost(const naming *n, const box *name) {
    double sum = 20.0 * outside(name);
    for (size_t k = 0; k < n->count; ++k) sum += 5.0 * overlap(name, &n->taken[k]);
    for (size_t i = 0; i < n->all->count; ++i) {
        const double y = n->drawn(n->all, &n->all->items[i]);
        if (isnan(y)) continue;
        const double across = across_of(n->frame, n->all->items[i].ns), up = up_of(n->frame, y);
        sum += overlap(name, &(box){across - 0.9, across + 0.9, up - 0.4, up + 0.4});
    }
    return sum;
}

/* The first place that hides nothing, or the one that hides least. */
static void choose_names(naming *n, int picture) {
    const frame *f = n->frame;
    for (size_t i = 0; i < n->all->count; ++i) {
        spot *s = &n->all->items[i];
        const double y = n->drawn(n->all, s);
        if (isnan(y)) continue;
        const double across = across_of(f, s->ns), up = up_of(f, y);
        double least = INFINITY;
        int best = 0;
        for (int place = 0; place < PLACES && least > 0.0; ++place) {
            const box name = name_at(s, across, up, place);
            const double now = cost(n, &name);
            if (now < least) best = place, least = now;
        }
        const box name = name_at(s, across, up, best);
        n->taken[n->count++] = name;
        s->name[picture][0] = pow(10.0, f->left + 0.5 * (name.left + name.right) / ACROSS * (f->right - f->left));
        s->name[picture][1] = pow(10.0, f->bottom + 0.5 * (name.low + name.high) / UP * (f->top - f->bottom));
        s->far[picture] = fabs(PLACE[best].up) > 1.5 || fabs(PLACE[best].across) > 1.5;
    }
}

/* Where a share of 0 is drawn. */
static double none_of(const spots *all) {
    double queries = 1.0;
    for (size_t i = 0; i < all->count; ++i) queries = fmax(queries, all->items[i].cell->asked);
    return 0.2 / queries;
}

static double drawn_unsafe(const spots *all, const spot *s) {
    return fmax(s->unsafe, none_of(all));
}

/* Errors of 0 are drawn at the bottom. */
static double least_error(const spots *all) {
    double least = 0.1;
    for (size_t i = 0; i < all->count; ++i) {
        if (all->items[i].error > 0.0) least = fmin(least, all->items[i].error); /* false for NaN */
    }
    return fmax(least, 1e-18);
}

static double drawn_error(const spots *all, const spot *s) {
    return isnan(s->error) ? (double)NAN : fmax(s->error, least_error(all) / 2.0);
}

static frame frame_of(const spots *all, int picture) {
    const double below = picture == 0 ? none_of(all) / 3.0 : least_error(all) / 4.0;
    return (frame){log10(all->items[0].ns / 8.0), log10(all->items[all->count - 1].ns * 8.0), log10(below), 0.0};
}

static bool name_all(spots *all) {
    for (int picture = 0; picture < 2 && all->count > 0; ++picture) {
        const frame f = frame_of(all, picture);
        naming n = {all, &f, picture == 0 ? drawn_unsafe : drawn_error, calloc(all->count, sizeof *n.taken), 0};
        if (!n.taken) return false;
        choose_names(&n, picture);
        free(n.taken);
    }
    return true;
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
    return name_all(all);
}

static void write_spots(const spots *all, FILE *out) {
    for (size_t i = 0; i < all->count; ++i) {
        const spot *s = &all->items[i];
        ts_plot_put_text(out, s->cell->backend);
        fprintf(out, " %.9g %.9g ", s->ns, s->unsafe);
        ts_plot_put_number(out, s->error);
        fprintf(out, " %d %d", s->cell->linetype, (int)s->mark);
        for (int picture = 0; picture < 2; ++picture)
            fprintf(out, " %.9g %.9g %d", s->name[picture][0], s->name[picture][1], s->far[picture]);
        fputc('\n', out);
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
          "# 0: safe, 1: safe but leaves queries out, 2: unsafe somewhere; for either picture the middle of the name,\n"
          "# and whether a line leads there\n",
          out);
    write_spots(self, out);
    fputs("\n\n# frontier of those that leave no query out: ns, unsafe share\n", out);
    write_frontier(self, &UNSAFE_SHARE, out);
    fputs("\n\n# frontier of those that are safe as well: ns, median of t* - toi\n", out);
    write_frontier(self, &EARLINESS, out);
}

/* ---- Variables ---- */

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
    bool any_error = false;
    for (size_t i = 0; i < all->count; ++i) any_error = any_error || isfinite(all->items[i].error);
    fprintf(out, "panels = %d\n", any_error ? 2 : 1);
    fprintf(out, "array frontier[2] = [%zu, %zu]\n", frontier_length(all, &UNSAFE_SHARE),
            frontier_length(all, &EARLINESS));
    write_marks(all, out);
    fprintf(out, "none = %.3g\nleast = %.9g\nmost = %.9g\nleast_error = %.9g\n", none_of(all), all->items[0].ns,
            all->items[all->count - 1].ns, least_error(all));
}

ts_status ts_plot_frontier(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error) {
    spots all;
    ts_status status = init(&all, cells) ? TS_OK : ts_fail_memory(error, "a plot");
    const ts_plot_sheet sheet = {.kind = "frontier",
                                 .part = cells->part,
                                 .title = "Accuracy against cost",
                                 .subject = cells->name,
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = &all};
    if (status == TS_OK && all.count > 0) status = ts_plot_sheet_write(folder, &sheet, error);
    free(all.items);
    return status;
}
