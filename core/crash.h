/* SPDX-License-Identifier: MIT
 * A last word when code that is not ours crashes: which method was asked which queries. */
#ifndef TS_CORE_CRASH_H
#define TS_CORE_CRASH_H

#include <stdint.h>

/* What a thread is at; texts borrowed. */
typedef struct ts_crash_scene {
    const char *method, *file;
    uint64_t first, last; /* queries of the file */
} ts_crash_scene;

/* From here on a fatal signal (a bad address, an abort, ...) is answered by one line on the standard error that says
 * at which scene, and exit code 5. Sanitizers keep their own reports. */
void ts_crash_install(void);
/* Of the calling thread; NULL: none. Borrowed until the next call. */
void ts_crash_set_scene(const ts_crash_scene *scene);

#endif
