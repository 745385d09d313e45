# SPDX-License-Identifier: MIT
# Residuals of global solves along modes. Columns of the data: number of the mode; then four stages of each of the
# `systems`, named in the first line.
width = 900
height = 60 + 300 * systems

unset title
set xlabel "mode"
set ylabel "residual (N)"
set logscale y
set format y "1e%T"
set key outside right noenhanced

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout systems,1 title title noenhanced
    do for [s = 0:systems - 1] {
        plot for [c = 2:5] data using 1:(column(4 * s + c)) with lines linetype c - 1 title columnheader(4 * s + c)
    }
    unset multiplot
}
unset output
