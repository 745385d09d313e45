/* SPDX-License-Identifier: GPL-2.0-or-later
 * The models that scenes may choose of this solver. */
#ifndef TS_NDB_MODELS_H
#define TS_NDB_MODELS_H

#include "scenes/models.h"

extern const ts_model ts_ndb_corotated_model, ts_ndb_spring_model;

ts_model_list ts_ndb_model_at;

#endif
