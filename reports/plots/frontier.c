/* SPDX-License-Identifier: GPL-2.0-or-later
 * Accuracy against cost: what a backend's mistakes and early answers are, over its time, and who is not surpassed. */
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "reports/plots/plots.h"

/* How a backend is marked. */
typedef enum standing {
    SOUND = 0, /* answers everything, and safely */
    PARTIAL,   /* does not support some queries: its figures are of others */
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

static bool has_frontier(const spots *all, const measure *m) {
    for (size_t i = 0; i < all->count; ++i) {
        if (is_on_frontier(all, &all->items[i], m)) return true;
    }
    return false;
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
        const double unsafe = ts_plot_number(cell->json, "unsafe");
        const spot s = {
            .cell = cell,
            .ns = ts_plot_number(cJSON_GetObjectItemCaseSensitive(cell->json, "nanoseconds"), "mean"),
            .unsafe = unsafe / (cell->asked - cell->unanswered),
            .error = ts_plot_quantile(cell->json, "toi_error", "0.5"),
            .mark = unsafe > 0.0             ? UNSAFE
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
        ts_plot_put_field(out, s->cell->backend);
        fprintf(out, " %.9g %.9g ", s->ns, s->unsafe);
        ts_plot_put_number(out, s->error);
        fprintf(out, " %d %d %d %d\n", s->cell->linetype, (int)s->mark, s->level[0], s->level[1]);
    }
}

static void write_frontier(const spots *all, const measure *m, FILE *out) {
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

/* ---- Script ---- */

static void write_settings(const void *self, FILE *out) {
    const spots *all = self;
    double most = 1.0;
    for (size_t i = 0; i < all->count; ++i) most = fmax(most, all->items[i].cell->asked);
    fprintf(out,
            "none = %.3g # where a backend without an unsafe answer is drawn\n"
            "share(x) = x > none ? x : none\n"
            "set logscale xy\nset format xy '1e%%T'\nunset title\nset xlabel 'mean ns per query'\n"
            "set xrange [%.3g:%.3g]\nset tmargin 3\nset bmargin 7\n",
            0.2 / most, all->items[0].ns / 8.0, all->items[all->count - 1].ns * 8.0);
}

/* One of the two pictures: what it shows, by gnuplot's columns. */
typedef struct panel {
    const measure *measure;
    const char *y;        /* of a backend */
    const char *frontier; /* y of a point of the frontier */
    int block;            /* the frontier's */
} panel;

static void write_points(const spots *all, const panel *p, FILE *out) {
    static const struct {
        const char *title;
        int point;
    } marks[STANDINGS] = {{"safe", 7}, {"safe, leaves queries out", 6}, {"unsafe somewhere", 2}};
    bool occurs[STANDINGS] = {false};
    for (size_t i = 0; i < all->count; ++i) occurs[all->items[i].mark] = true;
    for (int mark = 0; mark < STANDINGS; ++mark) {
        if (!occurs[mark]) continue;
        fprintf(
            out,
            "    data index 0 using 2:($6 == %d ? %s : NaN):5 with points pointtype %d pointsize 1.3 linewidth 2 "
            "linecolor variable notitle, \\\n    NaN with points pointtype %d linecolor rgb 'black' title '%s', \\\n",
            mark, p->y, marks[mark].point, marks[mark].point, marks[mark].title);
    }
}

static void write_panel(const spots *all, const panel *p, FILE *out) {
    fputs("plot ", out);
    if (has_frontier(all, p->measure)) {
        fprintf(out,
                "data index %d using 1:(%s) with steps linecolor rgb '#999999' linewidth 2 notitle, \\\n"
                "    data index %d using 1:(%s) with points pointtype 6 pointsize 2.4 linecolor rgb '#999999' "
                "linewidth 2 title 'on the frontier', \\\n",
                p->block, p->frontier, p->block, p->frontier);
    }
    write_points(all, p, out);
    int most = 0;
    for (size_t i = 0; i < all->count; ++i) {
        const int level = all->items[i].level[p->block - 1];
        most = level > most ? level : most;
    }
    for (int l = 0; l <= most; ++l) {
        fprintf(out,
                "    data index 0 using 2:($%d == %d ? %s : NaN):1:5 with labels center offset 0,%g textcolor variable "
                "notitle%s\n",
                6 + p->block, l, p->y, LEVEL[l], l < most ? ", \\" : "");
    }
}

static void write_drawing(const void *self, FILE *out) {
    static const panel unsafe = {&UNSAFE_SHARE, "share($3)", "share($2)", 1};
    static const panel early = {&EARLINESS, "above($4)", "above($2)", 2};
    bool any = false;
    const spots *all = self;
    for (size_t i = 0; i < all->count; ++i) any = any || isfinite(all->items[i].error);
    fprintf(out,
            "set multiplot layout 1,%d title title noenhanced\n"
            "set key at screen 0.5,0.06 center center horizontal maxrows 1 samplen 1\n"
            "set ylabel 'unsafe share of the answers'\nset yrange [none/3:1]\nset ytics add ('0' none)\n",
            any ? 2 : 1);
    write_panel(all, &unsafe, out);
    if (any) {
        fputs("unset key\nset ylabel 'median of t* - toi, of the safe answers'\nset yrange [*:1]\n"
              "set ytics autofreq\n",
              out);
        write_panel(all, &early, out);
    }
    fputs("unset multiplot\n", out);
}

ts_status ts_plot_frontier(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error) {
    spots all;
    ts_status status = init(&all, cells) ? TS_OK : ts_fail_memory(error, "a plot");
    const ts_plot_sheet sheet = {.name = "frontier",
                                 .part = cells->part,
                                 .title = "Accuracy against cost",
                                 .subject = cells->data_set,
                                 .width = 1100,
                                 .height = 540,
                                 .floor = 1e-18,
                                 .write_data = write_data,
                                 .write_settings = write_settings,
                                 .write_drawing = write_drawing,
                                 .self = &all};
    if (status == TS_OK && all.count > 0) status = ts_plot_sheet_write(folder, &sheet, error);
    free(all.items);
    return status;
}
