/* SPDX-License-Identifier: MIT
 * Names and texts from outside that are more than names: nothing of them is run, and nothing of them reaches a
 * terminal, a file of a report or a script as anything but text. docs/threats.md. */
#include "tests/cli/command.h"
#include "tests/support.h"

#include <dirent.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

#define TEXTS TS_BINARY_DIR "/plugins/hostile_texts.so"

/* Each as the name of a file of queries. What would run leaves a file called RUN. */
static const char *const NAMES[] = {
    "a\nsystem(\"touch RUN\")\n#", /* a line of gnuplot */
    "\".system(\"touch RUN\").\"", /* the end of its string */
    "`touch RUN`",                 /* of gnuplot and of shells */
    "$(touch RUN)",                /* of shells */
    "'; touch RUN; '",             /* the end of their string */
    "|touch RUN;",                 /* a pipe, where a file is opened */
    "<touch RUN",                  /* the same */
    "\033[2J\033[31m",             /* wipes the screen */
    "\033]0;title\007",            /* renames the window */
    "\033P$q\"p\033\\",            /* makes the terminal type */
    "\302\23331m",                 /* a control character of two bytes */
    "\377\233",                    /* no UTF-8 */
    "\300\256\300\256",            /* not the shortest form */
    "\355\240\200",                /* half a pair */
    "\342\200\2565h.txt",          /* turns round what follows */
    "\342\200\250line",            /* parts lines elsewhere */
    "\ttab",
    "\rcarriage", /* writes over the line */
    "\b\b\177back",
    "=cmd|'calc'!A0", /* formulas of spreadsheets */
    "+1+1",
    "@SUM(A1)",
    "\357\274\2351+1",
    "<img src=x onerror=alert(1)>",
    "]]>&amp;\"'",
    "\\input{x}$^_~%#&",
    "[x](javascript:alert(1))| a |",
    "``code`` *b* _c_",
    "%s%n%1000000d",
    " blank ",
    "-e", /* an option */
};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

/* A file with a scene of each name. */
static void write_scenes(void) {
    char *scenes[NAME_COUNT];
    ts_query_note notes[NAME_COUNT];
    ts_ccd_query queries[NAME_COUNT];
    for (uint32_t n = 0; n < NAME_COUNT; ++n) {
        scenes[n] = strdup(NAMES[n]);
        notes[n] = (ts_query_note){.contact = -1, .truth_lo = NAN, .truth_hi = NAN, .scene = n, .step = 1};
        queries[n] = (ts_ccd_query){.kind = TS_POINT_POINT, .t_max = 1.0, .x1 = {{1.0}}};
    }
    const ts_query_meta meta = {.scenes = scenes, .scene_count = NAME_COUNT, .about = scenes[0]};
    const ts_query_chunk chunk = {.count = NAME_COUNT, .capacity = NAME_COUNT, .queries = queries, .notes = notes};
    ts_query_writer *writer;
    check_ok(ts_query_writer_create(scratch("scenes.h5"), TS_FORMAT_HDF5, false, &meta, &writer, error));
    check_ok(ts_query_writer_append(writer, &chunk, error));
    check_ok(ts_query_writer_finish(writer, error));
    for (int n = 0; n < NAME_COUNT; ++n) free(scenes[n]);
}

static void setup(void) {
    command_setup();
    setlocale(LC_CTYPE, "C.UTF-8");
    shell("touchstone dataset generate generic,grazing --count 8 --seed 3 --out q.h5");
    expect(0, "", "");
    size_t length;
    char *bytes = read_bytes(scratch("q.h5"), &length);
    for (int n = 0; n < NAME_COUNT; ++n) {
        write_bytes(scratch("names/%s.h5", NAMES[n]), bytes, length);
    }
    free(bytes);
}

/* Was anything run? */
static void check_nothing_ran(void) {
    ck_assert_int_ne(access(scratch("RUN"), F_OK), 0);
    ck_assert_int_ne(access(scratch("names/RUN"), F_OK), 0);
}

static void teardown(void) {
    check_nothing_ran();
    command_teardown();
}

/* ---- What is sent ---- */

