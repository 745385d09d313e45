/* SPDX-License-Identifier: MIT
 * The NYU CSV: a folder per kind, two rows (t = 0 and t = 1) per vertex, seven integers per row. */
#ifndef TS_DATASETS_CSV_H
#define TS_DATASETS_CSV_H

#include <touchstone/ccd.h>

/* The name of the folder that says the kind. */
extern const char *const TS_CSV_FOLDERS[TS_CCD_KINDS];
/* "vertex-face, edge-edge, ..." for messages. */
#define TS_CSV_FOLDER_NAMES "vertex-face, edge-edge, point-edge or point-point"

#endif
