/* SPDX-License-Identifier: MIT
 * `touchstone list` of what simulations are made of: scenes beside the command, generators, materials. */
#include "tests/cli/command.h"

#define SCENES "tree/share/touchstone/scenes/"

static const char TWO[] = "{\"name\": \"two\", \"about\": \"a sheet over needles\", \"time_step\": 0.02, \"steps\": 7,"
                          "\"objects\": [{\"mesh\": {\"generator\": \"grid\", \"columns\": 3, \"rows\": 4}},"
                          "{\"mesh\": {\"generator\": \"tet-box\", \"nx\": 1, \"ny\": 1, \"nz\": 1},"
                          " \"translate\": [0, 5, 0]}]}";

/* A copy of the command with scenes beside it. */
static void install(void) {
    shell("mkdir -p tree/bin " SCENES " && cp '%s/touchstone' tree/bin/", TS_BINARY_DIR);
    expect(0, "", "");
    write_file(scratch(SCENES "two.json"), TWO);
}

START_TEST(scenes_are_found_beside_the_command) {
    install();
    shell("tree/bin/touchstone list scenes");
    expect(0, "share/touchstone/scenes/two.json\n  2 objects, 20 nodes: ", "");
    expect(0, " 12 triangles; 7 steps of 0.02 s\n  a sheet over needles\n", "");
    shell("tree/bin/touchstone list scenes --json >list.json");
    expect(0, "", "");
    cJSON *list = read_json("list.json");
    const cJSON *scene = cJSON_GetArrayItem(list, 0);
    ck_assert_int_eq(cJSON_GetArraySize(list), 1);
    ck_assert_str_eq(string_of(scene, "name"), "two");
    ck_assert_str_eq(string_of(scene, "about"), "a sheet over needles");
    ck_assert_ptr_nonnull(strstr(string_of(scene, "path"), SCENES "two.json"));
    ck_assert(number_of(scene, "objects") == 2.0 && number_of(scene, "nodes") == 20.0);
    ck_assert(number_of(scene, "triangles") == 12.0 && number_of(scene, "tets") >= 5.0);
    ck_assert(number_of(scene, "steps") == 7.0 && number_of(scene, "time_step") == 0.02);
    cJSON_Delete(list);
}
END_TEST

START_TEST(sizes_are_listed) {
    install();
    write_file(scratch(SCENES "two.json"),
               "{\"name\": \"sized\", \"objects\": [{\"mesh\": {\"generator\": \"grid\", \"rows\": 2,"
               " \"columns\": {\"by_size\": {\"tiny\": 2, \"small\": 3, \"paper\": 50}}}}]}");
    shell("tree/bin/touchstone list scenes");
    expect(0, "1 objects, 6 nodes: ", "");
    expect(0, "this is its size small, of: tiny small paper\n", "");
    shell("tree/bin/touchstone list scenes --json >list.json");
    cJSON *list = read_json("list.json");
    const cJSON *scene = cJSON_GetArrayItem(list, 0), *sizes = cJSON_GetObjectItem(scene, "sizes");
    ck_assert_str_eq(string_of(scene, "size"), "small");
    ck_assert_int_eq(cJSON_GetArraySize(sizes), 3);
    ck_assert_str_eq(cJSON_GetArrayItem(sizes, 2)->valuestring, "paper");
    cJSON_Delete(list);
}
END_TEST

/* The scenes that come with Touchstone have their counts beside them, so that no mesh is made to list them. */
START_TEST(counted_scenes_are_listed_as_they_were_counted) {
    install();
    shell("echo '{\"'$(sha256sum <" SCENES "two.json | cut -d' ' -f1)'\": {\"name\": \"counted\", \"about\": \"\","
          " \"objects\": 3, \"nodes\": 4, \"tets\": 5, \"triangles\": 0, \"segments\": 6, \"particles\": 0,"
          " \"steps\": 8, \"time_step\": 0.5}}' >" SCENES "../scene-counts.json; tree/bin/touchstone list scenes");
    expect(0, "two.json\n  3 objects, 4 nodes: 5 tets 6 segments; 8 steps of 0.5 s\n", "");
    shell("echo >>" SCENES "two.json; tree/bin/touchstone list scenes");
    expect(0, "two.json\n  2 objects, 20 nodes: ", "");
    shell("printf '{' >" SCENES "../scene-counts.json; "
          "tree/bin/touchstone list scenes");
    expect(0, "two.json\n  2 objects, 20 nodes: ", "");
}
END_TEST

/* Counted anew by scripts/count-scenes.py: what is said here when they are not right any more. */
START_TEST(the_counts_are_those_of_the_scenes) {
    shell("mkdir -p tree/bin tree/share/touchstone && cp '%s/touchstone' tree/bin/ && cp -r '%s/datasets/scenes' "
          "tree/share/touchstone/ && tree/bin/touchstone list scenes | sed 's|^/.*/||' >read && "
          "touchstone list scenes | sed 's|^/.*/||' >counted && diff read counted",
          TS_BINARY_DIR, TS_SOURCE_DIR);
    expect(0, "", "");
    shell("tree/bin/touchstone simulate needle");
    expect(4, "", "the nearest is 'needle-bed'");
    shell("grep -c '\"name\"' '%s/datasets/scene-counts.json'; ls '%s/datasets/scenes' | wc -l", TS_SOURCE_DIR,
          TS_SOURCE_DIR);
    const long counted = strtol(command_out, NULL, 10), scenes = strtol(strchr(command_out, '\n'), NULL, 10);
    ck_assert_msg(10 * counted >= 9 * scenes, "%ld of %ld scenes are counted: run scripts/count-scenes.py", counted,
                  scenes);
}
END_TEST

