/* SPDX-License-Identifier: MIT
 * What runs leave: frames read back by a parser of the test's own, the log's members, recorded queries, a full disk. */
#include <math.h>
#include <signal.h>
#include <sys/resource.h>

#include "core/vec3.h"
#include "scenes/run/checkpoint.h"
#include "scenes/run/frames.h"
#include "tests/scenes/run_scene.h"

/* ---- Frames ---- */

/* A frame of VTK's XML with raw appended data, as its specification has it. */
typedef struct vtu {
    char *file; /* the header is ended by a 0 */
    size_t bytes, points, cells;
    const char *data; /* after the '_' */
} vtu;

/* Every tag of the header is closed in order; those left open at AppendedData close after the data. */
static void check_tags(const char *header, const char *rest) {
    char open[16][32];
    int depth = 0;
    const char *parts[] = {header, rest};
    for (int part = 0; part < 2; ++part) {
        for (const char *at = parts[part]; (at = strchr(at, '<')); ++at) {
            char name[32];
            if (at[1] == '?') continue;
            const char *end = strchr(at, '>');
            ck_assert_ptr_nonnull(end);
            if (at[1] == '/') {
                ck_assert_int_eq(sscanf(at + 2, "%31[A-Za-z]", name), 1);
                ck_assert_int_gt(depth, 0);
                ck_assert_str_eq(open[--depth], name);
            } else if (end[-1] != '/') {
                ck_assert_int_lt(depth, 16);
                ck_assert_int_eq(sscanf(at + 1, "%31[A-Za-z]", open[depth++]), 1);
            }
        }
    }
    ck_assert_int_eq(depth, 0);
}

static vtu vtu_open(const char *path) {
    vtu frame;
    frame.file = read_bytes(path, &frame.bytes);
    char *appended = strstr(frame.file, "<AppendedData encoding=\"raw\">");
    ck_assert_ptr_nonnull(appended);
    char *mark = strchr(appended, '_');
    ck_assert_ptr_nonnull(mark);
    *mark = '\0';
    frame.data = mark + 1;
    ck_assert_int_eq(strncmp(frame.file, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\"", 54), 0);
    ck_assert_ptr_nonnull(strstr(frame.file, "byte_order=\"LittleEndian\" header_type=\"UInt64\""));
    const char *piece = strstr(frame.file, "<Piece ");
    ck_assert_ptr_nonnull(piece);
    ck_assert_int_eq(sscanf(piece, "<Piece NumberOfPoints=\"%zu\" NumberOfCells=\"%zu\">", &frame.points, &frame.cells),
                     2);
    return frame;
}

/* The data of the array of that name, which must have this type and so many bytes. */
static const void *vtu_array(const vtu *frame, const char *name, const char *type, size_t bytes) {
    char start[128];
    size_t components, offset;
    snprintf(start, sizeof start, "<DataArray type=\"%s\" Name=\"%s\" ", type, name);
    const char *tag = strstr(frame->file, start);
    ck_assert_msg(tag != NULL, "no array %s of %s", name, type);
    ck_assert_int_eq(sscanf(tag + strlen(start), "NumberOfComponents=\"%zu\" format=\"appended\" offset=\"%zu\"/>",
                            &components, &offset),
                     2);
    uint64_t said;
    const char *at = frame->data + offset;
    ck_assert(at + sizeof said <= frame->file + frame->bytes);
    memcpy(&said, at, sizeof said);
    ck_assert_msg(said == bytes, "%s has %zu bytes instead of %zu", name, (size_t)said, bytes);
    ck_assert(at + sizeof said + bytes <= frame->file + frame->bytes);
    return at + sizeof said;
}

