/* SPDX-License-Identifier: MIT */
#include "datasets/hdf5_turn.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

void ts_hdf5_turn_begin(void) {
    pthread_mutex_lock(&turn);
}

void ts_hdf5_turn_end(void) {
    pthread_mutex_unlock(&turn);
}

pid_t ts_hdf5_fork(void) {
    pthread_mutex_lock(&turn);
    const pid_t child = fork();
    const int reason = errno;
    if (child == 0)
        pthread_mutex_init(&turn, NULL); /* this thread is the child's only one, under another number */
    else
        pthread_mutex_unlock(&turn);
    errno = reason;
    return child;
}
