# SPDX-License-Identifier: MIT
# Shares of the time of a step, %. Columns of the data: scene and whose; broad, partial and full CCD, local-global
# iterations, other; named in the second line.
width = 900
height = 560

set style data histograms
set style histogram rowstacked
set style fill solid 0.8 noborder
set boxwidth 0.8
set ylabel "% of a step"
set yrange [0:100]
set xtics rotate by -45 noenhanced
set key outside right noenhanced

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot for [c = 2:6] data using c:xticlabels(1) linetype c - 1 title columnheader(c)
}
unset output
