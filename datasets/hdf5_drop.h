/* SPDX-License-Identifier: MIT
 * HDF5 files that cannot be written to their end, as on a full disk. */
#ifndef TS_DATASETS_HDF5_DROP_H
#define TS_DATASETS_HDF5_DROP_H

#include <hdf5.h>

/* The file is not wanted: what HDF5 still has to write to it goes nowhere, and closing it and all that is open in it
 * succeeds. HDF5 would not let go of what it cannot write, and crash over it at the end of the program. */
void ts_hdf5_drop(hid_t file);
/* For a program, before its first file: HDF5 does nothing at its end. All files must be closed by then; those that
 * could not be dropped stay open. */
void ts_hdf5_leave_the_end(void);

#endif
