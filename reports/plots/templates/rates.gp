# SPDX-License-Identifier: MIT
# Stalls and false positives: a table for each, of backends by data sets, shaded by the rate. The data have a block for
# each of the two; column 1 names the data set, each other column is a backend. columns[b]: those with a rate in block
# b; most[b]: the largest rate; `sets`, `backends`: how many; names[c]: of the backends.
wide = sets < 12 ? 64 : 48 # of a cell
width = 2 * (200 + (wide * sets < 220 ? 220 : wide * sets))
height = 190 + 26 * backends
words_of(x) = x != x ? "" : x == 0 ? "0" : x < 0.05 ? "<0.1" : x < 10 ? sprintf("%.1f", x) : sprintf("%.0f", x)

set xtics rotate by -35 scale 0 noenhanced
set ytics scale 0 noenhanced
set ytics ("" 0) # else gnuplot's own stand between the names where there are few
set yrange [backends + 0.5:0.5]
set xrange [-0.5:sets - 0.5]
unset grid
unset key
unset colorbox
unset title
set palette defined (0 "#ffffff", 1 "#e39a3b")
set bmargin 7
do for [c=1:backends] {
    tic = "" # a format: a % stands there twice
    do for [i=1:strlen(names[c])] { tic = tic . names[c][i:i] . (names[c][i:i] eq "%" ? "%" : "") }
    set ytics add (tic c)
}

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout 1,(columns[1] ne "") + (columns[2] ne "") title title noenhanced
    do for [b=1:2] {
        if (columns[b] ne "") {
            set title (b == 1 ? "stalls (% of answers)" : "false positives (% of free queries)")
            set cbrange [0:(most[b] == 0 ? 1 : most[b])]
            plot for [c in columns[b]] data index b-1 every ::1 using 0:(int(c)-1):(0.5):(0.5):int(c) with boxxyerror \
                    fillstyle solid 1.0 border linecolor rgb "#eeeeee" dashtype 1 fillcolor palette, \
                for [c in columns[b]] data index b-1 every ::1 using 0:(int(c)-1):(words_of(column(int(c)))):xtic(1) \
                    with labels
        }
    }
    unset multiplot
}
unset output
