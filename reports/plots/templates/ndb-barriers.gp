# SPDX-License-Identifier: MIT
# Local-global iterations of each step. Columns of the data: step; then `series` runs, named in the first line.
width = 900
height = 420

set xlabel "step"
set ylabel "iterations"
set yrange [0:*]
set key top left noenhanced

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot for [s = 1:series] data using 1:(column(s + 1)) with lines linetype s title columnheader(s + 1)
}
unset output
