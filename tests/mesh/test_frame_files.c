/* SPDX-License-Identifier: MIT
 * Frames found in folders and collections, in their order. */
#include "mesh/read/frames.h"

#include "tests/datasets/scratch.h"

static void check_names(const ts_frame_files *files, const char *const *names) {
    size_t count = 0;
    for (; names[count]; ++count) {
        ck_assert_uint_lt(count, files->count);
        const char *path = files->path[count];
        const size_t length = strlen(path), tail = strlen(names[count]);
        ck_assert_msg(length > tail && strcmp(path + length - tail, names[count]) == 0, "%s is not %s", path,
                      names[count]);
    }
    ck_assert_uint_eq(files->count, count);
}

START_TEST(folders_and_collections_have_an_order) {
    static const char *const names[] = {"run/f_10.vtu", "run/f_9.vtu", "run/f_011.vtu", "run/f_9.obj",
                                        "run/.f_1.vtu", "o/b.obj",     "o/a.obj"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) write_file(scratch("%s", names[i]), "");
    ts_frame_files files = {0};
    check_ok(ts_frame_files_add(&files, scratch("run"), error));
    check_names(&files, (const char *const[]){"run/f_9.vtu", "run/f_10.vtu", "run/f_011.vtu", NULL});
    check_ok(ts_frame_files_add(&files, scratch("o"), error));
    check_ok(ts_frame_files_add(&files, scratch("run/f_9.obj"), error));
    check_names(&files, (const char *const[]){"run/f_9.vtu", "run/f_10.vtu", "run/f_011.vtu", "o/a.obj", "o/b.obj",
                                              "run/f_9.obj", NULL});
    ts_frame_files_clear(&files);
    write_file(scratch("run/all.pvd"),
               "<?xml version=\"1.0\"?><VTKFile type=\"Collection\"><Collection>"
               "<DataSet timestep=\"0\" file=\"f_10.vtu\"/><DataSet timestep=\"1\" part='0' file='/abs/f_9.vtu'/>"
               "</Collection></VTKFile>");
    check_ok(ts_frame_files_add(&files, scratch("run/all.pvd"), error));
    check_names(&files, (const char *const[]){"run/f_10.vtu", "/f_9.vtu", NULL});
    ck_assert_str_eq(files.path[1], "/abs/f_9.vtu");
    ts_frame_files_clear(&files);
}
END_TEST

START_TEST(other_kinds_of_frames_come_after_a_collection) {
    static const char *const names[] = {"ply/f_1.ply", "ply/f_0.ply", "ply/a.vtk",      "in/frames/326.ply",
                                        "in/a.stl",    "pvd/a.stl",   "vtp/f_1.vtp",    "vtp/f_0.vtp",
                                        "stl/b_0.stl", "stl/b_1.stl", "sea/step_0.obj", "sea/step_1.obj"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) write_file(scratch("%s", names[i]), "");
    write_file(scratch("pvd/run.pvd"), "<VTKFile><DataSet file=\"f.vtu\"/></VTKFile>");
    static const struct {
        const char *folder, *names[3];
    } CASES[] = {
        {"ply", {"f_0.ply", "f_1.ply"}}, {"in", {"frames/326.ply"}},      {"pvd", {"pvd/f.vtu"}},
        {"vtp", {"f_0.vtp", "f_1.vtp"}}, {"stl", {"b_0.stl", "b_1.stl"}}, {"sea", {"step_0.obj", "step_1.obj"}},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_frame_files files = {0};
        check_ok(ts_frame_files_add(&files, scratch("%s", CASES[k].folder), error));
        check_names(&files, CASES[k].names);
        ts_frame_files_clear(&files);
    }
}
END_TEST

START_TEST(one_folder_has_one_sequence) {
    static const char *const names[] = {"two/cloth_000000.obj", "two/cloth_000001.obj", "two/ball_000000.obj",
                                        "two/ball_000001.obj",  "surf/step_0.vtu",      "surf/step_0_surf.vtu",
                                        "surf/step_1.vtu",      "surf/step_1_surf.vtu", "one/rest.obj",
                                        "one/step_0.obj",       "one/step_1.obj",       "one/v2.obj"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) write_file(scratch("%s", names[i]), "");
    ts_frame_files files = {0};
    check_fails(ts_frame_files_add(&files, scratch("two"), error), TS_ERROR_DATA,
                "of ball_000000.obj and that of cloth_000000.obj");
    ts_frame_files_clear(&files);
    check_fails(ts_frame_files_add(&files, scratch("surf"), error), TS_ERROR_DATA, "several sequences", "step_0_surf");
    ts_frame_files_clear(&files);
    check_ok(ts_frame_files_add(&files, scratch("one"), error));
    check_names(&files, (const char *const[]){"rest.obj", "step_0.obj", "step_1.obj", "v2.obj", NULL});
    ts_frame_files_clear(&files);
}
END_TEST

