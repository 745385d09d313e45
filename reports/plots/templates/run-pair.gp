# SPDX-License-Identifier: MIT
# Two runs, run_a and run_b, over the time of a scene. `apart`, `energies`, `gaps`: whether there are any.
# `range_time`, `range_apart`, ...: of the axes, wide enough where all values are one.
width = 900
height = 900

unset title
set xlabel "time (s)"
set key top left noenhanced
eval "set xrange " . range_time

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout 2 + apart + energies + gaps,1 title title noenhanced
    if (apart) {
        set ylabel "apart (m)"
        eval "set yrange " . range_apart
        plot data using 1:2 with lines linetype 3 title "r.m.s.", data using 1:3 with lines linetype 4 title "greatest"
    }
    if (energies) {
        set ylabel "energy (J)"
        eval "set yrange " . range_energies
        plot data using 1:4 with lines linetype 1 title run_a, data using 1:5 with lines linetype 2 title run_b
    }
    if (gaps) {
        set logscale y
        set format y "1e%T"
        set ylabel "least gap (m)"
        eval "set yrange " . range_gaps
        plot data using 1:6 with lines linetype 1 title run_a, data using 1:7 with lines linetype 2 title run_b
        set yrange [*:*]
        unset logscale y
        set format y "%g"
    }
    set ylabel "iterations"
    eval "set yrange " . range_iterations
    plot data using 1:8 with lines linetype 1 title run_a, data using 1:9 with lines linetype 2 title run_b
    set ylabel "seconds"
    eval "set yrange " . range_seconds
    plot data using 1:10 with lines linetype 1 title run_a, data using 1:11 with lines linetype 2 title run_b
    unset multiplot
}
unset output
