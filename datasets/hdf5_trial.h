/* SPDX-License-Identifier: MIT
 * Trying a container in a process of its own. HDF5 brings down whoever opens some damaged files (1.10.8 divides by the
 * length of a chunk that has none), and has no way to be asked not to. */
#ifndef TS_DATASETS_HDF5_TRIAL_H
#define TS_DATASETS_HDF5_TRIAL_H

#include <sys/types.h>

#include <touchstone/dataset.h>

/* A process that tries one file after another, for who opens many: to start one costs more than to open a small file.
 * All zero: not yet started. It belongs to one thread, and is a child of this process until it is ended. */
typedef struct ts_hdf5_trial {
    pid_t child;  /* 0: none */
    int link;     /* our end of a socket; requests go out, a byte comes back for each attempt that ended */
    int patience; /* s on the clock that it may take for one; 0: ten minutes */
} ts_hdf5_trial;

/* Calls attempt(path) in the process of `trial`, or, when that is NULL, in one for this call alone, and waits for it.
 * TS_ERROR_DATA: it crashed, or took more than a minute of processor time, in a process that had tried nothing before;
 * or it said nothing for as long as `patience`, and was killed.
 * TS_ERROR_MEMORY: the system had no process or socket. What the attempt finds wrong is lost with the child: make it
 * again; what it opens it has to close. */
ts_status ts_hdf5_try(ts_hdf5_trial *trial, const char *path, void (*attempt)(const char *path), ts_error *error);
/* It is all zero again but for its patience. */
void ts_hdf5_trial_end(ts_hdf5_trial *trial);

#endif