static bool turns_or_parts(wchar_t c) {
    return c == 0x61c || (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* JSON and the pictures of gnuplot do. */
static bool may_have_tabs(const char *what, const char *text) {
    return strstr(what, ".svg") || strchr("[{", *text);
}

/* UTF-8 by the C library, and nothing but lines of text. */
static void check_text(const char *what, const char *text) {
    const char *const whole = text;
    mbstate_t state = {0};
    wchar_t c;
    for (size_t length; (length = mbrtowc(&c, text, 6, &state)) > 0; text += length) {
        ck_assert_msg(length < (size_t)-2, "%s: \"%.60s\" is not UTF-8", what, text);
        const bool blank = c == '\n' || (c == '\t' && may_have_tabs(what, whole));
        const bool sent = blank || !(iswcntrl((wint_t)c) || turns_or_parts(c));
        ck_assert_msg(sent, "%s: U+%04x is sent raw before \"%.60s\"", what, (unsigned)c, text + length);
    }
}

static char *check_file(const char *name) {
    size_t length;
    char *text = read_bytes(scratch("%s", name), &length);
    ck_assert_msg(strlen(text) == length, "%s has a byte 0", name);
    check_text(name, text);
    return text;
}

static void check_files(const char *const *names) {
    for (; *names; ++names) free(check_file(*names));
}

static void check_command(int code) {
    expect(code, "", "");
    check_text("the output", command_out);
    check_text("the messages", command_err);
}

/* One message of one line. */
static void check_message(void) {
    ck_assert_msg(command_code != 0 && command_code != 5, "exit code %d: %s%s", command_code, command_out, command_err);
    check_text("the output", command_out);
    check_text("the messages", command_err);
    const char *end = strchr(command_err, '\n');
    ck_assert_msg(strncmp(command_err, "touchstone: ", 12) == 0 && end && !end[1], "the message is '%s'", command_err);
}

static void check_cell(const char *name, const char *cell) {
    char *end;
    if (!*cell || !strchr("=+-@\t\r", *cell) || !cell[1]) return;
    strtod(cell, &end);
    ck_assert_msg(*end == '\0', "%s: '%s' is a formula", name, cell);
}

/* Reads a cell; returns what ends it. */
static char next_cell(const char **at, char *cell, size_t size) {
    const bool quoted = **at == '"';
    size_t length = 0;
    *at += quoted;
    for (; **at && (quoted || !strchr(",\n", **at)); ++*at) {
        if (quoted && **at == '"' && *++*at != '"') break;
        if (length + 1 < size) cell[length++] = **at;
    }
    cell[length] = '\0';
    return *(*at)++;
}

/* As many cells in every row as in the first, and no formula among them. */
static void check_csv(const char *name) {
    char *text = check_file(name), cell[512];
    int columns = 0, cells = 0;
    for (const char *at = text; *at;) {
        const char end = next_cell(&at, cell, sizeof cell);
        check_cell(name, cell);
        ++cells;
        if (end == ',') continue;
        ck_assert_msg(end == '\n' && (columns == 0 || cells == columns), "%s: a row of %d cells", name, cells);
        columns = cells;
        cells = 0;
    }
    free(text);
}

/* Every line of a table has as many bars as the one above. */
static void check_markdown(const char *name) {
    char *text = check_file(name);
    int above = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        int bars = 0;
        for (const char *c = line; *c; ++c) {
            if (*c == '\\')
                ++c;
            else
                bars += *c == '|';
        }
        if (*line != '|') above = 0;
        ck_assert_msg(above == 0 || *line != '|' || bars == above, "%s: %d bars in %s", name, bars, line);
        if (*line == '|') above = bars;
        ck_assert_msg(*line != '|' || !strstr(line, "](java") || strstr(line, "\\]("), "%s: a link in %s", name, line);
    }
    free(text);
}

/* ---- Reports ---- */

/* What begins with '-' can be named by "./" alone. */
#define REPLAY "cd names && touchstone replay [!-]*.h5 ./-*.h5 --repetitions 0 --limit 12 "

static void replay(void) {
    shell(REPLAY "--backend accd,texts --plugin %s --json ../r.json --csv ../r.csv --markdown ../r.md --latex ../r.tex "
                 "--per-query ../p.csv",
          TEXTS);
    check_command(0);
}

START_TEST(a_replay_names_them_as_text) {
    replay();
    check_files((const char *const[]){"r.json", "r.tex", NULL});
    check_csv("r.csv");
    check_csv("p.csv");
    check_markdown("r.md");
    cJSON *whole = read_json("r.json");
    const cJSON *sets = cJSON_GetObjectItem(whole, "data_sets"), *set;
    ck_assert_int_eq(cJSON_GetArraySize(sets), NAME_COUNT);
    int found = 0;
    cJSON_ArrayForEach(set, sets) {
        for (int n = 0; n < NAME_COUNT; ++n) {
            char name[128];
            snprintf(name, sizeof name, "%s.h5", NAMES[n]);
            found += strcmp(string_of(set, "path"), name) == 0;
        }
    }
    ck_assert_int_ge(found, NAME_COUNT - 4); /* JSON says all but "./-e" and what is no UTF-8 */
    cJSON_Delete(whole);
}
END_TEST

static void collect(const cJSON *json, FILE *out, int *count) {
    const cJSON *child;
    cJSON_ArrayForEach(child, json) {
        if (child->string && strcmp(child->string, "command") == 0 && cJSON_IsString(child)) {
            if (++*count % 5 > 0) continue; /* each data set has more */
            fprintf(out, "%s >shown || { echo 'wrong: %d'; exit 1; }\n", child->valuestring, *count);
        }
        collect(child, out, count);
    }
}

/* The commands that results give are run by their readers. */
START_TEST(commands_to_show_a_query_show_it) {
    int count = 0;
    shell(REPLAY "--backend accd,cubic --json ../r.json");
    check_command(command_code);
    cJSON *whole = read_json("r.json");
    FILE *out = fopen(scratch("commands.bash"), "w");
    collect(whole, out, &count);
    fclose(out);
    cJSON_Delete(whole);
    ck_assert_int_gt(count, 5 * NAME_COUNT);
    shell("command -v bash || exit 0; cd names; PATH='%s':$PATH bash ../commands.bash", TS_BINARY_DIR);
    expect(0, "", "");
}
END_TEST

/* At least so many files. */
static void check_folder(const char *path, int least) {
    DIR *folder = opendir(scratch("%s", path));
    const struct dirent *entry;
    int count = 0;
    ck_assert_ptr_nonnull(folder);
    while ((entry = readdir(folder))) {
        char name[300];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] == '.' || strstr(name, ".pdf") || strstr(name, ".png")) continue;
        char *text = check_file(name);
        ck_assert_msg(!strstr(name, ".svg") || !strstr(text, "<img"), "%s has markup of a name", name);
        free(text);
        ++count;
    }
    closedir(folder);
    ck_assert_int_ge(count, least);
}

