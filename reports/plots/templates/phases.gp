# SPDX-License-Identifier: MIT
# Where the time of runs goes: a bar for each of the `runs` rows of the data, stacked by its phases, which begin in
# column 3 with a title each; `phases`: how many.
width = 560 + 90 * (runs < 12 ? runs : 12)
height = 480
of_phase(p) = 1 + (p - 1) % 24

set style data histograms
set style histogram rowstacked
set style fill solid 1.0 border rgb "white"
set boxwidth 0.6 relative
set grid noxtics
set yrange [0:*]
set xtics rotate by -25 noenhanced
set ylabel "ms per iteration"
set key outside right top invert

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot for [p=1:phases] data using (1e3*column(2+p)/$2):xtic(1) linetype of_phase(p) \
        fillstyle pattern fill(of_phase(p)) title columnheader(2+p)
}
unset output
