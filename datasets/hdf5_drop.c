/* SPDX-License-Identifier: MIT
 * Memory in the place of a file on a full disk. */
#define _GNU_SOURCE
#include "datasets/hdf5_drop.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

void ts_hdf5_drop(hid_t file) {
    void *handle = NULL;
    if (H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 || !handle) return;
    const int sink = memfd_create("touchstone-dropped", MFD_CLOEXEC);
    if (sink < 0) return;
    (void)dup3(sink, *(const int *)handle, O_CLOEXEC); /* the driver of H5Fcreate has one descriptor */
    close(sink);
}

void ts_hdf5_leave_the_end(void) {
    H5dont_atexit();
}
