# SPDX-License-Identifier: MIT
# Iterations against gap: the median of the queries, dotted what nine in ten keep to. The data have a block for each
# thickness: its name, then points; `blocks`: those with answers.
width = 800
height = 480

set logscale xy
set format x "1e%T"
set xlabel "gap (m)"
set xrange [5e-10:2e-1]
set ylabel "iterations"
set yrange [0.9:*]
set key outside right top title "thickness"

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot for [b in blocks] data index int(b) using 1:3 with linespoints linetype 1 + int(b) pointsize 0.6 \
            title columnheader(1), \
        for [b in blocks] data index int(b) using 1:4 with lines linetype 1 + int(b) dashtype 3 notitle
}
unset output
