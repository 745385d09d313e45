# SPDX-License-Identifier: MIT
# Gaps of the pairs in contact, a box for each scene and barrier: from the gap that a tenth falls short of to that of nine
# tenths, the median in it, a whisker down to the least. The median has the barrier's colour: where gaps are close it is all
# that is seen. Columns of the data: scene, then four of each barrier. `scenes`, `barriers`: arrays of their names; `drawn`:
# numbers of the barriers that have a box; `label`: what is drawn.
width = 260 + |scenes| * (40 + 16 * |barriers|)
height = 420
wide = 0.8 / |barriers|
at(b) = $0 + (b - 0.5 * (|barriers| + 1)) * wide

set ylabel label
set yrange [0:1.02]
set xrange [-0.6:|scenes| - 0.4]
set xtics rotate by -30 scale 0 noenhanced
set xtics ("" 0)
do for [s=1:|scenes|] {
    tic = "" # a format: a % stands there twice
    do for [i=1:strlen(scenes[s])] { tic = tic . scenes[s][i:i] . (scenes[s][i:i] eq "%" ? "%" : "") }
    set xtics add (tic s - 1)
}
set style fill solid 0.6 border
set key outside right noenhanced

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot for [b in drawn] data using (at(b)):(column(4*b - 1)):(column(4*b - 2)):(column(4*b + 1)):(column(4*b + 1)): \
            (0.8 * wide) with candlesticks linetype int(b) linewidth 1 title barriers[b + 0], \
        for [b in drawn] data using (at(b)):(column(4*b)):(column(4*b)):(column(4*b)):(column(4*b)):(0.8 * wide) \
            with candlesticks linetype int(b) linewidth 3 dashtype 1 notitle
}
unset output
