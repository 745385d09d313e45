# SPDX-License-Identifier: MIT
# Local-global iterations a step over the tolerance, of two scenes and three time steps. Columns of the data: tolerance;
# then by scene and time step the paper's and ours.
width = 900
height = 420

unset title
set logscale x
set format x "1e%T"
set xlabel "tolerance"
set ylabel "iterations a step"
set yrange [0:*]
set key top right

rates = "150 100 50"
do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout 1,2 title title noenhanced
    do for [scene = 0:1] {
        set label 1 word("folding twist", scene + 1) at graph 0.05, graph 0.08
        plot for [r = 0:2] data using 1:(column(2 + 6 * scene + 2 * r)) with linespoints linetype r + 1 dashtype 2 \
                 title "paper, 1/" . word(rates, r + 1) . " s", \
             for [r = 0:2] data using 1:(column(3 + 6 * scene + 2 * r)) with linespoints linetype r + 1 \
                 title "ours, 1/" . word(rates, r + 1) . " s"
    }
    unset multiplot
}
unset output
