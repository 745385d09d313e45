/* SPDX-License-Identifier: MIT
 * A plug-in's file: opened, and the one symbol that it must export. */
#ifndef TS_CORE_SHARED_OBJECT_H
#define TS_CORE_SHARED_OBJECT_H

#include <touchstone/status.h>

typedef struct ts_shared_object {
    void *handle;
    void *symbol;
} ts_shared_object;

/* What a kind of plug-in exports. */
typedef struct ts_plugin_symbol {
    const char *name;
    const char *declaration; /* in C, for the message when it is missing */
    const char *called;      /* a function of ours that such plug-ins may call; NULL: they may call none */
} ts_plugin_symbol;

/* `path` is a path: no folder is searched. TS_ERROR_DATA: it cannot be opened, or lacks the symbol. */
ts_status ts_shared_object_open(const char *path, const ts_plugin_symbol *symbol, ts_shared_object *object,
                                ts_error *error);
void ts_shared_object_close(ts_shared_object *object);

#endif
