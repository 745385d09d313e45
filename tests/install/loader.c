/* SPDX-License-Identifier: MIT
 * A stranger's program that loads a plug-in and asks it one query.
 *
 * usage: loader in-process|hosted FILE.so; exit code 0 when it is answered, else 1 with the reason. */
#include <stdio.h>
#include <string.h>

#include <touchstone/plugin.h>

int main(int argc, char **argv) {
    const ts_ccd_query fall = {.kind = TS_POINT_TRIANGLE,
                               .x0 = {{0, 0, 1}, {-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}},
                               .x1 = {{0, 0, -1}, {-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}},
                               .t_max = 1};
    const ts_ccd_backend *backend;
    ts_ccd_method method;
    ts_ccd_result answer = {.status = TS_CCD_FAILED};
    ts_error error = {.message = "usage: loader in-process|hosted FILE.so"};
    ts_status status = TS_ERROR_USAGE;
    if (argc == 3) {
        status = strcmp(argv[1], "hosted") == 0 ? ts_ccd_host_plugin(argv[2], NULL, &backend, &error)
                                                : ts_ccd_load_plugin(argv[2], &backend, &error);
    }
    if (status == TS_OK) status = ts_ccd_method_init(&method, backend->name, NULL, &error);
    if (status != TS_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    ts_ccd_answer(&method, &fall, &answer);
    ts_ccd_method_clear(&method);
    return answer.status != TS_CCD_HIT;
}
