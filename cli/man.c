/* SPDX-License-Identifier: GPL-2.0-or-later
 * The manual page: what `--help` prints, in roff. */
#include "cli/man.h"

#include <stdio.h>
#include <string.h>

#include <touchstone/version.h>

/* What roff would read as a request, a hyphen to break at, or a typographer's quote, printed as it stands. */
static void print_character(char c) {
    switch (c) {
    case '\\': fputs("\\(rs", stdout); break;
    case '-': fputs("\\-", stdout); break;
    case '\'': fputs("\\(aq", stdout); break;
    case '`': fputs("\\(ga", stdout); break;
    case '^': fputs("\\(ha", stdout); break;
    case '~': fputs("\\(ti", stdout); break;
    case '"': fputs("\\(dq", stdout); break;
    default: putchar(c);
    }
}

/* Text from the start of a line on; blank lines separate paragraphs. */
static void print_text(const char *text) {
    for (bool starts = true; *text; ++text) {
        if (starts && *text == '\n') {
            fputs(".PP\n", stdout);
            continue;
        }
        if (starts && *text == '.') fputs("\\&", stdout);
        print_character(*text);
        starts = *text == '\n';
    }
    putchar('\n');
}

static void print_option(const ts_argument *argument) {
    char value[TS_HELP_TEXT], help[TS_HELP_TEXT];
    ts_argument_value(argument, value);
    ts_argument_help(argument, help);
    fputs(".TP\n\\fB\\-\\-", stdout);
    for (const char *c = argument->name; *c; ++c) print_character(*c);
    fputs("\\fR", stdout);
    if (*value) {
        fputs(" \\fI", stdout);
        for (const char *c = value; *c; ++c) print_character(*c);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    print_text(help);
}

void ts_man_print_section(const ts_syntax *syntax) {
    printf(".SS %s\n.PP\n\\fB%s\\fR", strchr(syntax->command, ' ') + 1, syntax->command);
    if (*syntax->operands) {
        fputs(" \\fI", stdout);
        for (const char *c = syntax->operands; *c; ++c) print_character(*c);
        fputs("\\fR", stdout);
    }
    fputs(" [options]\n.PP\n", stdout);
    print_text(syntax->about);
    for (size_t i = 0; i < syntax->argument_count; ++i) print_option(&syntax->arguments[i]);
    if (!syntax->examples) return;
    fputs(".PP\nExamples:\n.PP\n.EX\n", stdout);
    print_text(syntax->examples);
    fputs(".EE\n", stdout);
}

static const char HEAD[] = ".\\\" Made by `touchstone \\-\\-man`.\n"
                           ".TH TOUCHSTONE 1 \"\" \"touchstone " TS_VERSION "\" \"User Commands\"\n"
                           ".SH NAME\n"
                           "touchstone \\- benchmark and validate continuous collision detection\n"
                           ".SH SYNOPSIS\n"
                           "\\fBtouchstone\\fR \\fICOMMAND\\fR [arguments]\n"
                           ".PP\n"
                           "\\fBtouchstone\\fR [\\fICOMMAND\\fR] \\fB\\-\\-help\\fR\n"
                           ".PP\n"
                           "\\fBtouchstone \\-\\-version\\fR\n"
                           ".SH DESCRIPTION\n";

static const char TAIL[] =
    ".SH EXIT STATUS\n"
    ".TP\n0\nfine\n"
    ".TP\n1\nan unsafe or failed verdict, or what \\fB\\-\\-fail\\-on\\fR names; with compare, worse answers\n"
    ".TP\n2\nusage: an unknown command or option, a bad value, an output that cannot be written\n"
    ".TP\n3\nwith compare, slower than the baseline allows\n"
    ".TP\n4\ndata that is missing, empty or malformed\n"
    ".TP\n5\nan error of Touchstone itself, no memory, or a crash, a plug\\-in\\(aqs too\n"
    ".TP\n6\nwith verify \\fB\\-\\-motion\\fR, contact on the straight way between frames, nothing else\n"
    ".TP\n130\ninterrupted\n"
    ".SH SEE ALSO\n"
    "\\fBgnuplot\\fR(1), \\fBmpirun\\fR(1); the guide, docs/guide.md of the source tree\n";

int ts_man_print_page(const ts_command_set *set) {
    fputs(HEAD, stdout);
    print_text(set->about);
    fputs(".PP\nOptions and operands mix; lists are separated by commas; \\fB\\-\\-count 10\\fR and\n"
          "\\fB\\-\\-count=10\\fR are the same. What follows \\fB\\-\\-\\fR is operands.\n.SH COMMANDS\n",
          stdout);
    char *argv[] = {(char[]){"touchstone"}, (char[]){TS_ASK_MAN}, NULL};
    const int code = ts_command_dispatch(set, 2, argv);
    fputs(TAIL, stdout);
    return code;
}
