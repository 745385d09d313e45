# SPDX-License-Identifier: MIT
# Accuracy against cost. Block 0 of the data: the backends; blocks 1 and 2: the frontiers of the two panels.
# `panels`: 1 when no error is known; frontier[p]: points of that frontier; `marks`: those of 0, 1, 2 that occur; `none`:
# where a share of 0 is drawn; `least`, `most`: ns per query; `least_error`: above 0. Columns 7 to 9 and 10 to 12 of
# block 0: where the name stands in either panel, so that none hides another, and whether a line leads there.
width = 1200
height = 560
floor = least_error / 2 # where errors of 0 are drawn
above(x) = x <= floor ? floor : x
share(x) = x <= none ? none : x

# The y of a panel.
y(p, value) = p == 1 ? share(value) : above(value)
point(mark) = int(word("7 6 2", 1 + mark))
meaning(mark) = mark == 0 ? "safe" : mark == 1 ? "safe, leaves queries out" : "unsafe somewhere"

unset title
set logscale xy
set format xy "1e%T"
set xlabel "mean time per query (ns)"
set xrange [least / 8:most * 8]
set tmargin 3
set bmargin 7

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout 1,panels title title noenhanced
    do for [p=1:panels] {
        if (p == 1) {
            set key at screen 0.5,0.06 center center horizontal maxrows 1 samplen 1
            set ylabel "unsafe answers (share)"
            set yrange [none/3:1]
            set ytics add ("0" none)
        } else {
            unset key
            set ylabel "median of t* - toi of the safe answers (share of the step)"
            set yrange [least_error/4:1]
            set ytics autofreq
        }
        plot data index p using 1:(y(p, $2)) \
                with steps linecolor rgb "#999999" linewidth 2 notitle, \
            data index p using 1:(y(p, $2)) \
                with points pointtype 6 pointsize 2.4 linecolor rgb "#999999" linewidth 2 \
                title frontier[p] > 0 ? "on the frontier" : "", \
            for [m in marks] data index 0 using 2:($6 == int(m) ? y(p, column(2+p)) : NaN):5 \
                with points pointtype point(int(m)) pointsize 1.3 linewidth 2 linecolor variable notitle, \
            for [m in marks] NaN with points pointtype point(int(m)) linecolor rgb "black" title meaning(int(m)), \
            data index 0 using 2:(column(6+3*p) == 1 ? y(p, column(2+p)) : NaN):(column(4+3*p)-$2):(column(5+3*p)-y(p, \
                column(2+p))) with vectors nohead linecolor rgb "#bbbbbb" notitle, \
            data index 0 using 4+3*p:5+3*p:1:5 with labels center textcolor variable notitle
    }
    unset multiplot
}
unset output
