# SPDX-License-Identifier: MIT
# Time per query: a box from quartile to quartile for each of the `backends` rows of the data.
width = 800
height = 480

set logscale y
set format y "1e%T"
set ylabel "ns per query"
set xrange [-0.6:backends - 0.4]
set xtics rotate by -35 noenhanced
set boxwidth 0.6
set style fill empty
set key below horizontal maxrows 1

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot data using 0:3:2:6:5:9:xtic(1) with candlesticks linecolor variable notitle whiskerbars 0.5, \
        data using ($0-0.3):4:(0.6):(0):9 with vectors nohead linecolor variable linewidth 3 notitle, \
        data using 0:8 with points pointtype 2 linecolor rgb "black" title "mean", \
        data using 0:7 with points pointtype 6 linecolor rgb "black" title "slowest", \
        NaN with lines linecolor rgb "black" title "quartiles, median; 1 % and 99 %"
}
unset output
