# SPDX-License-Identifier: MIT
# How early safe answers are: the share of them that is no farther off than t* - toi. The data have a block for each
# backend: its name, then quantiles. `linetypes`: a number for each block.
width = 800
height = 480
floor = 1e-12 # where zeros are drawn
above(x) = x <= floor ? floor : x

set logscale x
set format x "1e%T"
set xrange [floor:1]
set yrange [0:1]
set xlabel "t* - toi, as a fraction of the step"
set ylabel "share of the safe answers"
set key outside right top

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot for [i=1:words(linetypes)] data index i-1 using (above($1)):2 with linespoints \
        linetype int(word(linetypes, i)) pointsize 0.6 title columnheader(1)
}
unset output
