/* SPDX-License-Identifier: GPL-2.0-or-later
 * Candidates for the word under the cursor, by a subcommand's table. */
#include "cli/complete.h"

#include <stdio.h>
#include <string.h>

#include "cipc/terms.h"
#include "cli/plugins.h"
#include "cli/scenes/find_scene.h"
#include "core/say.h"
#include "reports/plots/sheet.h"
#include "results/ndb/table.h"
#include "scenes/solver.h"
#include <touchstone/ccd.h>
#include <touchstone/dataset.h>
#include <touchstone/term.h>

/* The word under the cursor: what stands before the part to be completed ("--size=", "accd,") and that part. */
typedef struct typed_word {
    const char *text;
    int lead; /* characters of the text before the part */
} typed_word;

/* Is it in the list already, before the part to be completed? */
static bool is_named(const typed_word *word, const char *candidate) {
    const size_t length = strlen(candidate);
    const char *item = word->text;
    while (item < word->text + word->lead) {
        const size_t here = strcspn(item, "=,");
        if (here == length && item[here] == ',' && strncmp(item, candidate, length) == 0) return true;
        item += here + 1;
    }
    return false;
}

static void offer(const typed_word *word, const char *candidate, const char *meaning) {
    const char *part = word->text + word->lead;
    if (strncmp(candidate, part, strlen(part)) != 0 || is_named(word, candidate)) return;
    if (meaning)
        ts_say(stdout, "%.*s%s\t%s\n", word->lead, word->text, candidate, meaning);
    else
        ts_say(stdout, "%.*s%s\n", word->lead, word->text, candidate);
}

void ts_complete_offer(const char *typed, const char *word, const char *meaning) {
    offer(&(typed_word){.text = typed}, word, meaning);
}

/* ---- Names ---- */

static void offer_backends(const typed_word *word) {
    ts_plugin_list none = {0};
    ts_text_list settings = {0};
    ts_error error;
    if (ts_backends_register(&none, &settings, &error) != TS_OK) return;
    for (size_t i = 0; i < ts_ccd_backend_count(); ++i) {
        offer(word, ts_ccd_backend_at(i)->name, ts_ccd_backend_at(i)->summary);
    }
}

static void offer_scenes(const typed_word *word) {
    ts_text_list names = {0};
    ts_error error;
    if (ts_scene_names(&names, &error) == TS_OK) {
        for (size_t i = 0; i < names.count; ++i) offer(word, names.items[i], NULL);
    }
    ts_text_list_clear(&names);
}

/* "all" of them stands alone. */
static void offer_families(const typed_word *word, bool is_first) {
    if (strncmp(word->text, "all,", 4) == 0) return;
    if (is_first && word->lead == 0) offer(word, "all", "each of them");
    for (size_t i = 0; i < ts_family_count(); ++i) offer(word, ts_family_at(i)->name, ts_family_at(i)->stresses);
}

static void offer_parts(const typed_word *word) {
    for (size_t i = 0; i < TS_NDB_PARTS; ++i) offer(word, TS_NDB_PART_NAMES[i], NULL);
}

static void offer_formats(const typed_word *word) {
    for (size_t i = 0; i < TS_PLOT_FORMATS; ++i) offer(word, TS_PLOT_FORMAT_NAMES[i], NULL);
}

static void offer_terms(const typed_word *word) {
    for (size_t i = 0; i < ts_solver_term_count(); ++i) offer(word, ts_solver_term_at(i)->name, NULL);
}

static void offer_solvers(const typed_word *word) {
    for (size_t i = 0; i < ts_solver_count(); ++i) offer(word, ts_solver_at(i)->name, ts_solver_at(i)->summary);
}

/* The options whose values are names that the library knows. */
static const struct {
    const char *option;
    void (*offer)(const typed_word *word);
} NAMED[] = {
    {"backend", offer_backends},     {"backends", offer_backends}, {"ccd", offer_backends}, {"against", offer_backends},
    {"relative-to", offer_backends}, {"scenes", offer_scenes},     {"term", offer_terms},   {"solver", offer_solvers},
    {"parts", offer_parts},          {"format", offer_formats},
};

/* ---- Words ---- */

static typed_word last_of_list(typed_word word) {
    const char *comma = strrchr(word.text + word.lead, ',');
    return comma ? (typed_word){word.text, (int)(comma + 1 - word.text)} : word;
}