START_TEST(pages_and_plots_show_them_as_text) {
    replay();
    shell("cd names && touchstone report ../r.json --out ../page --plugin %s", TEXTS);
    check_command(0);
    char *page = check_file("page/index.html");
    ck_assert_ptr_null(strstr(page, "<img src=x"));
    free(page);
    check_folder("page/plots", 4);
}
END_TEST

/* The road that ran commands: the file's name in a title. */
START_TEST(the_plot_of_a_query_runs_nothing) {
    for (int n = 0; n < NAME_COUNT; n += n < 8 ? 1 : 2) {
        setenv("NAME", NAMES[n], 1);
        shell("cd names && touchstone show \"./$NAME.h5\" 0 --backend accd --plot \"./$NAME.svg\"");
        check_command(0);
        ck_assert_ptr_nonnull(strstr(command_out, "Query 0 of ./"));
        check_nothing_ran();
        char plot[200];
        snprintf(plot, sizeof plot, "names/%s.svg", NAMES[n]);
        if (access(scratch("%s", plot), F_OK) != 0) strcat(plot, ".gp"); /* no gnuplot here */
        free(check_file(plot));
    }
}
END_TEST

START_TEST(comparisons_name_them_as_text) {
    shell(REPLAY "--backend accd,cubic --json ../a.json");
    shell(REPLAY "--backend cubic --json ../b.json");
    shell("touchstone compare a.json b.json --junit c.xml --markdown c.md");
    check_command(1);
    free(check_file("c.xml"));
    check_markdown("c.md");
    shell("command -v python3 || exit 0; python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse(\"c.xml\")'");
    expect(0, "", "");
}
END_TEST

