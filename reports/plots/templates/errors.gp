# SPDX-License-Identifier: MIT
# Errors of an energy: a panel for each of its sweeps. Block p-1 of the data: what the sweep varies, and the errors of
# value, gradient and Hessian. sweep[p]: its name and what it varies; most[p]: the largest error or bound; bounded[p]:
# those of 1, 2, 3 with a bound over the norm; bound[3*(p-1)+q]: that bound.
width = 900
height = 100 + 260 * panels
floor = 2.0**-55 # where zeros are drawn, below every other error
above(x) = x <= floor ? floor : x
quantity(q) = word("value gradient Hessian", q)
# gnuplot asks once for what an empty list is for.
number(text) = text eq "" ? 1 : int(text)
label(text) = text eq "" ? "" : "bound: ".quantity(int(text))

unset title
set logscale xy
set format xy "1e%T"
set ytics add ("0" floor)
set ylabel "error over the norm"
set key outside right top

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout panels,1 title title noenhanced
    do for [p=1:panels] {
        set yrange [floor/2:3*most[p]]
        set xlabel sweep[p] noenhanced
        plot for [q=1:3] data index p-1 using 1:(above(column(1+q))) with points linetype q pointtype 7 pointsize 0.35 \
                title quantity(q), \
            for [b in bounded[p]] bound[3*(p-1) + number(b)] with lines dashtype 2 linetype number(b) \
                title label(b)
    }
    unset multiplot
}
unset output