/* The arrays fill the file up to the closing tags. */
static void check_extent(const vtu *frame) {
    size_t end = 0, offset, arrays = 0;
    for (const char *tag = frame->file; (tag = strstr(tag, "offset=\"")); ++tag, ++arrays) {
        ck_assert_int_eq(sscanf(tag, "offset=\"%zu\"", &offset), 1);
        ck_assert_uint_eq(offset, end);
        uint64_t bytes;
        memcpy(&bytes, frame->data + offset, sizeof bytes);
        end = offset + sizeof bytes + bytes;
    }
    ck_assert_uint_eq(arrays, 8);
    static const char TAIL[] = "\n</AppendedData>\n</VTKFile>\n";
    ck_assert_str_eq(frame->data + end, TAIL);
    ck_assert_ptr_eq(frame->data + end + sizeof TAIL - 1, frame->file + frame->bytes);
    check_tags(frame->file, frame->data + end);
}

static void check_points(const vtu *frame, ts_simulation *s) {
    const ts_bodies *b = &s->bodies;
    const ts_state *state = &s->state;
    const size_t rows = b->nodes * sizeof(double[3]);
    ck_assert_uint_eq(frame->points, b->nodes);
    ck_assert_mem_eq(vtu_array(frame, "Points", "Float64", rows), state->x, rows);
    ck_assert_mem_eq(vtu_array(frame, "velocity", "Float64", rows), state->v, rows);
    double(*force)[3] = malloc(rows), sum[3] = {0.0};
    memcpy(force, vtu_array(frame, "contact_force", "Float64", rows), rows);
    for (size_t i = 0; i < b->nodes; ++i) ts_add(sum, force[i], sum);
    double size = 0.0;
    for (size_t i = 0; i < b->nodes; ++i) size += sqrt(ts_norm2(force[i]));
    for (int c = 0; c < 3; ++c) ck_assert_double_le(fabs(sum[c]), 1e-9 * size); /* action and reaction */
    free(force);
}

/* Cells one after the other: tets, triangles, segments, particles. */
static void check_cells(const vtu *frame, const ts_simulation *s) {
    const ts_bodies *b = &s->bodies;
    const size_t count[4] = {b->tets, b->triangles, b->segments, b->particles};
    const int32_t *const element[4] = {*b->tet, *b->triangle, *b->segment, b->particle};
    static const uint8_t TYPE[4] = {10, 5, 3, 1};
    static const size_t SIZE[4] = {4, 3, 2, 1};
    size_t entries = 0;
    for (int k = 0; k < 4; ++k) entries += count[k] * SIZE[k];
    ck_assert_uint_eq(frame->cells, count[0] + count[1] + count[2] + count[3]);
    const char *node = vtu_array(frame, "connectivity", "Int32", entries * sizeof(int32_t));
    const char *end = vtu_array(frame, "offsets", "Int64", frame->cells * sizeof(int64_t));
    const uint8_t *type = vtu_array(frame, "types", "UInt8", frame->cells);
    const char *body = vtu_array(frame, "body", "Int32", frame->cells * sizeof(int32_t));
    const char *stretch = vtu_array(frame, "stretch", "Float64", frame->cells * sizeof(double));
    size_t cell = 0, at = 0;
    for (int k = 0; k < 4; ++k) {
        for (size_t e = 0; e < count[k]; ++e, ++cell) {
            int64_t ends;
            int32_t of;
            double longest;
            ck_assert_mem_eq(node + at * sizeof(int32_t), element[k] + e * SIZE[k], SIZE[k] * sizeof(int32_t));
            at += SIZE[k];
            memcpy(&ends, end + cell * sizeof ends, sizeof ends);
            memcpy(&of, body + cell * sizeof of, sizeof of);
            memcpy(&longest, stretch + cell * sizeof longest, sizeof longest);
            ck_assert_int_eq(ends, (int64_t)at);
            ck_assert_int_eq(type[cell], TYPE[k]);
            ck_assert_int_eq(of, b->body_of[element[k][e * SIZE[k]]]);
            ck_assert(longest > 0.8 && longest < 1.2);
            if (k == 3) ck_assert_double_eq(longest, 1.0);
        }
    }
}

static size_t steps_checked;