START_TEST(extensions_are_of_either_case) {
    static const char *const names[] = {"up/f_0.obj", "up/f_1.OBJ", "up/f_2.Obj", "all/f_0.VTU", "all/f_1.VTU"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) write_file(scratch("%s", names[i]), "");
    write_file(scratch("P.PVD"), "<DataSet timestep=\"0\" file=\"f.vtu\"/>");
    ts_frame_files files = {0};
    check_ok(ts_frame_files_add(&files, scratch("up"), error));
    check_names(&files, (const char *const[]){"f_0.obj", "f_1.OBJ", "f_2.Obj", NULL});
    ts_frame_files_clear(&files);
    check_ok(ts_frame_files_add(&files, scratch("all"), error));
    check_ok(ts_frame_files_add(&files, scratch("P.PVD"), error));
    check_names(&files, (const char *const[]){"f_0.VTU", "f_1.VTU", "/f.vtu", NULL});
    ts_frame_files_clear(&files);
}
END_TEST

/* Parts of one state are not one after the other. */
START_TEST(a_collection_has_one_file_for_each_time) {
    static const char *const TIMES[] = {
        "timestep=\"0\" part=\"0\"\ntimestep=\"0\" part=\"1\"\ntimestep=\"1\"",
        "timestep=\"0\" part=\"0\"\ntimestep=\"1\" part=\"0\"\ntimestep=\"0\" part=\"1\"",
        "part=\"0\"\npart=\"1\"",
    };
    static const char *const LINES[] = {"parts.pvd:2", "parts.pvd:3", "parts.pvd:2"};
    for (size_t k = 0; k < sizeof TIMES / sizeof *TIMES; ++k) {
        char text[512] = "", times[256];
        snprintf(times, sizeof times, "%s", TIMES[k]);
        for (char *rest = times, *time; (time = strtok_r(rest, "\n", &rest));) {
            snprintf(text + strlen(text), sizeof text - strlen(text), "<DataSet %s file=\"f.vtu\"/>\n", time);
        }
        write_file(scratch("parts.pvd"), text);
        ts_frame_files files = {0};
        check_fails(ts_frame_files_add(&files, scratch("parts.pvd"), error), TS_ERROR_DATA, LINES[k], "timestep=");
        ts_frame_files_clear(&files);
    }
}
END_TEST

START_TEST(names_are_read_as_xml_writes_them) {
    ts_frame_files named = {0};
    write_file(scratch("named.pvd"),
               "<DataSet timestep=\"0\" file=\"a&amp;b&lt;&gt;&#252;&#xfC;&#x20AC;&#x1F600;.vtu\"/>"
               "<DataSet timestep='1' file='&quot;>&apos;&none;&#0;&#xd800;&#110000000;&#;&#5.vtu'/>");
    check_ok(ts_frame_files_add(&named, scratch("named.pvd"), error));
    ck_assert_uint_eq(named.count, 2);
    ck_assert_str_eq(strrchr(named.path[0], '/') + 1, "a&b<>\xc3\xbc\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80.vtu");
    ck_assert_str_eq(strrchr(named.path[1], '/') + 1, "\">'&none;&#0;&#xd800;&#110000000;&#;&#5.vtu");
    ts_frame_files_clear(&named);
}
END_TEST

START_TEST(nothing_to_find_is_an_error) {
    ts_frame_files files = {0};
    write_file(scratch("empty/readme.txt"), "");
    write_file(scratch("no.pvd"), "<VTKFile type=\"Collection\"><Collection></Collection></VTKFile>");
    write_file(scratch("nameless.pvd"), "<DataSet timestep=\"0\"/>");
    check_fails(ts_frame_files_add(&files, scratch("missing"), error), TS_ERROR_DATA, "missing");
    check_fails(ts_frame_files_add(&files, scratch("empty"), error), TS_ERROR_DATA, "empty", ".vtu, .obj, ");
    check_fails(ts_frame_files_add(&files, scratch("no.pvd"), error), TS_ERROR_DATA, "no.pvd", "DataSet");
    check_fails(ts_frame_files_add(&files, scratch("nameless.pvd"), error), TS_ERROR_DATA, "nameless.pvd:1", "file=");
    ck_assert_uint_eq(files.count, 0);
    ts_frame_files_clear(&files);
    ts_mesh mesh;
    check_fails(ts_frame_read(scratch("none.vtu"), &mesh, error), TS_ERROR_DATA, "none.vtu");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("frame files");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, folders_and_collections_have_an_order);
    tcase_add_test(cases, other_kinds_of_frames_come_after_a_collection);
    tcase_add_test(cases, one_folder_has_one_sequence);
    tcase_add_test(cases, extensions_are_of_either_case);
    tcase_add_test(cases, a_collection_has_one_file_for_each_time);
    tcase_add_test(cases, names_are_read_as_xml_writes_them);
    tcase_add_test(cases, nothing_to_find_is_an_error);
    Suite *suite = suite_create("frame files");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
