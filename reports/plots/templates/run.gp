# SPDX-License-Identifier: MIT
# Least gap and stretch over the time of a scene. `gaps` and `stretches`: whether there are any;
# `range_time`: of all steps, whatever they have.
width = 800
height = 560

unset title
set xlabel "time (s)"
set key above right
set lmargin 11 # of both panels, whatever their numbers
eval "set xrange " . range_time

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout gaps + stretches,1 title title noenhanced
    if (gaps) {
        set logscale y
        set format y "1e%T"
        set ylabel "least gap (m)"
        plot data using 1:2 with linespoints linetype 1 pointsize 0.4 notitle
        unset logscale y
        set format y "%g"
    }
    if (stretches) {
        set ylabel "length over rest length"
        plot data using 1:3 with linespoints linetype 2 pointsize 0.4 title "most", \
            data using 1:4 with linespoints linetype 3 pointsize 0.4 title "least"
    }
    unset multiplot
}
unset output
