/* SPDX-License-Identifier: MIT
 * Trying a container in a process of its own. HDF5 brings down whoever opens some damaged files (1.10.8 divides by the
 * length of a chunk that has none), and has no way to be asked not to. */
#ifndef TS_DATASETS_HDF5_TRIAL_H
#define TS_DATASETS_HDF5_TRIAL_H

#include <touchstone/dataset.h>

/* Calls attempt(path) in a child process and waits for it. TS_ERROR_DATA: it crashed, or took more than a minute of
 * processor time. TS_ERROR_MEMORY: the system had no process or pipe. What the attempt opens or finds wrong is lost
 * with the child: make it again. */
ts_status ts_hdf5_try(const char *path, void (*attempt)(const char *path), ts_error *error);

#endif
