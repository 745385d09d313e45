/* SPDX-License-Identifier: MIT
 * Every `touchstone show` command that is printed runs as it stands, and asks the method that it is printed for: of
 * replay, compare, simulate and table, on the terminal, in JSON, JUnit and on the page. */
#include "tests/cli/command.h"

#define AXES TS_BINARY_DIR "/plugins/axes.so"
/* Two programs, the first without a use; the second says hit 0 and is called exec-2. */
#define PROGRAMS                                                                                                       \
    "--plugin-exec true --plugin-exec 'while read -r kind rest; do test \"$kind\" = block || echo hit 0; done'"

/* Runs the command; what it shows is asked of that method alone. */
static void run_as_it_stands(const char *command, const char *method) {
    char expected[64];
    snprintf(expected, sizeof expected, "--backend %s", method);
    ck_assert_msg(strstr(command, expected) != NULL, "no %s in: %s", expected, command);
    shell("%s", command);
    ck_assert_msg(command_code == 0, "exit code %d of %s\n%.1000s", command_code, command, command_err);
    ck_assert_msg(strstr(command_out, method) != NULL, "%s does not show %s", command, method);
}

/* Strings of a tree of JSON that are such commands, each once. */
typedef struct found {
    char *text[64];
    size_t count;
} found;

static void add(found *all, const char *text) {
    for (size_t k = 0; k < all->count; ++k) {
        if (strcmp(all->text[k], text) == 0) return;
    }
    ck_assert_uint_lt(all->count, sizeof all->text / sizeof *all->text);
    all->text[all->count++] = strdup(text);
}

static void gather(found *all, const cJSON *tree) {
    const cJSON *item;
    if (cJSON_IsString(tree) && strncmp(tree->valuestring, "touchstone show ", 16) == 0) add(all, tree->valuestring);
    cJSON_ArrayForEach(item, tree) gather(all, item);
}

/* Lines of text, from the first word of the command on, with what XML escapes put back. */
static void gather_lines(found *all, const char *text) {
    static const char *const escaped[][2] = {
        {"&#39;", "'"}, {"&quot;", "\""}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}};
    for (const char *at = text; (at = strstr(at, "touchstone show ")) != NULL;) {
        char line[1024], *end = line;
        while (*at && *at != '\n' && *at != '<' && end < line + sizeof line - 1) {
            size_t e = 0;
            while (e < 5 && strncmp(at, escaped[e][0], strlen(escaped[e][0])) != 0) ++e;
            *end++ = e < 5 ? escaped[e][1][0] : *at;
            at += e < 5 ? strlen(escaped[e][0]) : 1;
        }
        *end = '\0';
        add(all, line);
    }
}

/* Runs at most so many of them, evenly chosen, and forgets all. */
static void run_some(found *all, size_t most) {
    ck_assert_uint_gt(all->count, 0);
    const size_t stride = all->count > most ? all->count / most : 1;
    for (size_t k = 0; k < all->count; k += stride) {
        char method[48] = "";
        const char *name = strstr(all->text[k], " --backend ");
        ck_assert_msg(name != NULL, "no method in: %s", all->text[k]);
        sscanf(name, " --backend %40s", method);
        run_as_it_stands(all->text[k], method);
    }
    for (size_t k = 0; k < all->count; ++k) free(all->text[k]);
    all->count = 0;
}

static void replay(const char *options, const char *results, int code) {
    shell("touchstone replay 'the queries.h5' --repetitions 0 --backend axes,exec-2,cubic --plugin " AXES
          ":s=0.25 --query-timeout 3 " PROGRAMS " --backend-option cubic.s=0.3 --round %s --json %s",
          options, results);
    ck_assert_msg(command_code == code, "exit code %d\n%s", command_code, command_err);
}

START_TEST(those_of_a_replay_run) {
    found all = {0};
    shell("touchstone dataset generate grazing --count 40 --seed 3 --out 'the queries.h5'");
    replay("--allow-unsafe", "r.json", 0);
    gather_lines(&all, command_out);
    run_some(&all, 8);
    cJSON *results = read_json("r.json");
    gather(&all, results);
    run_some(&all, 8);
    cJSON_Delete(results);
}
END_TEST

/* The results say where a method comes from: the page needs no --plugin for that. */
START_TEST(those_of_the_page_run) {
    found all = {0};
    size_t length;
    shell("touchstone dataset generate grazing --count 12 --seed 3 --out 'the queries.h5'");
    replay("--allow-unsafe", "r.json", 0);
    for (int named = 0; named < 2; ++named) {
        shell("touchstone report r.json --no-plots --replace --out page %s",
              named ? "--plugin " AXES " " PROGRAMS : "");
        ck_assert_int_eq(command_code, 0);
        char *text = read_bytes(scratch("page/index.html"), &length);
        for (const char *at = text; (at = strstr(at, "\"command\":\"touchstone show ")) != NULL; ++at) {
            cJSON *value = cJSON_ParseWithOpts(at + strlen("\"command\":"), NULL, false);
            gather(&all, value);
            cJSON_Delete(value);
        }
        free(text);
        run_some(&all, 4);
    }
}
END_TEST

START_TEST(those_of_a_comparison_run) {
    found all = {0};
    size_t length;
    shell("touchstone dataset generate grazing --count 40 --seed 3 --out 'the queries.h5'");
    replay("--allow-unsafe", "old.json", 0);
    shell("touchstone replay 'the queries.h5' --repetitions 0 --backend axes,exec-2,cubic --plugin " AXES
          " --plugin-exec true --plugin-exec 'while read -r kind rest; do test \"$kind\" = block || echo free; done' "
          "--round --allow-unsafe --json new.json");
    ck_assert_int_eq(command_code, 0);
    shell("touchstone compare old.json new.json --answers-only --junit junit.xml");
    ck_assert_int_eq(command_code, 1);
    gather_lines(&all, command_out);
    run_some(&all, 8);
    char *junit = read_bytes(scratch("junit.xml"), &length);
    gather_lines(&all, junit);
    free(junit);
    run_some(&all, 8);
}
END_TEST

/* A method that says hit 0 ends a run of the solver at once. */
START_TEST(those_of_a_simulation_run) {
    found all = {0};
    shell("touchstone simulate drape --size tiny --steps 2 --ccd exec-2 " PROGRAMS " --out 'a run' --json s.json");
    expect(1, "the query at fault: touchstone show ", "");
    gather_lines(&all, command_out);
    run_some(&all, 1);
    shell("touchstone report s.json --no-plots --out page");
    expect(0, "", "");
    shell("grep -o '\"command\":\"touchstone show [^\"]*' page/index.html | sed 's/^\"command\":\"//'");
    expect(0, "exec-2", "");
}
END_TEST

START_TEST(those_of_a_table_run) {
    found all = {0};
    shell("touchstone table --size tiny --scenes stack-1mm --backends accd,exec-2 " PROGRAMS
          " --steps 1 --queries 0 --sample 0 --jobs 1 --out table --json t.json");
    gather_lines(&all, command_out);
    run_some(&all, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shown commands");
    TCase *tests = tcase_create("shown commands");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, those_of_a_replay_run);
    tcase_add_test(tests, those_of_the_page_run);
    tcase_add_test(tests, those_of_a_comparison_run);
    tcase_add_test(tests, those_of_a_simulation_run);
    tcase_add_test(tests, those_of_a_table_run);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
