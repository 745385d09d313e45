/* SPDX-License-Identifier: MIT
 * The truth that stands beside a file of the Time of Impact data set (docs/file-formats.md): SCENE/mma_bool says of
 * each query whether it collides, SCENE/roots has the exact times. */
#ifndef TS_DATASETS_TOI_LABELS_H
#define TS_DATASETS_TOI_LABELS_H

#include <touchstone/dataset.h>

/* Owned. */
typedef struct ts_toi_labels {
    char *path;       /* of the labels; NULL: there are none */
    size_t count;     /* queries */
    uint8_t *contact; /* 0 or 1 */
    double *lo, *hi;  /* brackets of the exact toi; NaN: not said. NULL: there are no roots */
} ts_toi_labels;

/* Is this a file of that data set: in a folder "queries", its name a number and then ee or vf? */
bool ts_toi_is_queries(const char *path, ts_ccd_kind *kind, uint32_t *step);
/* What stands beside it: nothing is no error. TS_ERROR_DATA: it is malformed. */
ts_status ts_toi_labels_read(const char *csv, ts_toi_labels *labels, ts_error *error);
void ts_toi_labels_clear(ts_toi_labels *labels);
/* The name of the scene: the folder above; owned by the caller. NULL without memory. */
char *ts_toi_scene(const char *csv);

#endif
