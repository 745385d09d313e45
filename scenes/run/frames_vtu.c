/* SPDX-License-Identifier: MIT
 * Frames as VTK XML unstructured grids: a header that says where each array lies in the raw data appended to it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "scenes/run/cells.h"
#include "scenes/run/frames.h"
#include "scenes/solver.h"

enum { ARRAYS = 8 };

/* One array of the file: its header line and its data. */
typedef struct vtu_array {
    const char *type, *name;
    int components;
    const void *data; /* borrowed */
    uint64_t bytes;
} vtu_array;

/* The data of a frame; all owned but the positions. */
typedef struct frame_data {
    ts_cells cells;
    double (*force)[3];
    double *stretch; /* of each cell */
} frame_data;

static void frame_clear(frame_data *frame) {
    ts_cells_clear(&frame->cells);
    free(frame->force);
    free(frame->stretch);
}

static ts_status frame_init(const ts_simulation *simulation, frame_data *out, ts_error *error) {
    const ts_bodies *bodies = &simulation->bodies;
    const ts_state *state = &simulation->state;
    const double(*x)[3] = (const double(*)[3])state->x;
    *out = (frame_data){0};
    const ts_status status = ts_cells_init(bodies, &out->cells, error);
    if (status != TS_OK) return status;
    out->force = calloc(bodies->nodes + 1, sizeof *out->force);
    out->stretch = malloc((out->cells.count + 1) * sizeof *out->stretch);
    if (!out->force || !out->stretch) {
        frame_clear(out);
        return ts_fail_memory(error, "a frame");
    }
    ts_cells_stretch(&out->cells, bodies, x, out->stretch);
    simulation->choice.solver->contact_forces(simulation->self, out->force);
    return TS_OK;
}

static void describe(const frame_data *frame, const ts_bodies *bodies, const ts_state *state,
                     vtu_array arrays[ARRAYS]) {
    const ts_cells *cells = &frame->cells;
    const uint64_t rows = bodies->nodes * sizeof(double[3]);
    const vtu_array all[ARRAYS] = {
        {"Float64", "velocity", 3, state->v, rows},
        {"Float64", "contact_force", 3, frame->force, rows},
        {"Int32", "body", 1, cells->body, cells->count * sizeof *cells->body},
        {"Float64", "stretch", 1, frame->stretch, cells->count * sizeof *frame->stretch},
        {"Float64", "Points", 3, state->x, rows},
        {"Int32", "connectivity", 1, cells->node, cells->entries * sizeof *cells->node},
        {"Int64", "offsets", 1, cells->end, cells->count * sizeof *cells->end},
        {"UInt8", "types", 1, cells->type, cells->count * sizeof *cells->type},
    };
    memcpy(arrays, all, sizeof all);
}

static void write_header(FILE *stream, const frame_data *frame, size_t nodes, const vtu_array arrays[ARRAYS]) {
    static const char *const OPEN[ARRAYS] = {
        "<PointData Vectors=\"velocity\">", NULL, "<CellData>", NULL, "<Points>", "<Cells>"};
    static const char *const CLOSE[ARRAYS] = {NULL,        "</PointData>", NULL, "</CellData>",
                                              "</Points>", NULL,           NULL, "</Cells>"};
    fprintf(stream,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
            "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n"
            "<Piece NumberOfPoints=\"%zu\" NumberOfCells=\"%zu\">\n",
            nodes, frame->cells.count);
    uint64_t offset = 0;
    for (int k = 0; k < ARRAYS; ++k) {
        if (OPEN[k]) fprintf(stream, "%s\n", OPEN[k]);
        fprintf(stream,
                "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%" PRIu64
                "\"/>\n",
                arrays[k].type, arrays[k].name, arrays[k].components, offset);
        if (CLOSE[k]) fprintf(stream, "%s\n", CLOSE[k]);
        offset += sizeof(uint64_t) + arrays[k].bytes;
    }
    fprintf(stream, "</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_");
}

ts_status ts_frames_write_vtu(const char *path, const ts_simulation *simulation, ts_error *error) {
    const ts_bodies *bodies = &simulation->bodies;
    frame_data frame;
    ts_status status = frame_init(simulation, &frame, error);
    if (status != TS_OK) return status;
    ts_output output;
    status = ts_output_open(&output, path, true, error);
    if (status == TS_OK) {
        vtu_array arrays[ARRAYS];
        describe(&frame, bodies, &simulation->state, arrays);
        write_header(output.stream, &frame, bodies->nodes, arrays);
        for (int k = 0; k < ARRAYS; ++k) {
            fwrite(&arrays[k].bytes, sizeof arrays[k].bytes, 1, output.stream);
            if (arrays[k].bytes > 0) fwrite(arrays[k].data, 1, arrays[k].bytes, output.stream);
        }
        fprintf(output.stream, "\n</AppendedData>\n</VTKFile>\n");
        status = ts_output_close(&output, error);
    }
    frame_clear(&frame);
    return status;
}

ts_status ts_frames_write_pvd(const char *path, const ts_frame_series *series, ts_error *error) {
    const size_t every = series->every, before = (series->first + every - 1) / every;
    ts_output output;
    const ts_status status = ts_output_open(&output, path, true, error);
    if (status != TS_OK) return status;
    fprintf(output.stream, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n");
    for (size_t step = before * every; step <= series->last; step += every) {
        char *name = ts_frame_path("frames", step, ts_frame_format_at(0));
        if (!name) {
            ts_output_abandon(&output);
            return ts_fail_memory(error, "the name of a frame");
        }
        fprintf(output.stream, "<DataSet timestep=\"%.17g\" file=\"%s\"/>\n", (double)step * series->h, name);
        free(name);
    }
    fprintf(output.stream, "</Collection>\n</VTKFile>\n");
    return ts_output_close(&output, error);
}
