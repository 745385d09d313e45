/* SPDX-License-Identifier: MIT
 * Fuzz target of the HDF5 reader: the input is the file. HDF5 itself leaks on damaged files, so run it with
 * -detect_leaks=0, and with the suppressions of hdf5.supp; that the reader closes whatever it opened is checked here.
 */
#include <hdf5.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

#if defined __has_feature
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#define FORGET_FUZZER() __sanitizer_set_death_callback(NULL)
#endif
#endif
#ifndef FORGET_FUZZER
#define FORGET_FUZZER() ((void)0)
#endif

/* The reader opens a file in a child first, and HDF5 may bring that down: no find of the fuzzer's. */
static void in_child(void) {
    const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) signal(signals[i], SIG_DFL);
    FORGET_FUZZER();
}

static void watch_children(void) {
    if (pthread_atfork(NULL, NULL, in_child) != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char path[128];
    pthread_once(&once, watch_children);
    snprintf(path, sizeof path, "%s/x.h5", fuzz_folder());
    fuzz_write(path, data, size);
    fuzz_read(path);
    unlink(path);
    if (H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) != 0) abort();
    return 0;
}
