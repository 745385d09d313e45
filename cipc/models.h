/* SPDX-License-Identifier: GPL-2.0-or-later
 * What scenes may choose of this solver by name. */
#ifndef TS_CIPC_MODELS_H
#define TS_CIPC_MODELS_H

#include "scenes/models.h"

/* The models of potentials in the order of their table, then those of barriers, then the rules for
 * stiffness. */
ts_model_list ts_cipc_model_at;

#endif