/* ---- Scenes of data sets ---- */

START_TEST(scenes_are_named_as_text_and_kept) {
    write_scenes();
    shell("touchstone dataset info scenes.h5 && "
          "for n in 0 3 7 10 11 14; do touchstone show scenes.h5 $n --backend accd; done");
    check_command(0);
    shell("touchstone dataset convert scenes.h5 all --format csv && touchstone dataset convert all again.h5 && "
          "touchstone dataset info scenes.h5 --json >a.json && touchstone dataset info again.h5 --json >b.json");
    check_command(0);
    free(check_file("a.json"));
    cJSON *a = read_json("a.json"), *b = read_json("b.json");
    const cJSON *scenes = cJSON_GetObjectItem(cJSON_GetArrayItem(a, 0), "scenes");
    ck_assert_int_eq(cJSON_GetArraySize(scenes), NAME_COUNT);
    ck_assert(cJSON_Compare(scenes, cJSON_GetObjectItem(cJSON_GetArrayItem(b, 0), "scenes"), true));
    cJSON_Delete(a);
    cJSON_Delete(b);
}
END_TEST

/* ---- Messages ---- */

START_TEST(messages_are_one_line_of_text) {
    static const char *const commands[] = {
        "replay \"$NAME.no.h5\"",
        "show \"./$NAME.no.h5\" 0",
        "simulate \"./$NAME.no.json\"",
        "verify \"./$NAME.no.vtu\"",
        "report \"./$NAME.no.json\"",
        "replay q.h5 --backend \"$NAME\"",
        "replay q.h5 --plugin \"./$NAME\"",
        "replay q.h5 --limit \" $NAME\"",
        "replay q.h5 --csv \"no/$NAME\"",
        "barrier --term \"$NAME\"",
        "x\"$NAME\"",
        "replay q.h5 \"--x$NAME\"",
        "simulate scene.json",
    };
    for (int n = 0; n < NAME_COUNT; ++n) {
        cJSON *scene = cJSON_CreateObject();
        cJSON_AddStringToObject(scene, NAMES[n], NAMES[n]);
        char *text = cJSON_Print(scene);
        write_file(scratch("scene.json"), text);
        free(text);
        cJSON_Delete(scene);
        setenv("NAME", NAMES[n], 1);
        for (size_t c = (size_t)n % 5; c < sizeof commands / sizeof *commands; c += 5) { /* all take long */
            if (NAMES[n][0] == '-' && commands[c][8] != '.') continue;                   /* an option indeed */
            shell("touchstone %s", commands[c]);
            check_message();
        }
    }
}
END_TEST

/* ---- What plug-ins say of themselves ---- */

START_TEST(texts_of_plug_ins_are_text) {
    static const char *const commands[] = {
        "list backends --plugin " TEXTS,
        "list backends --json --plugin " TEXTS,
        "barrier --term texts --at 0.5,1 --plugin " TEXTS,
        "barrier --term texts --samples 8 --json b.json --plot plots --plugin " TEXTS,
        "replay q.h5 --backend texts --backend-option texts.no=1 --plugin " TEXTS,
        "replay q.h5 --backend texts --repetitions 0 --json r.json --plugin " TEXTS,
    };
    for (size_t c = 0; c < sizeof commands / sizeof *commands; ++c) {
        shell("touchstone %s", commands[c]);
        ck_assert_int_le(command_code, 2);
        check_command(command_code);
    }
    check_files((const char *const[]){"b.json", "r.json", NULL});
    check_folder("plots", 0);
    shell("touchstone list backends --plugin %s", TS_BINARY_DIR "/plugins/hostile_bad_option.so");
    check_message();
    expect(2, "", "is no name for an option");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("names");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, a_replay_names_them_as_text);
    tcase_add_test(cases, commands_to_show_a_query_show_it);
    tcase_add_test(cases, pages_and_plots_show_them_as_text);
    tcase_add_test(cases, the_plot_of_a_query_runs_nothing);
    tcase_add_test(cases, comparisons_name_them_as_text);
    tcase_add_test(cases, scenes_are_named_as_text_and_kept);
    tcase_add_test(cases, messages_are_one_line_of_text);
    tcase_add_test(cases, texts_of_plug_ins_are_text);
    Suite *suite = suite_create("hostile names");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
