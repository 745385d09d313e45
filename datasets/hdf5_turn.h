/* SPDX-License-Identifier: MIT
 * HDF5 in a program of several threads: one at a time, and none while a process is forked off, in which a lock that
 * another thread holds would never come free. */
#ifndef TS_DATASETS_HDF5_TURN_H
#define TS_DATASETS_HDF5_TURN_H

#include <sys/types.h>

#include <hdf5.h>

void ts_hdf5_turn_begin(void);
void ts_hdf5_turn_end(void);
/* fork, while no thread of ours is in HDF5. That others may be in malloc is for the allocator to see to: glibc's does.
 */
pid_t ts_hdf5_fork(void);

/* Around all calls of HDF5, whose words nobody reads. Not one in another; nothing returns from within. */
#define TS_HDF5_BEGIN                                                                                                  \
    ts_hdf5_turn_begin();                                                                                              \
    H5E_BEGIN_TRY
#define TS_HDF5_END                                                                                                    \
    H5E_END_TRY;                                                                                                       \
    ts_hdf5_turn_end()

#endif
