/* SPDX-License-Identifier: MIT
 * Fuzz target of the HDF5 reader: the input is the file. HDF5 itself leaks on damaged files, so run it with
 * -detect_leaks=0, and with the suppressions of hdf5.supp; that the reader closes whatever it opened is checked here.
 */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[128];
    snprintf(path, sizeof path, "%s/x.h5", fuzz_folder());
    fuzz_write(path, data, size);
    fuzz_read(path);
    unlink(path);
    if (H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) != 0) abort();
    return 0;
}
