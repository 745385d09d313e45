/* SPDX-License-Identifier: MIT
 * Temporary files, and what killed runs leave of them: NAME.part-PID-N beside NAME. Of a name that
 * leaves no room for that, its beginning and a fingerprint stand there. */
#ifndef TS_CORE_LEFTOVERS_H
#define TS_CORE_LEFTOVERS_H

/* A free name beside `path`, for what will be renamed to it; created by the caller with O_EXCL or mkdir. Files that
 * writers of the same target have left there are removed first. The caller frees it; NULL without memory. */
char *ts_temporary_name(const char *path);
/* Says that an open file or folder of such a name has a writer, until it is closed or the process ends. */
void ts_temporary_hold(int file);
/* Calls `remove` for each leftover of the target whose writer is gone: no process of its number, and nobody holds it.
 */
void ts_leftovers_remove(const char *path, void (*remove)(const char *leftover));

#endif
