/* SPDX-License-Identifier: MIT
 * `touchstone verify` as its users meet it: exit codes, what is named, outputs of the built binary. */
#include "tests/cli/command.h"

/* Runs "touchstone verify ARGUMENTS" by the shell in the scratch folder. */
__attribute__((format(printf, 1, 2))) static void verify(const char *format, ...) {
    char arguments[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    shell("touchstone verify %s", arguments);
}

/* A unit right triangle in the plane z = 0, and a small one that stands at height z. */
static void write_two(const char *name, double z) {
    char text[512];
    snprintf(text, sizeof text,
             "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.25 0.25 %.17g\nv 0.3 0.25 %.17g\nv 0.25 0.3 %.17g\nf 1 2 3\nf 4 5 6\n", z,
             z + 1.0, z + 1.0);
    write_file(scratch("%s", name), text);
}

/* One triangle with the second and third corners at these distances from the first. */
static void write_right(const char *name, double a, double b) {
    char text[256];
    snprintf(text, sizeof text, "v 0 0 0\nv %.17g 0 0\nv 0 %.17g 0\nf 1 2 3\n", a, b);
    write_file(scratch("%s", name), text);
}

/* A mesh of tets as a .vtu file: positions and nodes as text. */
static void write_tets(const char *name, int points, const char *positions, int tets, const char *nodes) {
    char text[2048], ends[64] = "", types[64] = "";
    for (int k = 0; k < tets; ++k) {
        snprintf(ends + strlen(ends), sizeof ends - strlen(ends), "%d ", 4 * k + 4);
        strcat(types, "10 ");
    }
    snprintf(text, sizeof text,
             "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">"
             "<Points><DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">%s</DataArray></Points>"
             "<Cells><DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">%s</DataArray>"
             "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">%s</DataArray>"
             "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">%s</DataArray>"
             "</Cells></Piece></UnstructuredGrid></VTKFile>",
             points, tets, positions, nodes, ends, types);
    write_file(scratch("%s", name), text);
}

/* A tet whose last corner is at height z. */
static void write_tet(const char *name, double z) {
    char positions[128];
    snprintf(positions, sizeof positions, "0 0 0 1 0 0 0 1 0 0 0 %g", z);
    write_tets(name, 4, positions, 1, "0 1 2 3");
}

START_TEST(clean_frames_exit_0) {
    write_two("run/f_0.obj", 1.0);
    write_two("run/f_1.obj", 0.5);
    verify("run");
    expect(0, "2 frames, ", "");
    expect(0, "pairs decided: clean", "");
    ck_assert_str_eq(command_err, "");
    verify("run --thickness 0.25 --motion");
    expect(0, "clean", "");
}
END_TEST

START_TEST(intersections_exit_1_and_are_named) {
    write_two("run/f_0.obj", 1.0);
    write_two("run/f_1.obj", -0.5);
    write_two("run/f_2.obj", 0.0); /* touches */
    verify("run");
    expect(1, "run/f_1.obj: 1 intersection\n", "");
    expect(1, "triangle 0 (nodes 0 1 2) and triangle 1 (nodes 3 4 5) intersect", "");
    expect(1, "run/f_2.obj: 1 intersection\n", "");
    expect(1, "3 frames, ", "");
    expect(1, ": 2 offend\n", "");
    ck_assert_ptr_null(strstr(command_out, "f_0.obj"));
}
END_TEST

START_TEST(thickness_is_exact) {
    write_two("a.obj", 0.1);
    verify("a.obj --thickness 0.1");
    expect(1, "a.obj: 1 thickness", "");
    expect(1, "node 3 and triangle 0 (nodes 0 1 2) are 0.1 m apart", "");
    verify("a.obj --thickness 0.099999999999999992");
    expect(0, "clean", "");
}
END_TEST

START_TEST(motion_between_clean_frames_is_seen) {
    write_two("a.obj", 1.0);
    write_two("b.obj", -3.0);
    verify("a.obj b.obj");
    expect(0, "clean", "");
    verify("a.obj b.obj --motion");
    expect(6, "b.obj: 3 motion (met on the straight way, not shown to intersect)\n", "");
    expect(6, "node 3 and triangle 0 (nodes 0 1 2) meet at t = 0.25", "");
    expect(6, ": 1 met on the straight way, not shown to intersect: the steps between frames need not be straight\n",
           "");
    write_two("c.obj", 0.0); /* intersects: that is shown */
    verify("a.obj b.obj c.obj --motion");
    expect(1, "c.obj: 1 intersection, ", "");
    expect(1, ": 1 offends; 1 met on the straight way, ", "");
}
END_TEST

/* Their surfaces meet in a common node or face only, which is allowed. */
START_TEST(tets_that_overlap) {
    write_tets("inside.vtu", 7, "0 0 0  1 0 0  0 1 0  0 0 1  .3 .1 .1  .1 .3 .1  .1 .1 .3", 2, "0 1 2 3  0 4 5 6");
    verify("inside.vtu");
    expect(1, "inside.vtu: 1 intersection\n  tet 0 (nodes 0 1 2 3) and tet 1 (nodes 0 4 5 6) overlap\n", "");
    write_tets("same_side.vtu", 5, "0 0 0  1 0 0  0 1 0  0 0 1  .2 .2 .2", 2, "0 1 2 3  0 1 2 4");
    verify("same_side.vtu");
    expect(1, "tet 0 (nodes 0 1 2 3) and tet 1 (nodes 0 1 2 4) overlap", "");
    write_tets("two_sides.vtu", 5, "0 0 0  1 0 0  0 1 0  0 0 1  .2 .2 -.2", 2, "0 1 2 3  1 0 2 4");
    verify("two_sides.vtu");
    expect(0, "clean", "");
}
END_TEST

START_TEST(missing_frames_are_said) {
    write_two("run/f_00.obj", 1.0);
    write_two("run/f_01.obj", 0.9);
    write_two("run/f_03.obj", 0.8);
    verify("run --json v.json");
    expect(1, "run: 1 frame is missing, the first after f_01.obj\n", "");
    expect(1, "3 frames, ", "");
    expect(1, "pairs decided: clean as far as they go\n", "");
    size_t length;
    char *text = read_bytes(scratch("v.json"), &length);
    cJSON *tree = cJSON_Parse(text);
    ck_assert_int_eq(cJSON_GetObjectItem(tree, "missing_frames")->valueint, 1);
    cJSON_Delete(tree);
    free(text);
    verify("run --allow-gaps");
    expect(0, "run: 1 frame is missing, the first after f_01.obj\n", "");
    verify("run/f_00.obj run/f_03.obj"); /* as was asked */
    expect(0, "2 frames, ", "");
    write_two("run/f_02.obj", 0.85);
    verify("run");
    expect(0, "clean\n", "");
    ck_assert_ptr_null(strstr(command_out, "missing"));
}
END_TEST

/* As `simulate --out` leaves it. */
START_TEST(the_folder_of_a_run) {
    write_tet("run/frames/frame_000000.vtu", 1.0);
    write_tet("run/frames/frame_000001.vtu", 0.5);
    write_file(scratch("run/log.jsonl"), "");
    verify("run");
    expect(0, "2 frames, ", "");
    write_file(scratch("run/run.pvd"),
               "<VTKFile type=\"Collection\"><Collection>"
               "<DataSet timestep=\"0\" file=\"frames/frame_000001.vtu\"/></Collection></VTKFile>");
    verify("run");
    expect(0, "1 frame, ", "");
    write_file(scratch("run/other.pvd"), "");
    verify("run");
    expect(0, "1 frame, ", "");
    shell("mv run/run.pvd run/another.pvd && touchstone verify run");
    expect(4, "", "run holds 2 collections: name one, run/another.pvd say");
}
END_TEST

START_TEST(stretch_is_held_to_its_limits) {
    write_right("rest.obj", 1.0, 1.0);
    write_right("now.obj", 1.125, 0.875);
    verify("now.obj --rest rest.obj --strain-limit 1.125");
    expect(1, "triangle 0 (nodes 0 1 2) is stretched by 1.125; the limit is 1.125", "");
    verify("now.obj --rest rest.obj --strain-limit 1.1250000000000002");
    expect(0, "clean", "");
    verify("now.obj --rest rest.obj --strain-limit 2 --compression-limit 0.875");
    expect(1, "triangle 0 (nodes 0 1 2) is compressed to 0.875; the limit is 0.875", "");
    verify("now.obj --strain-limit 1.1");
    expect(2, "", "--strain-limit needs --rest");
    write_two("other.obj", 1.0);
    verify("now.obj --rest other.obj --strain-limit 1.1");
    expect(4, "", "other.obj, the mesh at rest");
}
END_TEST

START_TEST(inverted_tets_in_a_collection_of_vtu_files) {
    write_tet("run/t_0.vtu", 1.0);
    write_tet("run/t_1.vtu", -1.0);
    write_file(scratch("run/t.pvd"),
               "<VTKFile type=\"Collection\"><Collection>"
               "<DataSet timestep=\"0\" file=\"t_0.vtu\"/><DataSet timestep=\"1\" file=\"t_1.vtu\"/>"
               "</Collection></VTKFile>");
    verify("run/t.pvd");
    expect(1, "run/t_1.vtu: 1 inverted\n  tet 0 (nodes 0 1 2 3) is turned inside out\n", "");
    verify("run/t_0.vtu --motion");
    expect(0, "1 frame, ", "");
}
END_TEST

START_TEST(json_holds_the_verdicts) {
    write_two("a.obj", 1.0);
    write_two("b.obj", -0.5);
    verify("a.obj b.obj --motion --json v.json --threads 1");
    expect(1, "", "");
    size_t length;
    char *text = read_bytes(scratch("v.json"), &length);
    cJSON *tree = cJSON_Parse(text);
    ck_assert_ptr_nonnull(tree);
    const cJSON *frames = cJSON_GetObjectItem(tree, "frames");
    ck_assert_int_eq(cJSON_GetArraySize(frames), 2);
    ck_assert(cJSON_IsTrue(cJSON_GetObjectItem(cJSON_GetArrayItem(frames, 0), "clean")));
    const cJSON *second = cJSON_GetArrayItem(frames, 1);
    ck_assert_str_eq(cJSON_GetObjectItem(second, "file")->valuestring, "b.obj");
    const cJSON *offences = cJSON_GetObjectItem(second, "offences");
    ck_assert_int_eq(cJSON_GetObjectItem(offences, "intersection")->valueint, 1);
    ck_assert_int_gt(cJSON_GetObjectItem(offences, "motion")->valueint, 0);
    const cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItem(second, "first"), 0);
    ck_assert_str_eq(cJSON_GetObjectItem(first, "kind")->valuestring, "intersection");
    const cJSON *part = cJSON_GetArrayItem(cJSON_GetObjectItem(first, "parts"), 1);
    ck_assert_str_eq(cJSON_GetObjectItem(part, "kind")->valuestring, "triangle");
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(part, "nodes")), 3);
    cJSON_Delete(tree);
    free(text);
}
END_TEST

