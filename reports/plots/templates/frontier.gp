# SPDX-License-Identifier: MIT
# Accuracy against cost. Block 0 of the data: the backends; blocks 1 and 2: the frontiers of the two panels.
# `panels`: 1 when no error is known; frontier[p]: points of that frontier; `lifts`: where names stand, in lines above
# their points, the first levels[p] of them; `marks`: those of 0, 1, 2 that occur; `none`: where a share of 0 is drawn;
# `least`, `most`: ns per query.
width = 1100
height = 540
floor = 1e-18 # where errors of 0 are drawn
above(x) = x <= floor ? floor : x
share(x) = x <= none ? none : x

# The y of a panel.
y(p, value) = p == 1 ? share(value) : above(value)
point(mark) = int(word("7 6 2", 1 + mark))
meaning(mark) = mark == 0 ? "safe" : mark == 1 ? "safe, leaves queries out" : "unsafe somewhere"

unset title
set logscale xy
set format xy "1e%T"
set xlabel "mean ns per query"
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
            set ylabel "unsafe share of the answers"
            set yrange [none/3:1]
            set ytics add ("0" none)
        } else {
            unset key
            set ylabel "median of t* - toi, of the safe answers"
            set yrange [*:1]
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
            for [l=1:levels[p]] data index 0 using 2:(column(6+p) == l-1 ? y(p, column(2+p)) : NaN):1:5 \
                with labels center offset 0,real(word(lifts, l)) textcolor variable notitle
    }
    unset multiplot
}
unset output
