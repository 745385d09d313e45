/* SPDX-License-Identifier: MIT
 * The version of Touchstone; the same as in CMakeLists.txt. */
#ifndef TOUCHSTONE_VERSION_H
#define TOUCHSTONE_VERSION_H

#define TS_VERSION "0.1.0"

#endif