static ts_status check_frame(void *self, ts_simulation *s, const double (*x_before)[3], const ts_step_report *report,
                             ts_error *error) {
    (void)self, (void)x_before, (void)report;
    const ts_status status = ts_frames_write_vtu(scratch("frame.vtu"), s, error);
    if (status != TS_OK) return status;
    vtu frame = vtu_open(scratch("frame.vtu"));
    check_extent(&frame);
    check_points(&frame, s);
    check_cells(&frame, s);
    free(frame.file);
    ++steps_checked;
    return TS_OK;
}

START_TEST(frames_hold_the_state) {
    steps_checked = 0;
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER),
                      (ts_run_options){.folder = scratch("run"), .after_step = check_frame});
    ck_assert_uint_eq(steps_checked, 10);
    check_same_file(scratch("frame.vtu"), scratch("run/frames/frame_000010.vtu"));
}
END_TEST

/* A cube that lies on a board: the board carries its weight, whatever the integrator weighs forces by. */
START_TEST(contact_forces_carry_the_weight) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = _i ? TS_BDF2 : TS_IMPLICIT_EULER;
    setup.settings.tolerance = 1e-7;
    const ts_new_body board = ts_test_obstacle(0.0);
    ts_test_add(&setup, "board", ts_test_sheet(2, 1.0, 0.0), &board);
    ts_test_add(&setup, "cube", ts_test_cube(0.1, (const double[3]){0.2, 0.0509, 0.1}),
                &(ts_new_body){.body.material = ts_test_material()});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    const ts_bodies *b = &s->bodies;
    for (int k = 0; k < 150; ++k) {
        ts_test_step(s);
        double(*v)[3] = s->state.v; /* no swinging */
        for (size_t i = 0; i < b->nodes && k < 100; ++i) ts_scale(0.5, v[i], v[i]);
    }
    check_ok(ts_frames_write_vtu(scratch("lying.vtu"), s, error));
    vtu frame = vtu_open(scratch("lying.vtu"));
    const size_t rows = b->nodes * sizeof(double[3]);
    double force[64][3], carried = 0.0, weight = 0.0;
    memcpy(force, vtu_array(&frame, "contact_force", "Float64", rows), rows);
    for (size_t i = b->body[1].node_first; i < b->nodes; ++i) {
        carried += force[i][1];
        weight += 9.81 * b->mass[i];
    }
    ck_assert_double_eq_tol(carried / weight, 1.0, 0.01);
    free(frame.file);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* v, f, l and p of OBJ, counted and read back to the bit. */
START_TEST(obj_frames_hold_what_collides) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    ts_setup *setup = &scene.setup;
    const size_t nodes = setup->bodies.nodes, faces = setup->bodies.triangles + setup->bodies.boundary_triangles;
    const size_t segments = setup->bodies.segments, particles = setup->bodies.particles;
    double(*x)[3] = ts_test_copy(setup->x, nodes * sizeof *x);
    ts_test_run_whole(scene, (ts_run_options){.folder = scratch("run"), .steps = 1});
    size_t bytes, count[4] = {0};
    char *text = read_bytes(scratch("run/frames/frame_000000.obj"), &bytes);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        double v[3];
        unsigned long i[3] = {1, 1, 1};
        if (sscanf(line, "v %lf %lf %lf", &v[0], &v[1], &v[2]) == 3) {
            ck_assert_uint_lt(count[0], nodes);
            ck_assert_mem_eq(v, x[count[0]++], sizeof v);
        } else {
            const int size = *line == 'f' ? 3 : *line == 'l' ? 2 : 1;
            ck_assert(*line == 'f' || *line == 'l' || *line == 'p');
            ck_assert_int_eq(sscanf(line + 1, "%lu %lu %lu", &i[0], &i[1], &i[2]), size);
            for (int k = 0; k < 3; ++k) ck_assert(i[k] >= 1 && i[k] <= nodes);
            ++count[4 - size];
        }
    }
    ck_assert_uint_eq(count[0], nodes);
    ck_assert_uint_eq(count[1], faces);
    ck_assert_uint_eq(count[2], segments);
    ck_assert_uint_eq(count[3], particles);
    free(text);
    free(x);
}
END_TEST

