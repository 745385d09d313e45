/* SPDX-License-Identifier: GPL-2.0-or-later
 * What is told of an option. Defaults are read from where parsing would put values, names from the choices. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "core/suggest.h"

static void append(char text[TS_HELP_TEXT], const char *words, size_t length) {
    const size_t used = strlen(text);
    snprintf(text + used, TS_HELP_TEXT - used, "%.*s", (int)length, words);
}

static void append_names(const ts_argument *argument, const char *separator, char text[TS_HELP_TEXT]) {
    const size_t used = strlen(text);
    const bool words = argument->type == TS_ARGUMENT_WORDS;
    const char *const *names = words ? argument->to.words.names : argument->to.choice.names;
    const size_t count = words ? argument->to.words.count : argument->to.choice.count;
    ts_join_names(names, count, separator, text + used, TS_HELP_TEXT - used);
}

static void append_words(const ts_argument *argument, char text[TS_HELP_TEXT]) {
    const unsigned set = *argument->to.words.set & ~TS_WORDS_GIVEN;
    if (set == 0) append(text, TS_NO_WORDS, strlen(TS_NO_WORDS));
    for (size_t w = 0, told = 0; w < argument->to.words.count; ++w) {
        if (!(set >> w & 1u)) continue;
        if (told++ > 0) append(text, ",", 1);
        append(text, argument->to.words.names[w], strlen(argument->to.words.names[w]));
    }
}

static void append_default(const ts_argument *argument, char text[TS_HELP_TEXT]) {
    char number[40] = "";
    const char *words = number;
    switch (argument->type) {
    case TS_ARGUMENT_CHOICE: words = argument->to.choice.names[*argument->to.choice.index]; break;
    case TS_ARGUMENT_STRING: words = *argument->to.string ? *argument->to.string : "none"; break;
    case TS_ARGUMENT_REAL: snprintf(number, sizeof number, "%g", *argument->to.real.value); break;
    case TS_ARGUMENT_INTEGER: snprintf(number, sizeof number, "%" PRIu64, *argument->to.integer.value); break;
    case TS_ARGUMENT_WORDS: append_words(argument, text); break;
    case TS_ARGUMENT_FLAG:
    case TS_ARGUMENT_LIST:
    case TS_ARGUMENT_TEXTS: break;
    }
    append(text, words, strlen(words));
}

void ts_argument_help(const ts_argument *argument, char text[TS_HELP_TEXT]) {
    *text = '\0';
    for (const char *rest = argument->help; *rest;) {
        const size_t length = strcspn(rest, "{");
        append(text, rest, length);
        rest += length;
        if (strncmp(rest, TS_HELP_DEFAULT, strlen(TS_HELP_DEFAULT)) == 0) {
            append_default(argument, text);
            rest += strlen(TS_HELP_DEFAULT);
        } else if (strncmp(rest, TS_HELP_NAMES, strlen(TS_HELP_NAMES)) == 0) {
            append_names(argument, ", ", text);
            rest += strlen(TS_HELP_NAMES);
        } else if (*rest) {
            append(text, rest++, 1);
        }
    }
}

void ts_argument_value(const ts_argument *argument, char text[TS_HELP_TEXT]) {
    *text = '\0';
    if (argument->metavar)
        append(text, argument->metavar, strlen(argument->metavar));
    else if (argument->type == TS_ARGUMENT_CHOICE)
        append_names(argument, "|", text);
}
