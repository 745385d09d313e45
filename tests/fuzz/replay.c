/* SPDX-License-Identifier: MIT
 * A main for the fuzz targets without a fuzzer: runs every file of the folders given, so that the test suite
 * repeats what fuzzing once found. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

static int run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    uint8_t *data = NULL;
    size_t size = 0, got;
    do {
        data = realloc(data, size + 65536);
        if (!data) abort();
        got = fread(data + size, 1, 65536, file);
        size += got;
    } while (got > 0);
    fclose(file);
    printf("%s: %zu bytes\n", path, size);
    fflush(stdout); /* the last line names the file that crashed */
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

int main(int count, char **folders) {
    int run = 0;
    for (int i = 1; i < count; ++i) {
        DIR *directory = opendir(folders[i]);
        const struct dirent *entry;
        while (directory && (entry = readdir(directory))) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%s", folders[i], entry->d_name);
            if (entry->d_name[0] != '.') run += run_file(path);
        }
        if (directory) closedir(directory);
    }
    printf("%d inputs\n", run);
    return run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
