/* SPDX-License-Identifier: MIT
 * Points on a circle, with the same bits on every machine. */
#ifndef TS_MESH_SURFACE_CIRCLE_H
#define TS_MESH_SURFACE_CIRCLE_H

#define TS_PI 3.14159265358979323846

/* Cosine and sine of so many turns. By +, - and * alone: the C library's differ from machine to machine. */
void ts_circle(double turns, double out[2]);

#endif