/* A sequence as other programs name it, with a gap, and an obstacle beside it. */
START_TEST(numbered_obj_files_are_a_sequence) {
    write_two("run/cloth_000008.obj", 1.0);
    write_two("run/cloth_000009.obj", 0.5);
    write_two("run/cloth_000010.obj", 0.25);
    write_two("run/cloth_000012.obj", -0.5);
    verify("run --motion");
    expect(1, "run: 1 frame is missing, the first after cloth_000010.obj\nrun/cloth_000012.obj: 1 intersection, ", "");
    verify("run --motion --allow-gaps");
    expect(1, "4 frames", "");
    shell("touchstone prove run --out proof"); /* of the ways that there are */
    expect(1, "run: 1 frame is missing, the first after cloth_000010.obj\nstep 0: proven", "");
    write_two("run/ball_000008.obj", 1.0);
    write_two("run/ball_000009.obj", 1.0);
    verify("run");
    expect(4, "", "several sequences, that of ball_000008.obj and that of cloth_000008.obj");
    verify("run/ball_*.obj");
    expect(0, "2 frames", "");
}
END_TEST

/* The ball goes through the cloth, or does not: two meshes of one moment are no way from one to the other. */
START_TEST(two_meshes_of_one_moment_are_no_sequence) {
    write_two("run/cloth_000000.obj", 1.0);
    verify("run");
    expect(0, "1 frame", "");
    write_two("run/ball_000000.obj", 0.5);
    verify("run");
    expect(4, "", "several sequences, that of ball_000000.obj and that of cloth_000000.obj");
    verify("run --motion");
    expect(4, "", "several sequences");
    shell("touchstone prove run --out proof");
    expect(4, "", "several sequences");
    write_two("run/cloth_000001.obj", 0.75);
    verify("run");
    expect(4, "", "several sequences");
    verify("run/cloth_000000.obj run/cloth_000001.obj --motion");
    expect(0, "2 frames", "");
    verify("run/cloth_000000.obj run/ball_000000.obj");
    expect(0, "2 frames", "");
}
END_TEST