START_TEST(the_index_names_every_frame) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    scene.frame_every = 3;
    ts_test_run_whole(scene, (ts_run_options){.folder = scratch("run")});
    size_t bytes, frames = 0;
    char *text = read_bytes(scratch("run/run.pvd"), &bytes);
    check_tags(text, "");
    ck_assert_int_eq(strncmp(text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\"", 48), 0);
    for (const char *tag = text; (tag = strstr(tag, "<DataSet ")); ++tag, ++frames) {
        double time;
        char file[64];
        ck_assert_int_eq(sscanf(tag, "<DataSet timestep=\"%lf\" file=\"%63[^\"]\"/>", &time, file), 2);
        ck_assert_double_eq_tol(time, 0.03 * (double)frames, 1e-12);
        ck_assert(ts_path_exists(scratch("run/%s", file)));
    }
    ck_assert_uint_eq(frames, 4); /* 0, 3, 6, 9 */
    ck_assert(!ts_path_exists(scratch("run/frames/frame_000001.vtu")));
    free(text);
}
END_TEST

/* ---- The log ---- */

static void check_members(const cJSON *line, const char *const *names) {
    for (; *names; ++names) {
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(line, *names);
        ck_assert_msg(member != NULL, "a line without '%s'", *names);
        ck_assert_msg(cJSON_IsNumber(member) || cJSON_IsBool(member) || cJSON_IsNull(member) || cJSON_IsString(member),
                      "'%s' is no scalar", *names);
    }
}

static double number_of(const cJSON *line, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(line, name)->valuedouble;
}

START_TEST(the_log_tells_every_iteration) {
    static const char *const ITERATION[] = {"step",           "iteration",       "energy",
                                            "residual",       "max_step",        "ccd_alpha",
                                            "alpha",          "halvings",        "contacts",
                                            "least_gap",      "most_stretch",    "least_stretch",
                                            "kappa",          "candidates",      "ccd_queries",
                                            "shifted",        "gradient_step",   "assemble_seconds",
                                            "factor_seconds", "solve_seconds",   "filter_seconds",
                                            "search_seconds", "broad_seconds",   "ccd_seconds",
                                            "set_seconds",    "analyse_seconds", NULL};
    static const char *const STEP[] = {
        "step",          "time",    "outcome",   "iterations",          "contacts", "most_stretch",
        "least_stretch", "seconds", "least_gap", "prescribed_fraction", NULL};
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("run")});
    cJSON *log = ts_test_log("run");
    size_t step = 0, iterations = 0;
    double next = 0.0;
    const cJSON *line;
    cJSON_ArrayForEach(line, log) {
        const char *kind = cJSON_GetStringValue(cJSON_GetObjectItem(line, "kind"));
        ck_assert_ptr_nonnull(kind);
        if (strcmp(kind, "iteration") == 0) {
            check_members(line, ITERATION);
            ck_assert_double_eq(number_of(line, "step"), (double)step + 1.0);
            const double iteration = number_of(line, "iteration");
            ck_assert(iteration == next || iteration == 0.0); /* from 0 again in every minimisation of a step */
            next = iteration + 1.0;
            ++iterations;
            ck_assert_double_le(number_of(line, "alpha"), number_of(line, "max_step"));
            ck_assert_double_le(number_of(line, "max_step"), 1.0);
            ck_assert_double_lt(number_of(line, "most_stretch"), 1.1);
        } else {
            ck_assert_str_eq(kind, "step");
            check_members(line, STEP);
            ck_assert_double_eq(number_of(line, "step"), (double)++step);
            ck_assert_double_eq(number_of(line, "iterations"), (double)iterations);
            ck_assert_double_eq_tol(number_of(line, "time"), 0.01 * (double)step, 1e-12);
            ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(line, "outcome")), "done");
            iterations = 0;
            next = 0.0;
        }
    }
    ck_assert_uint_eq(step, 10);
    cJSON_Delete(log);
}
END_TEST