START_TEST(a_scene_is_simulated_by_its_name) {
    install();
    shell("tree/bin/touchstone simulate two --steps 1 --no-verify --size paper");
    expect(0, "two: 2 objects, 20 nodes", "");
    shell("tree/bin/touchstone simulate tow");
    expect(4, "", "there is no file 'tow' and no scene of that name");
    expect(4, "", "the nearest is 'two'");
    shell("tree/bin/touchstone simulate two.json");
    expect(4, "", "two.json: cannot be opened");
    shell("tree/bin/touchstone simulate two --size medium");
    expect(2, "", "medium");
}
END_TEST

START_TEST(a_malformed_scene_stands_beside_the_others) {
    install();
    write_file(scratch(SCENES "bad.json"), "{\"objects\": [{\"mesh\": {\"generator\": \"gird\"}}]}");
    shell("tree/bin/touchstone list scenes");
    expect(4, "two.json", "bad.json: objects[0].mesh: there is no generator 'gird'");
    shell("rm " SCENES "*.json; tree/bin/touchstone list scenes");
    expect(4, "", "holds no scenes");
    shell(
        "rm -r tree/share; mkdir -p /tmp/alone-$$ && mv tree /tmp/alone-$$/ && /tmp/alone-$$/tree/bin/touchstone list "
        "scenes; code=$?; rm -r /tmp/alone-$$; exit $code");
    expect(4, "", "the scenes were not found");
}
END_TEST

START_TEST(generators_are_listed) {
    shell("touchstone list generators");
    expect(0, "square       nodes, size, seed\n", "");
    expect(0, "capsule-body nodes, height, seed\n", "");
    shell("touchstone list generators --json >list.json");
    cJSON *list = read_json("list.json");
    ck_assert_int_ge(cJSON_GetArraySize(list), 14);
    ck_assert_str_eq(string_of(cJSON_GetArrayItem(list, 0), "name"), "square");
    ck_assert_str_eq(string_of(cJSON_GetArrayItem(list, 0), "parameters"), "nodes, size, seed");
    cJSON_Delete(list);
}
END_TEST

static const cJSON *find(const cJSON *list, const char *name) {
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list) {
        if (strcmp(string_of(item, "name"), name) == 0) return item;
    }
    ck_abort_msg("%s is not listed", name);
    return NULL;
}

/* Figures of the paper's tables. */
START_TEST(materials_are_listed_as_measured) {
    shell("touchstone list materials");
    expect(0, "wool\n  density 413.38 kg/m^3, thickness 0.000568 m, E 170000 Pa, nu 0.277\n  strain limit 1.085\n", "");
    shell("touchstone list materials --json >list.json");
    cJSON *list = read_json("list.json");
    ck_assert_int_eq(cJSON_GetArraySize(list), 11);
    const cJSON *cotton = find(list, "cotton"), *silk = find(list, "silk");
    ck_assert(number_of(cotton, "density") == 472.641509 && number_of(cotton, "thickness") == 0.318e-3);
    ck_assert(number_of(cotton, "E") == 0.821e6 && number_of(cotton, "nu") == 0.243);
    ck_assert(number_of(cotton, "strain_limit") == 1.0608);
    const cJSON *orthotropy = cJSON_GetObjectItem(silk, "orthotropy");
    ck_assert(number_of(orthotropy, "a11") == 4.3e6 && number_of(orthotropy, "L12") == 0.11);
    ck_assert_ptr_null(cJSON_GetObjectItem(silk, "strain_limit"));
    cJSON_Delete(list);
}
END_TEST

START_TEST(models_are_listed_by_solver_and_role) {
    shell("touchstone list models");
    expect(0, "cipc: membrane stvk", "");
    expect(0, "cipc: barrier cipc", "");
    shell("touchstone list models --json >list.json");
    cJSON *list = read_json("list.json");
    const cJSON *first = cJSON_GetArrayItem(list, 0);
    ck_assert_str_eq(cJSON_GetObjectItem(first, "solver")->valuestring, "cipc");
    ck_assert_str_eq(cJSON_GetObjectItem(first, "role")->valuestring, "tet");
    ck_assert_str_eq(cJSON_GetObjectItem(first, "name")->valuestring, "fixed-corotated");
    ck_assert(cJSON_IsArray(cJSON_GetObjectItem(first, "options")));
    cJSON_Delete(list);
}
END_TEST

START_TEST(an_unknown_list_names_the_nearest) {
    shell("touchstone list scene");
    expect(2, "",
           "cannot list 'scene': expected one of backends, datasets, families, generators, materials, models, scenes, "
           "solvers; the nearest is scenes");
    shell("touchstone list --help");
    expect(0, "backends|datasets|families|generators|materials|models|scenes", "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("list of scenes");
    TCase *tests = tcase_create("list of scenes");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, scenes_are_found_beside_the_command);
    tcase_add_test(tests, sizes_are_listed);
    tcase_add_test(tests, counted_scenes_are_listed_as_they_were_counted);
    if (!ts_test_is_sanitized()) tcase_add_test(tests, the_counts_are_those_of_the_scenes); /* numbers in a file */
    tcase_add_test(tests, a_scene_is_simulated_by_its_name);
    tcase_add_test(tests, a_malformed_scene_stands_beside_the_others);
    tcase_add_test(tests, generators_are_listed);
    tcase_add_test(tests, materials_are_listed_as_measured);
    tcase_add_test(tests, models_are_listed_by_solver_and_role);
    tcase_add_test(tests, an_unknown_list_names_the_nearest);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