/* A frame is judged where a mesh to compute with would be refused. */
START_TEST(flat_triangles_of_any_format_are_offences) {
    write_file(scratch("flat.obj"), "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    write_file(scratch("flat.stl"), "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 2 0 0\n"
                                    "endloop\nendfacet\nendsolid\n");
    verify("flat.obj");
    expect(1, "flat.obj: 1 flat\n", "");
    verify("flat.stl");
    expect(1, "flat.stl: 1 flat\n", "");
}
END_TEST

START_TEST(coordinates_of_32_bits_are_said) {
    char text[700];
    for (int k = 0; k < 2; ++k) {
        snprintf(text, sizeof text,
                 "<VTKFile type=\"PolyData\"><Piece NumberOfPoints=\"3\" NumberOfVerts=\"0\" NumberOfLines=\"0\" "
                 "NumberOfStrips=\"0\" NumberOfPolys=\"1\"><Points><DataArray type=\"%s\" NumberOfComponents=\"3\">"
                 "0 0 0 0.1 0 0 0 1 0</DataArray></Points><Polys><DataArray type=\"Int32\" Name=\"connectivity\">0 1 2"
                 "</DataArray><DataArray type=\"Int32\" Name=\"offsets\">3</DataArray></Polys></Piece></VTKFile>",
                 k == 0 ? "Float32" : "Float64");
        write_file(scratch("run/f_%d.vtp", k), text);
    }
    verify("run --json v.json");
    expect(0, "2 frames", "1 of 2 frames stores coordinates as 32-bit numbers; judged are these");
    shell("tr -d ' \\t\\n' <v.json | grep -o '\"single_precision[_a-z]*\":[^,]*'");
    expect(0, "\"single_precision_frames\":1\n\"single_precision\":true\n\"single_precision\":false\n", "");
    shell("touchstone prove run --out proof");
    expect(0, "2 of 2 steps proven", "1 of 2 frames stores");
}
END_TEST