/* An iteration may ask for several limits: of its increment, of corrections. */
START_TEST(the_log_counts_every_query) {
    ts_run_result result;
    check_ok(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("run")}, &result, error));
    cJSON *log = ts_test_log("run");
    double queries = 0.0, seconds = 0.0, corrections = 0.0;
    const cJSON *line;
    cJSON_ArrayForEach(line, log) {
        if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(line, "kind")), "iteration") != 0) continue;
        queries += number_of(line, "ccd_queries");
        seconds += number_of(line, "ccd_seconds");
        corrections += number_of(line, "corrections");
    }
    ck_assert_double_gt(corrections, 0.0);
    ck_assert_double_eq(queries, (double)result.ccd_queries);
    ck_assert_double_eq_tol(seconds, result.ccd_seconds, 1e-9);
    cJSON_Delete(log);
}
END_TEST

/* ---- Recorded queries ---- */

typedef struct heard {
    size_t count, capacity;
    ts_ccd_query *query;
} heard;

static void hear(void *self, const ts_ccd_block *block) {
    heard *all = self;
    const size_t n = block->count;
    while (all->count + n > all->capacity) {
        all->capacity = 2 * all->capacity + 1024;
        all->query = realloc(all->query, all->capacity * sizeof *all->query);
    }
    memcpy(all->query + all->count, block->queries, n * sizeof *all->query);
    all->count += n;
}

static ts_query_chunk recorded(const char *path, double share, heard *all, ts_run_result *result) {
    const ts_run_options options = {
        .record = path, .record_share = share, .listener = {.listen = hear, .self = all}, .checkpoint_every = 5};
    check_ok(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER), options, result, error));
    ts_error failure;
    ts_query_chunk queries = read_queries(path, 1000, false, &failure);
    ck_assert_msg(failure.status == TS_OK, "%s", failure.message);
    return queries;
}

START_TEST(recorded_queries_are_those_that_were_asked) {
    heard all = {0};
    ts_run_result result;
    ts_query_chunk queries = recorded(scratch("all.h5"), 1.0, &all, &result);
    ck_assert_uint_gt(queries.count, 1000);
    ck_assert_uint_eq(queries.count, all.count);
    ck_assert_uint_eq(result.recorded, all.count);
    ck_assert_uint_eq(result.ccd_queries, all.count);
    uint32_t step = 1, iteration = 0, last_step = 0;
    for (size_t k = 0; k < queries.count; ++k) {
        const ts_query_note *note = &queries.notes[k];
        check_same_query(&queries.queries[k], &all.query[k]);
        ck_assert_uint_ge(note->step, step);
        if (note->step == step) ck_assert(note->iteration >= iteration || note->iteration == 1);
        step = note->step;
        iteration = note->iteration;
        ck_assert_int_eq(note->contact, -1);
        last_step = step;
    }
    ck_assert_uint_le(last_step, 10);
    ck_assert_uint_ge(last_step, 9);
    ts_query_chunk_clear(&queries);
    free(all.query);
}
END_TEST

/* A share by the queries' bits: about as many as it says, in the same order, the same ones again. */
START_TEST(a_share_is_recorded) {
    heard all = {0};
    ts_run_result result;
    ts_query_chunk queries = recorded(scratch("share.h5"), 0.25, &all, &result);
    const double expected = 0.25 * (double)all.count, spread = sqrt(0.75 * expected);
    ck_assert_uint_eq(result.recorded, queries.count);
    ck_assert_double_eq_tol((double)queries.count, expected, 8.0 * spread); /* some queries come again and again */
    size_t at = 0;
    for (size_t k = 0; k < queries.count; ++k, ++at) {
        while (at < all.count && (all.query[at].kind != queries.queries[k].kind ||
                                  memcmp(all.query[at].x1, queries.queries[k].x1, sizeof all.query[at].x1) != 0)) {
            ++at;
        }
        ck_assert_uint_lt(at, all.count);
    }
    ts_query_chunk_clear(&queries);
    free(all.query);
}
END_TEST

START_TEST(a_recording_is_not_replaced) {
    write_file(scratch("taken.h5"), "precious");
    ts_run_result result;
    check_fails(ts_test_run(ts_test_scene(TS_IMPLICIT_EULER),
                            (ts_run_options){.record = scratch("taken.h5"), .record_share = 1.0}, &result, error),
                TS_ERROR_USAGE, "taken.h5");
    size_t bytes;
    char *text = read_bytes(scratch("taken.h5"), &bytes);
    ck_assert_str_eq(text, "precious");
    free(text);
}
END_TEST

