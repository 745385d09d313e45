# SPDX-License-Identifier: MIT
# Time against gap. The data have a block for each method and thickness: the method's name, then points; `thicknesses`:
# blocks of a method. A panel for each of some thicknesses: thickness[p] in metres, blocks[p] those with answers.
width = 900
height = 80 + 320 * panels
of_block(b) = 1 + (b / thicknesses) % 24

unset title
set logscale xy
set format xy "1e%T"
set xlabel "gap (m)"
set xrange [5e-10:2e-1]
set key outside right top

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    set multiplot layout panels,1 title title noenhanced
    do for [p=1:panels] {
        set ylabel sprintf("ns per query, thickness %g m", thickness[p])
        plot for [b in blocks[p]] data index int(b) using 1:3 with linespoints linetype of_block(int(b)) \
            pointsize 0.6 title columnheader(1)
    }
    unset multiplot
}
unset output
