/* SPDX-License-Identifier: MIT
 * The state of a simulation, and its last step, verified exactly (touchstone/verify.h). */
#ifndef TS_SCENES_RUN_VERIFY_H
#define TS_SCENES_RUN_VERIFY_H

#include <touchstone/verify.h>

#include "scenes/simulation.h"

/* What the solver promises about positions x: nothing intersects or lies inside a body of tets, every pair keeps its
 * thickness (the mean of its bodies' offsets; obstacles do not see each other, nor what is stitched together), strain
 * limits hold, no element is flat, and tets are not inverted where their energy forbids it. */
ts_status ts_verify_bodies(const ts_bodies *bodies, const double (*x)[3], unsigned checks, ts_verify_report *report,
                           ts_error *error);

/* Adds to the report the pairs that come within their thickness on the straight way from one to the other. */
ts_status ts_verify_way(const ts_bodies *bodies, const double (*from)[3], const double (*to)[3],
                        ts_verify_report *report, ts_error *error);

/* The present state; without contact neither intersections nor thickness. x_before not NULL: also the straight way
 * from there (that of one iteration; a time step of several is not promised to be free along it). The report is a new
 * one. */
ts_status ts_verify_simulation(ts_simulation *simulation, const double (*x_before)[3], ts_verify_report *report,
                               ts_error *error);

/* ts_offence_text with the names of the bodies after it. */
void ts_verify_text(const ts_bodies *bodies, const ts_offence *offence, char *text, size_t size);

#endif
