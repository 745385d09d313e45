/* SPDX-License-Identifier: GPL-2.0-or-later
 * Pairs as what resists a step, each along its normal alone. */
#ifndef TS_CIPC_CONTACT_RESISTANCE_H
#define TS_CIPC_CONTACT_RESISTANCE_H

#include "cipc/contact.h"
#include "cipc/resistance.h"

/* Adds those of the pairs that are active at trial->y. The contact is borrowed. */
ts_status ts_contact_resist(const ts_contact *contact, const ts_step_trial *trial, ts_resistances *to, ts_error *error);

#endif
