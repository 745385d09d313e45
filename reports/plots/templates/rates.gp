# SPDX-License-Identifier: MIT
# Stalls and false positives: a group of bars for each data set, a bar for each backend. The data have a block for each
# of the two; column 1 names the data set, each other column is a backend. columns[b]: those to draw of block b;
# `linetypes`: a number for each column from the second on; most[b]: the largest rate; `bars`: of a panel.
width = bars < 60 ? 900 : bars < 160 ? 300 + 10 * bars : 1900
height = 640
of_column(c) = int(word(linetypes, c - 1))

set style data histograms
set style histogram clustered gap 2
set style fill solid 1.0 noborder
set boxwidth 0.9 relative
set grid noxtics
set xtics rotate by -25 noenhanced
set key outside right top
unset title

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout (columns[1] ne "") + (columns[2] ne ""),1 title title noenhanced
    do for [b=1:2] {
        if (columns[b] ne "") {
            set ylabel b == 1 ? "stalls (% of answers)" : "false positives (%)"
            set yrange [0:*]
            if (most[b] == 0) { set yrange [0:1] }
            plot for [c in columns[b]] data index b-1 using int(c):xtic(1) linetype of_column(int(c)) dashtype 1 \
                fillstyle pattern fill(of_column(int(c))) title columnheader(int(c))
        }
    }
    unset multiplot
}
unset output