static void offer_values(const ts_argument *argument, typed_word word) {
    if (argument->type == TS_ARGUMENT_CHOICE) {
        for (size_t i = 0; i < argument->to.choice.count; ++i) offer(&word, argument->to.choice.names[i], NULL);
        return;
    }
    if (argument->type == TS_ARGUMENT_LIST || argument->type == TS_ARGUMENT_WORDS) word = last_of_list(word);
    if (argument->type == TS_ARGUMENT_WORDS) {
        for (size_t i = 0; i < argument->to.words.count; ++i) offer(&word, argument->to.words.names[i], NULL);
        offer(&word, TS_NO_WORDS, NULL);
        return;
    }
    for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; ++i) {
        if (strcmp(argument->name, NAMED[i].option) == 0) NAMED[i].offer(&word);
    }
    if (strstr(argument->metavar, "FILE") || strstr(argument->metavar, "DIR") || strstr(argument->metavar, "PATH")) {
        puts(TS_COMPLETE_FILES);
    }
}

static void offer_options(const ts_syntax *syntax, const char *typed) {
    char name[64], help[TS_HELP_TEXT];
    for (size_t i = 0; i < syntax->argument_count; ++i) {
        snprintf(name, sizeof name, "--%s", syntax->arguments[i].name);
        ts_argument_help(&syntax->arguments[i], help);
        ts_complete_offer(typed, name, help);
    }
    ts_complete_offer(typed, "--help", "explain the command");
}

/* Operands as the usage writes them: "backends|datasets" names all there are; what is in capitals stands for others. */
static void offer_operands(const char *operands, const char *typed, bool is_first) {
    const typed_word whole = {.text = typed}, last = last_of_list(whole);
    if (!*operands) return;
    if (strstr(operands, "FAMILY")) {
        offer_families(&last, is_first);
    } else if (strchr(operands, '|') && !strpbrk(operands, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
        char names[256];
        snprintf(names, sizeof names, "%s", operands);
        for (char *rest = names, *name; (name = strtok_r(rest, "|", &rest));) offer(&whole, name, NULL);
    } else {
        if (strstr(operands, "SCENE")) offer_scenes(&whole);
        puts(TS_COMPLETE_FILES);
    }
}

/* Shells that end words at '=' (bash) give "--size", "=", "tiny" for --size=tiny, and "accd.s", "=", "0.2" for what is
 * one word. Of such a word the beginning is kept; *within: the cursor is behind its '='. */
static int drop_equals(int count, char **words, bool *within) {
    int kept = 0;
    *within = false;
    for (int i = 0; i < count; ++i) {
        if (strcmp(words[i], "=") != 0 || kept == 0) {
            words[kept++] = words[i];
        } else if (strncmp(words[kept - 1], "--", 2) != 0) {
            ++i;
            *within = i >= count - 1;
        }
    }
    return kept;
}

/* The option that a word of that length names, if one with a value. */
static const ts_argument *option_with_value(const ts_syntax *syntax, const char *word, size_t length) {
    const bool names = strncmp(word, "--", 2) == 0;
    const ts_argument *argument = names ? ts_argument_find(syntax, word + 2, length - 2) : NULL;
    return argument && argument->type != TS_ARGUMENT_FLAG ? argument : NULL;
}

/* What the words before the cursor come to. */
typedef struct standing {
    const ts_argument *option; /* waits for its value, or NULL */
    size_t operands;
    bool only_operands; /* behind "--" */
} standing;

static standing read_words(const ts_syntax *syntax, int count, char **words) {
    standing at = {.option = NULL};
    for (int i = 0; i < count; ++i) {
        if (at.option) {
            at.option = NULL;
        } else if (!at.only_operands && strcmp(words[i], "--") == 0) {
            at.only_operands = true;
        } else if (!at.only_operands && strncmp(words[i], "--", 2) == 0) {
            at.option = option_with_value(syntax, words[i], strlen(words[i]));
        } else {
            ++at.operands;
        }
    }
    return at;
}

void ts_complete(const ts_syntax *syntax, int count, char **words) {
    char nothing[] = "";
    bool within;
    const bool at_equals = count > 0 && strcmp(words[count - 1], "=") == 0;
    count = drop_equals(count, words, &within);
    if (within) return; /* what stands behind the '=' of a setting is nobody's name */
    const char *typed = count > 0 && !at_equals ? words[count - 1] : nothing;
    const standing at = read_words(syntax, at_equals || count == 0 ? count : count - 1, words);
    const char *equals = strchr(typed, '=');
    const ts_argument *joined = equals ? option_with_value(syntax, typed, (size_t)(equals - typed)) : NULL;
    if (at.option) {
        offer_values(at.option, (typed_word){.text = typed});
    } else if (joined && !at.only_operands) {
        offer_values(joined, (typed_word){typed, (int)(equals + 1 - typed)});
    } else if (*typed == '-' && !at.only_operands) {
        offer_options(syntax, typed);
    } else if (at.operands < syntax->most_operands) {
        offer_operands(syntax->operands, typed, at.operands == 0);
    }
}
