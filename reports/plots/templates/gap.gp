# SPDX-License-Identifier: MIT
# The gap of one query over time. `contact`: t*, where there is one.
width = 720
height = 420

set xlabel "time"
set ylabel "distance - min_distance (m)"
set zeroaxis
if (exists("contact")) { set arrow from first contact, graph 0 to first contact, graph 1 nohead dashtype 2 }

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot data using 1:2 with lines linewidth 2 notitle
}
unset output
