/* SPDX-License-Identifier: GPL-2.0-or-later
 * Parsing the options of a subcommand by its table. */
#include "cli/arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complete.h"
#include "cli/man.h"
#include "cli/number.h"
#include "core/error.h"
#include "core/suggest.h"

enum { MAX_ARGUMENTS = 64 };

static bool is_word(const char *word, const char *text, size_t length) {
    return strlen(word) == length && strncmp(word, text, length) == 0;
}

const ts_argument *ts_argument_find(const ts_syntax *syntax, const char *name, size_t length) {
    for (size_t i = 0; i < syntax->argument_count; ++i) {
        if (is_word(syntax->arguments[i].name, name, length)) return &syntax->arguments[i];
    }
    return NULL;
}

/* Among the options and --help: the one whose name is nearest to the first `length` characters of `name`. */
static const char *nearest_option(const ts_syntax *syntax, const char *name, size_t length) {
    const char *names[MAX_ARGUMENTS + 1];
    size_t count = 0;
    for (size_t i = 0; i < syntax->argument_count && count < MAX_ARGUMENTS; ++i) {
        names[count++] = syntax->arguments[i].name;
    }
    names[count++] = "help";
    char given[64];
    snprintf(given, sizeof given, "%.*s", (int)(length < 60 ? length : 60), name);
    return ts_nearest_name(given, names, count);
}

static ts_status fail_unknown(const ts_syntax *syntax, const char *name, size_t length, ts_error *error) {
    if (is_word("help", name, length)) {
        return ts_fail(error, TS_ERROR_USAGE, "--help takes no value, found '%.60s'", name + length);
    }
    return ts_fail(error, TS_ERROR_USAGE, "unknown option --%.*s; the nearest is --%s (see '%s --help')",
                   (int)(length < 60 ? length : 60), name, nearest_option(syntax, name, length), syntax->command);
}

static ts_status add_items(const ts_argument *argument, const char *text, ts_error *error) {
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (length == 0) {
            return ts_fail(error, TS_ERROR_USAGE, "--%s: an empty name in the list; expected %s", argument->name,
                           argument->metavar);
        }
        const ts_status status = ts_text_list_add(argument->to.list, text, length, error);
        if (status != TS_OK) return status;
        if (!text[length]) return TS_OK;
        text += length + 1;
    }
}

static ts_status set_choice(const ts_argument *argument, const char *text, ts_error *error) {
    const size_t count = argument->to.choice.count;
    const char *const *names = argument->to.choice.names;
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(text, names[i]) == 0) {
            *argument->to.choice.index = (int)i;
            return TS_OK;
        }
    }
    char known[256];
    ts_join_names(names, count, ", ", known, sizeof known);
    return ts_fail(error, TS_ERROR_USAGE, "--%s %s: expected one of %s; the nearest is %s", argument->name, text, known,
                   ts_nearest_name(text, names, count));
}

static ts_status fail_word(const ts_argument *argument, const char *text, size_t length, ts_error *error) {
    char known[256], word[64];
    ts_join_names(argument->to.words.names, argument->to.words.count, ", ", known, sizeof known);
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), text);
    return ts_fail(error, TS_ERROR_USAGE, "--%s %s: expected some of %s, or " TS_NO_WORDS "; the nearest is %s",
                   argument->name, word, known,
                   ts_nearest_name(word, argument->to.words.names, argument->to.words.count));
}

static ts_status add_words(const ts_argument *argument, const char *text, ts_error *error) {
    unsigned set = *argument->to.words.set & TS_WORDS_GIVEN ? *argument->to.words.set : TS_WORDS_GIVEN;
    for (bool more = true; more;) {
        const size_t length = strcspn(text, ",");
        size_t w = 0;
        while (w < argument->to.words.count && !is_word(argument->to.words.names[w], text, length)) ++w;
        if (w < argument->to.words.count)
            set |= 1u << w;
        else if (is_word(TS_NO_WORDS, text, length))
            set = TS_WORDS_GIVEN;
        else
            return fail_word(argument, text, length, error);
        more = text[length] != '\0';
        text += length + more;
    }
    *argument->to.words.set = set;
    return TS_OK;
}

static ts_status set_real(const ts_argument *argument, const char *text, ts_error *error) {
    double value = 0.0;
    const ts_number number = ts_number_read(text, &value);
    const double least = argument->to.real.least, most = argument->to.real.most;
    const bool low_enough = argument->to.real.above_least ? value > least : value >= least;
    if (number != TS_NUMBER_FINE || !low_enough || value > most) {
        const char *why = ts_number_why(number);
        if (isinf(most)) {
            return ts_fail(error, TS_ERROR_USAGE, "--%s %s: expected a finite number %s %g%s", argument->name, text,
                           argument->to.real.above_least ? ">" : ">=", least, why);
        }
        return ts_fail(error, TS_ERROR_USAGE, "--%s %s: expected a number in %s%g, %g]%s", argument->name, text,
                       argument->to.real.above_least ? "(" : "[", least, most, why);
    }
    *argument->to.real.value = value;
    return TS_OK;
}

