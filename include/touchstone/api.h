/* SPDX-License-Identifier: MIT
 * TS_API marks the functions that the shared library offers; all others stay inside. */
#ifndef TOUCHSTONE_API_H
#define TOUCHSTONE_API_H

#if defined(__GNUC__)
#define TS_API __attribute__((visibility("default")))
#else
#define TS_API
#endif

#endif
