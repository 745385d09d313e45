# SPDX-License-Identifier: MIT
# How early safe answers are: the share of them that is no farther off than t* - toi. A panel for each backend, in front
# of the others in grey. The data have a block for each: its name, then the steps of the distribution. `linetypes`: a
# number for each block; names[b]: of the backends.
blocks = words(linetypes)
columns = blocks < 4 ? blocks : 4
rows = (blocks + columns - 1) / columns
width = columns < 4 ? 120 + 300 * columns : 1200
height = 60 + 190 * rows
floor = 1e-12 # where zeros are drawn
above(x) = x <= floor ? floor : x

unset title
unset key
set logscale x
set xrange [floor:1]
set xtics ("0" floor, "1e-9" 1e-9, "1e-6" 1e-6, "1e-3" 1e-3, "1" 1)
set yrange [0:1.02]
set ytics 0.25
set lmargin 9
set rmargin 2
set bmargin 3.2
set tmargin 2

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout rows,columns title title noenhanced
    do for [b=1:blocks] {
        set title names[b] noenhanced offset 0,-0.6
        set xlabel (b > blocks - columns ? "t* - toi (share of the step)" : " ") offset 0,0.5
        set ylabel (b % columns == 1 || columns == 1 ? "share of answers" : "") offset 1,0
        plot for [i=1:blocks] data index i-1 using (above($1)):2 with steps linecolor rgb "#d8d8d8" linewidth 1 dashtype 1, \
            data index b-1 using (above($1)):2 with steps linetype int(word(linetypes, b)) dashtype 1 linewidth 2.5
    }
    unset multiplot
}
unset output