static ts_status set_integer(const ts_argument *argument, const char *text, ts_error *error) {
    char *end;
    errno = 0;
    const uint64_t value = strtoull(text, &end, 10);
    const uint64_t least = argument->to.integer.least, most = argument->to.integer.most;
    /* strtoull accepts signs and blanks; a count has neither. */
    const bool is_number = text[0] >= '0' && text[0] <= '9' && !*end && errno == 0;
    if (!is_number || value < least || value > most) {
        return ts_fail(error, TS_ERROR_USAGE, "--%s %s: expected a whole number from %" PRIu64 " to %" PRIu64,
                       argument->name, text, least, most);
    }
    *argument->to.integer.value = value;
    return TS_OK;
}

static ts_status set_value(const ts_argument *argument, const char *text, ts_error *error) {
    switch (argument->type) {
    case TS_ARGUMENT_FLAG: *argument->to.flag = true; return TS_OK;
    case TS_ARGUMENT_STRING: *argument->to.string = text; return TS_OK;
    case TS_ARGUMENT_LIST: return add_items(argument, text, error);
    case TS_ARGUMENT_TEXTS: return ts_text_list_add(argument->to.list, text, strlen(text), error);
    case TS_ARGUMENT_CHOICE: return set_choice(argument, text, error);
    case TS_ARGUMENT_WORDS: return add_words(argument, text, error);
    case TS_ARGUMENT_REAL: return set_real(argument, text, error);
    case TS_ARGUMENT_INTEGER: return set_integer(argument, text, error);
    }
    return ts_fail(error, TS_ERROR_INTERNAL, "--%s has a type without a parser; please report it", argument->name);
}

/* After an option that takes a value: "--replace", or "--replac", is no value. Joined by '=' it is one all the same. */
static bool looks_like_option(const char *text) {
    return strncmp(text, "--", 2) == 0;
}

/* word: what stands where the value should, or NULL. */
static ts_status fail_value(const ts_syntax *syntax, const ts_argument *argument, const char *word, ts_error *error) {
    char expected[TS_HELP_TEXT];
    ts_argument_value(argument, expected);
    if (!word || !looks_like_option(word)) {
        return ts_fail(error, TS_ERROR_USAGE, "--%s needs a value: --%s %s", argument->name, argument->name, expected);
    }
    char reading[96] = "an option";
    const size_t length = strcspn(word + 2, "=");
    if (!word[2])
        snprintf(reading, sizeof reading, "the end of the options");
    else if (!ts_argument_find(syntax, word + 2, length))
        snprintf(reading, sizeof reading, "an option, of which the nearest is --%s",
                 nearest_option(syntax, word + 2, length));
    return ts_fail(error, TS_ERROR_USAGE,
                   "--%s needs a value: --%s %s; '%.60s' is read as %s; as a value it is written --%s=%.60s",
                   argument->name, argument->name, expected, word, reading, argument->name, word);
}

/* The options of a command that were given: bit i for the one that stands there in its table. */
typedef uint64_t given_options;

/* The option that argv[*i] names, with its value; *i moves past a value that stands apart. */
static ts_status take_option(const ts_syntax *syntax, int argc, char **argv, int *i, given_options *given,
                             ts_error *error) {
    const char *name = argv[*i] + 2;
    const char *equals = strchr(name, '=');
    const size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const ts_argument *argument = ts_argument_find(syntax, name, length);
    if (!argument) return fail_unknown(syntax, name, length, error);
    *given |= (given_options)1 << (argument - syntax->arguments);
    if (argument->type == TS_ARGUMENT_FLAG) {
        if (equals) return ts_fail(error, TS_ERROR_USAGE, "--%s takes no value, found '%s'", argument->name, equals);
        return set_value(argument, NULL, error);
    }
    const char *value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (!value || !*value || (!equals && looks_like_option(value))) return fail_value(syntax, argument, value, error);
    return set_value(argument, value, error);
}

/* ---- Help ---- */

enum { HELP_COLUMN = 30, HELP_WIDTH = 96 };