/* ---- A full disk ---- */

START_TEST(frames_on_a_full_device_fail) {
    ts_scene scene = ts_test_scene(TS_IMPLICIT_EULER);
    ts_ccd_method method;
    ts_test_certified(&method);
    ts_simulation *s = NULL;
    check_ok(ts_simulation_create(&scene.setup, &(ts_simulation_hooks){.method = &method}, &s, error));
    if (ts_path_exists("/dev/full")) {
        check_fails(ts_frames_write_vtu("/dev/full", s, error), TS_ERROR_USAGE, "/dev/full");
        ck_assert_int_eq(symlink("/dev/full", scratch("full.obj")), 0);
        check_fails(ts_frames_write_obj(scratch("full.obj"), s, error), TS_ERROR_USAGE, "/dev/full");
    }
    const ts_checkpoint_note note = {.scene_hash = 1};
    write_file(scratch("file"), "no folder");
    check_fails(ts_checkpoint_write(scratch("file/checkpoint.bin"), s, &note, error), TS_ERROR_USAGE,
                "could not be written");
    ts_simulation_destroy(s);
    ts_scene_clear(&scene);
    ts_ccd_method_clear(&method);
}
END_TEST

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* From step `*self` on no file may grow beyond 1000 bytes. */
static ts_status fill_disk(void *self, ts_simulation *simulation, const double (*x_before)[3],
                           const ts_step_report *report, ts_error *error) {
    (void)x_before, (void)report, (void)error;
    if (simulation->state.step == *(const size_t *)self) limit_files(1000);
    return TS_OK;
}

/* The run ends with an error, whole frames and its last checkpoint, and goes on from there when there is room. */
START_TEST(a_full_disk_leaves_whole_files) {
    size_t full_at = 7;
    ts_run_result result;
    ts_error why = {0};
    void (*const before)(int) = signal(SIGXFSZ, SIG_IGN);
    const ts_status status = ts_test_run(
        ts_test_scene(TS_IMPLICIT_EULER),
        (ts_run_options){.folder = scratch("full"), .after_step = fill_disk, .self = &full_at}, &result, &why);
    limit_files(RLIM_INFINITY);
    signal(SIGXFSZ, before);
    ck_assert_int_eq(status, TS_ERROR_USAGE);
    check_error(&why, TS_ERROR_USAGE, (const char *const[]){scratch("full"), NULL});
    ck_assert(!ts_path_exists(scratch("full/frames/frame_000007.vtu")));
    char command[512];
    snprintf(command, sizeof command, "test $(ls '%s' | wc -l) = 14", scratch("full/frames"));
    ck_assert_msg(system(command) == 0, "something was left beside the frames 0 to 6");

    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("whole")});
    ts_test_same_frames("whole", "full", 6);
    ts_test_run_whole(ts_test_scene(TS_IMPLICIT_EULER), (ts_run_options){.folder = scratch("full"), .resume = true});
    ts_test_same_frames("whole", "full", 10);
    ts_test_same_log("whole", "full");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("outputs");
    TCase *tests = tcase_create("outputs");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, frames_hold_the_state);
    tcase_add_loop_test(tests, contact_forces_carry_the_weight, 0, 2);
    tcase_add_test(tests, obj_frames_hold_what_collides);
    tcase_add_test(tests, the_index_names_every_frame);
    tcase_add_test(tests, the_log_tells_every_iteration);
    tcase_add_test(tests, the_log_counts_every_query);
    tcase_add_test(tests, recorded_queries_are_those_that_were_asked);
    tcase_add_test(tests, a_share_is_recorded);
    tcase_add_test(tests, a_recording_is_not_replaced);
    tcase_add_test(tests, frames_on_a_full_device_fail);
    tcase_add_test(tests, a_full_disk_leaves_whole_files);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
