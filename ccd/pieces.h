/* SPDX-License-Identifier: MIT
 * How threads share a block of queries. */
#ifndef TS_CCD_PIECES_H
#define TS_CCD_PIECES_H

#include <touchstone/ccd.h>

/* How many queries one call of ts_ccd_answer_batch gets when so many threads share `count` of them. A method of ours
 * whose batch runs in lanes gets large pieces, at least two for each thread: its answers have the same bits in any
 * piece. One that answers singly gets small ones. One from outside, whose answers may depend on their neighbours, gets
 * pieces that do not depend on the threads. */
size_t ts_ccd_piece(const ts_ccd_method *method, size_t count, int threads);

#endif