/* Prints words from HELP_COLUMN on, later lines indented to HELP_COLUMN. */
static void print_wrapped(const char *text) {
    int column = HELP_COLUMN;
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (column > HELP_COLUMN && column + 1 + length > HELP_WIDTH) {
            printf("\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        }
        printf("%s%.*s", column > HELP_COLUMN ? " " : "", length, text);
        column += length + (column > HELP_COLUMN);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_argument(const char *name, const char *value, const char *help) {
    const int width = printf("  --%s%s%s", name, *value ? " " : "", value);
    if (width + 2 > HELP_COLUMN) {
        printf("\n%*s", HELP_COLUMN, "");
    } else {
        printf("%*s", HELP_COLUMN - width, "");
    }
    print_wrapped(help);
}

static void print_help(const ts_syntax *syntax) {
    printf("Usage: %s%s%s [options]\n\n%s\n\nOptions:\n", syntax->command, *syntax->operands ? " " : "",
           syntax->operands, syntax->about);
    for (size_t i = 0; i < syntax->argument_count; ++i) {
        char value[TS_HELP_TEXT], help[TS_HELP_TEXT];
        ts_argument_value(&syntax->arguments[i], value);
        ts_argument_help(&syntax->arguments[i], help);
        print_argument(syntax->arguments[i].name, value, help);
    }
    print_argument("help", "", "print this");
    if (syntax->examples) printf("\nExamples:\n%s\n", syntax->examples);
}

/* ---- A command line ---- */

static bool is_given(const ts_syntax *syntax, given_options given, const char *name) {
    const ts_argument *found = ts_argument_find(syntax, name, strlen(name));
    return found && given >> (found - syntax->arguments) & 1u;
}

static ts_status fail_needs(const ts_syntax *syntax, const ts_argument *argument, ts_error *error) {
    const ts_argument *needed = ts_argument_find(syntax, argument->needs, strlen(argument->needs));
    char value[TS_HELP_TEXT] = "";
    if (needed) ts_argument_value(needed, value);
    return ts_fail(error, TS_ERROR_USAGE, "--%s needs --%s%s%s; without it, it would do nothing", argument->name,
                   argument->needs, *value ? " " : "", value);
}

/* An option that would do nothing is not passed over. */
static ts_status check_together(const ts_syntax *syntax, given_options given, ts_error *error) {
    for (size_t i = 0; i < syntax->argument_count; ++i) {
        const ts_argument *argument = &syntax->arguments[i];
        if (!(given >> i & 1u)) continue;
        if (argument->needs && !is_given(syntax, given, argument->needs)) return fail_needs(syntax, argument, error);
        if (argument->idle && is_given(syntax, given, argument->idle)) {
            return ts_fail(error, TS_ERROR_USAGE, "--%s does nothing beside --%s; leave one of them out",
                           argument->name, argument->idle);
        }
    }
    return TS_OK;
}

static bool asks_for_help(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

/* Tells the syntax in the way that is asked for, if any is. */
static bool tell_syntax(const ts_syntax *syntax, int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], TS_ASK_MAN) == 0) {
        ts_man_print_section(syntax);
    } else if (argc > 1 && strcmp(argv[1], TS_ASK_COMPLETE) == 0) {
        ts_complete(syntax, argc - 2, argv + 2);
    } else if (asks_for_help(argc, argv)) {
        print_help(syntax);
    } else {
        return false;
    }
    return true;
}

static ts_status check_operand_count(const ts_syntax *syntax, const ts_text_list *operands, ts_error *error) {
    if (operands->count < syntax->least_operands) {
        return ts_fail(error, TS_ERROR_USAGE, "expected %s, found %zu of them; usage: %s %s (see '%s --help')",
                       syntax->operands, operands->count, syntax->command, syntax->operands, syntax->command);
    }
    if (operands->count > syntax->most_operands) {
        return ts_fail(error, TS_ERROR_USAGE, "unexpected argument '%s'; usage: %s %s (see '%s --help')",
                       operands->items[syntax->most_operands], syntax->command, syntax->operands, syntax->command);
    }
    return TS_OK;
}

ts_status ts_arguments_parse(const ts_syntax *syntax, int argc, char **argv, ts_text_list *operands, bool *help,
                             ts_error *error) {
    *help = tell_syntax(syntax, argc, argv);
    if (*help) return TS_OK;
    if (syntax->argument_count > 8 * sizeof(given_options)) {
        return ts_fail(error, TS_ERROR_INTERNAL, "%s has more options than fit a word; please report it",
                       syntax->command);
    }
    given_options given = 0;
    bool only_operands = false;
    for (int i = 1; i < argc; ++i) {
        ts_status status = TS_OK;
        if (!only_operands && strcmp(argv[i], "--") == 0) {
            only_operands = true;
        } else if (!only_operands && strncmp(argv[i], "--", 2) == 0) {
            status = take_option(syntax, argc, argv, &i, &given, error);
        } else if (!only_operands && argv[i][0] == '-' && argv[i][1]) {
            status = ts_fail(error, TS_ERROR_USAGE, "unknown option %s; options have long names, see '%s --help'",
                             argv[i], syntax->command);
        } else {
            status = ts_text_list_add(operands, argv[i], strlen(argv[i]), error);
        }
        if (status != TS_OK) return status;
    }
    const ts_status status = check_operand_count(syntax, operands, error);
    return status == TS_OK ? check_together(syntax, given, error) : status;
}
