/* SPDX-License-Identifier: MIT
 * Figures in the name of another generator. */
#ifndef TS_MESH_GENERATE_TET_FIGURE_H
#define TS_MESH_GENERATE_TET_FIGURE_H

#include "mesh/generate.h"

/* ts_generate_tet_figure; what is wrong is told of `generator`. */
ts_status ts_figure_make(const char *generator, const ts_tet_figure_parameters *parameters, ts_mesh *mesh,
                         ts_error *error);

#endif
