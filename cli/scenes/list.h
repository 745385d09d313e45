/* SPDX-License-Identifier: GPL-2.0-or-later
 * What `touchstone list` prints about simulations, as text or JSON. Each returns the exit code. */
#ifndef TS_CLI_SCENES_LIST_H
#define TS_CLI_SCENES_LIST_H

#include <stdbool.h>

int ts_list_scenes(bool json);
int ts_list_solvers(bool json);
int ts_list_generators(bool json);
int ts_list_materials(bool json);
int ts_list_models(bool json);

#endif
