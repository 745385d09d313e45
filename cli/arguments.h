/* SPDX-License-Identifier: GPL-2.0-or-later
 * A subcommand's options as a table: parsing, checking and `--help` all come from it. */
#ifndef TS_CLI_ARGUMENTS_H
#define TS_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "core/text_list.h"

typedef enum ts_argument_type {
    TS_ARGUMENT_FLAG = 0, /* no value */
    TS_ARGUMENT_STRING,   /* the last one given counts */
    TS_ARGUMENT_LIST,     /* values separated by commas; repeated options add up */
    TS_ARGUMENT_TEXTS,    /* repeated options add up; commas are part of the value */
    TS_ARGUMENT_CHOICE,   /* one of a few names */
    TS_ARGUMENT_WORDS,    /* some of a few names, with commas; repeated options add up, "none" takes off those before */
    TS_ARGUMENT_REAL,
    TS_ARGUMENT_INTEGER
} ts_argument_type;

/* In a set of words: it is no default any more. */
#define TS_WORDS_GIVEN (1u << 31)
#define TS_NO_WORDS "none"

/* One option. `to` says where its value goes; what stands there before parsing is the default. */
typedef struct ts_argument {
    const char *name; /* without the leading "--" */
    ts_argument_type type;
    const char *metavar; /* "N", "FILE"; NULL for flags, and for choices that are told in full: "exact|label|none" */
    const char *help;    /* a phrase, with the two words below */
    union {
        bool *flag;
        const char **string; /* borrowed from argv */
        ts_text_list *list;
        struct {
            int *index; /* into names */
            const char *const *names;
            size_t count;
        } choice;
        struct {
            unsigned *set; /* bit i for names[i]; the first option given takes the place of the default */
            const char *const *names;
            size_t count; /* at most 31 */
        } words;
        struct {
            double *value;
            double least, most;
            bool above_least; /* `least` itself is not allowed */
        } real;
        struct {
            uint64_t *value;
            uint64_t least, most;
        } integer;
    } to;
    const char *needs; /* another option, without which this one says nothing: refused then; or NULL */
    const char *idle;  /* another option, beside which this one does nothing: refused then; or NULL */
} ts_argument;

/* What `touchstone NAME` accepts. */
typedef struct ts_syntax {
    const char *command;   /* "touchstone dataset info" */
    const char *operands;  /* "PATH...", or "" when there are none */
    const char *about;     /* a paragraph or two */
    const char *examples;  /* one a line, without the prompt; or NULL */
    size_t least_operands; /* fewer is a usage error */
    size_t most_operands;  /* SIZE_MAX: any number */
    const ts_argument *arguments;
    size_t argument_count;
} ts_syntax;

/* In a help text: the default, and the names of a choice. */
#define TS_HELP_DEFAULT "{default}"
#define TS_HELP_NAMES "{names}"

/* The digits of a number that a macro names, for a default that no single variable holds. */
#define TS_IN_TEXT(number) TS_IN_TEXT_OF(number)
#define TS_IN_TEXT_OF(number) #number

enum { TS_HELP_TEXT = 512 };

/* The help text as it is told, before parsing. */
void ts_argument_help(const ts_argument *argument, char text[TS_HELP_TEXT]);
/* What stands for the option's value; "" for flags. */
void ts_argument_value(const ts_argument *argument, char text[TS_HELP_TEXT]);

/* The option whose name is the first `length` characters of `name`; NULL when there is none. */
const ts_argument *ts_argument_find(const ts_syntax *syntax, const char *name, size_t length);

/* The first argument that asks for the syntax as a section of the manual page, or for what may stand next. */
#define TS_ASK_MAN "--man"
#define TS_ASK_COMPLETE "--complete"

/* argv[0] is the command's own name and skipped. Options and operands mix; what follows "--" is operands.
 * operands: an empty list, filled; the caller clears it (also after an error) with its LIST arguments.
 * With --help or -h among the arguments, or one of the words above as the first, the syntax is told on the standard
 * output, *help is set and nothing else is checked. */
ts_status ts_arguments_parse(const ts_syntax *syntax, int argc, char **argv, ts_text_list *operands, bool *help,
                             ts_error *error);

#endif
