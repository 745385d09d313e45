/* SPDX-License-Identifier: MIT
 * SEG: polylines as points "x y z", one a line; a blank line ends a polyline, # begins a comment. */
#include "mesh/formats/formats.h"
#include "mesh/read/draft.h"

static void read_point(ts_mesh_file *file, ts_mesh_draft *draft) {
    double x[3];
    for (int c = 0; c < 3; ++c) x[c] = ts_mesh_number_on_line(file, "a finite coordinate");
    ts_mesh_end_line(file);
    ts_draft_node(draft, x);
}

/* One more point, joined to the one before it. */
static void add_point(ts_mesh_file *file, ts_mesh_draft *draft, size_t *points) {
    read_point(file, draft);
    if (file->status != TS_OK || ++*points == 1) return;
    ts_draft_corner(draft, (int64_t)draft->nodes - 2);
    ts_draft_corner(draft, (int64_t)draft->nodes - 1);
    ts_draft_polyline(draft);
}

static void read_mesh(ts_mesh_file *file, ts_mesh_draft *draft) {
    size_t points = 0, last = 0; /* of this polyline; the line of its last point */
    ts_word word;
    draft->first = 1;
    do {
        const bool blank = !ts_mesh_word_on_line(file, &word);
        if (blank && points == 1) ts_mesh_complain_at(file, last, "a polyline of one point; expected two or more");
        if (blank) points = 0;
        if (blank || *word.text == '#') continue;
        file->at -= word.length;
        add_point(file, draft, &points);
        last = ts_mesh_place(file);
    } while (ts_mesh_next_line(file));
    if (points == 1) ts_mesh_complain_at(file, last, "a polyline of one point; expected two or more");
}

const ts_mesh_format ts_mesh_format_seg = {.name = "SEG", .extension = ".seg", .draft = read_mesh};
