/* SPDX-License-Identifier: MIT
 * A handler of fatal signals that formats by hand: nothing else may be called there. */
#include "core/crash.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_CRASHED = 5, LINE = 1024 };

static _Thread_local const ts_crash_scene *current;

void ts_crash_set_scene(const ts_crash_scene *scene) {
    current = scene;
}

typedef struct line {
    char text[LINE];
    size_t length;
} line;

static void add(line *to, const char *text) {
    const size_t length = strlen(text), room = LINE - 1 - to->length;
    const size_t taken = length < room ? length : room;
    for (size_t i = 0; i < taken; ++i) to->text[to->length++] = text[i] < ' ' || text[i] > '~' ? '?' : text[i];
}

static void add_number(line *to, uint64_t number) {
    char digits[24];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    add(to, digits + at);
}

static void add_scene(line *to, const ts_crash_scene *scene) {
    add(to, " while the method ");
    add(to, scene->method);
    add(to, " answered ");
    add(to, scene->first == scene->last ? "query " : "one of the queries ");
    add_number(to, scene->first);
    if (scene->first != scene->last) {
        add(to, " to ");
        add_number(to, scene->last);
    }
    add(to, " of ");
    add(to, scene->file);
}

static void handle(int signal_number) {
    line message = {.length = 0};
    add(&message, "touchstone: crashed by signal ");
    add_number(&message, (uint64_t)signal_number);
    if (current) add_scene(&message, current);
    message.text[message.length++] = '\n';
    (void)!write(STDERR_FILENO, message.text, message.length);
    _exit(EXIT_CRASHED);
}

void ts_crash_install(void) {
#if !defined(__SANITIZE_ADDRESS__)
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)SA_RESETHAND;
    for (size_t s = 0; s < sizeof fatal / sizeof *fatal; ++s) sigaction(fatal[s], &action, NULL);
#else
    (void)handle;
#endif
}
