/* SPDX-License-Identifier: MIT
 * A format taken apart into its conversions, each left to printf, but for texts. */
#include "core/say.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/escape.h"

/* One conversion: "%-*.3lld". */
typedef struct conversion {
    bool left;
    char flags[8], type, length[3];
    int width, precision; /* -1: none is said */
} conversion;

typedef struct saying {
    FILE *out;
    va_list arguments;
} saying;

static int read_number(saying *what, const char **at) {
    if (**at != '*') return (int)strtol(*at, (char **)at, 10);
    ++*at;
    return va_arg(what->arguments, int);
}

/* Reads what follows '%'. */
static conversion read_conversion(saying *what, const char **at) {
    conversion to = {.precision = -1};
    size_t count = strspn(*at, "-+ #0");
    snprintf(to.flags, sizeof to.flags, "%.*s", (int)count, *at);
    to.left = memchr(*at, '-', count) != NULL;
    *at += count;
    to.width = read_number(what, at);
    if (to.width < 0) {
        to.left = true;
        to.width = -to.width;
    }
    if (**at == '.') {
        ++*at;
        to.precision = read_number(what, at);
    }
    count = strspn(*at, "hlzjt");
    snprintf(to.length, sizeof to.length, "%.*s", (int)count, *at);
    *at += count;
    to.type = **at;
    *at += **at != '\0';
    return to;
}

static intmax_t read_signed(saying *what, const char *length) {
    if (strcmp(length, "l") == 0) return va_arg(what->arguments, long);
    if (strcmp(length, "ll") == 0) return va_arg(what->arguments, long long);
    if (strcmp(length, "j") == 0) return va_arg(what->arguments, intmax_t);
    if (*length == 'z' || *length == 't') return va_arg(what->arguments, ptrdiff_t);
    return va_arg(what->arguments, int);
}

static uintmax_t read_unsigned(saying *what, const char *length) {
    if (strcmp(length, "l") == 0) return va_arg(what->arguments, unsigned long);
    if (strcmp(length, "ll") == 0) return va_arg(what->arguments, unsigned long long);
    if (strcmp(length, "j") == 0) return va_arg(what->arguments, uintmax_t);
    if (*length == 'z' || *length == 't') return va_arg(what->arguments, size_t);
    return va_arg(what->arguments, unsigned);
}

static void put_blanks(FILE *out, size_t shown, const conversion *as) {
    const size_t width = (size_t)as->width;
    if (shown < width) fprintf(out, "%*s", (int)(width - shown), "");
}

static void say_text(saying *what, const conversion *as, const char *text) {
    char *cut = as->precision >= 0 ? strndup(text, (size_t)as->precision) : NULL;
    if (cut) text = cut;
    const size_t shown = ts_terminal_length(text);
    if (!as->left) put_blanks(what->out, shown, as);
    ts_put_terminal(what->out, text);
    if (as->left) put_blanks(what->out, shown, as);
    free(cut);
}

/* Width and precision are said by numbers here, and integers are of the widest type. */
static void say_number(saying *what, const conversion *as) {
    char format[32], precision[16] = "";
    if (as->precision >= 0) snprintf(precision, sizeof precision, ".%d", as->precision);
    const bool is_signed = as->type == 'd' || as->type == 'i', is_unsigned = strchr("uxXo", as->type) != NULL;
    snprintf(format, sizeof format, "%%%s%s*%s%s%c", as->flags, as->left ? "-" : "", precision,
             is_signed || is_unsigned ? "j" : "", as->type);
    if (is_signed)
        fprintf(what->out, format, as->width, read_signed(what, as->length));
    else if (is_unsigned)
        fprintf(what->out, format, as->width, read_unsigned(what, as->length));
    else
        fprintf(what->out, format, as->width, va_arg(what->arguments, double));
}

static void say_conversion(saying *what, const conversion *as) {
    switch (as->type) {
    case '%': putc('%', what->out); break;
    case 's': say_text(what, as, va_arg(what->arguments, const char *)); break;
    case 'c': say_text(what, as, (char[2]){(char)va_arg(what->arguments, int), '\0'}); break;
    default: say_number(what, as);
    }
}

void ts_say(FILE *out, const char *format, ...) {
    saying what = {.out = out};
    va_start(what.arguments, format);
    while (*format) {
        const size_t plain = strcspn(format, "%");
        fwrite(format, 1, plain, out);
        format += plain;
        if (*format != '%') continue;
        ++format;
        const conversion next = read_conversion(&what, &format);
        say_conversion(&what, &next);
    }
    va_end(what.arguments);
}