START_TEST(bad_data_exits_4) {
    write_two("a.obj", 1.0);
    write_right("b.obj", 1.0, 1.0);
    write_file(scratch("nan.obj"), "v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n");
    write_file(scratch("range.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n");
    write_file(scratch("empty.obj"), "");
    write_file(scratch("bad.vtu"), "<VTKFile type=\"UnstructuredGrid\"><Piece");
    write_file(scratch("none/readme"), "");
    static const char *const names[] = {"nan.obj", "range.obj", "empty.obj", "bad.vtu", "none", "missing.obj"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        verify("%s", names[i]);
        expect(4, "", names[i]);
    }
    verify("a.obj b.obj");
    expect(0, "2 frames", "");
    verify("a.obj b.obj --motion");
    expect(4, "", "b.obj: its nodes and elements are not those of the frame before");
    verify("a.obj nan.obj"); /* what was read is told */
    expect(4, "", "nan.obj");
}
END_TEST

START_TEST(wrong_arguments_exit_2) {
    write_two("a.obj", 1.0);
    static const struct {
        const char *arguments, *message;
    } wrong[] = {
        {"", "PATH"},
        {"a.obj --thicknes 1", "--thickness"},
        {"a.obj --thickness -1", "--thickness"},
        {"a.obj --thickness nan", "--thickness"},
        {"a.obj --json nowhere/v.json", "nowhere"},
        {"a.obj --rest a.obj --strain-limit 0", "--strain-limit"},
        {"a.obj --compression-limit 0.5", "--rest"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        verify("%s", wrong[i].arguments);
        expect(2, "", wrong[i].message);
        ck_assert_str_eq(command_out, "");
    }
    verify("--help");
    expect(0, "--compression-limit", "");
    expect(0, "Exit code", "");
}
END_TEST

/* A cloth inside a box of triangles: hollow unless told to be solid. */
START_TEST(closed_surfaces_hold_nothing) {
    write_file(scratch("box.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                                   "f 1 3 2\nf 2 3 4\nf 5 6 7\nf 6 8 7\nf 1 2 5\nf 2 6 5\nf 3 7 4\nf 4 7 8\n"
                                   "f 1 5 3\nf 3 5 7\nf 2 4 6\nf 4 8 6\n"
                                   "v .4 .4 .4\nv .6 .4 .4\nv .4 .6 .4\nf 9 10 11\n");
    shell("touchstone verify box.obj");
    expect(0, "clean", "");
    shell("touchstone verify box.obj --solid");
    expect(1, "box.obj: 1 containment\n  node 8 lies inside the closed surface of triangle 0 (nodes 0 2 1)\n", "");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("verify");
    tcase_add_checked_fixture(cases, command_setup, command_teardown);
    tcase_add_test(cases, clean_frames_exit_0);
    tcase_add_test(cases, intersections_exit_1_and_are_named);
    tcase_add_test(cases, thickness_is_exact);
    tcase_add_test(cases, motion_between_clean_frames_is_seen);
    tcase_add_test(cases, tets_that_overlap);
    tcase_add_test(cases, missing_frames_are_said);
    tcase_add_test(cases, the_folder_of_a_run);
    tcase_add_test(cases, stretch_is_held_to_its_limits);
    tcase_add_test(cases, inverted_tets_in_a_collection_of_vtu_files);
    tcase_add_test(cases, json_holds_the_verdicts);
    tcase_add_test(cases, numbered_obj_files_are_a_sequence);
    tcase_add_test(cases, two_meshes_of_one_moment_are_no_sequence);
    tcase_add_test(cases, flat_triangles_of_any_format_are_offences);
    tcase_add_test(cases, coordinates_of_32_bits_are_said);
    tcase_add_test(cases, bad_data_exits_4);
    tcase_add_test(cases, wrong_arguments_exit_2);
    Suite *suite = suite_create("verify");
    tcase_add_test(cases, closed_surfaces_hold_nothing);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
