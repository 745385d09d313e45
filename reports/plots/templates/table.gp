# SPDX-License-Identifier: MIT
# Scenes by methods: a box for each row of the data; `columns` and `rows`: how many there are.
width = 320 + 80 * columns
height = 180 + 32 * rows
failed = "#e4e4e4"

set xtics rotate by -35 scale 0 noenhanced
set ytics scale 0 noenhanced
set xrange [-0.5:columns - 0.5]
set yrange [rows - 0.5:-0.5]
unset grid
# Blue: faster than the reference; orange: slower; white: as fast, or no time.
set palette defined (-1 "#3f8fc0", 0 "#ffffff", 1 "#e39a3b")
set cbrange [-2:2]
set cbtics ("1/100" -2, "1/10" -1, "1" 0, "10" 1, "100" 2)

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot data using ($4 == 1 ? $1 : NaN):2:(0.5):(0.5) with boxxyerror \
            fillstyle solid 1.0 border linecolor rgb "white" fillcolor rgb failed notitle, \
        data using (column(3) > 0 ? $1 : NaN):2:(0.5):(0.5):(log10(column(3))) with boxxyerror \
            fillstyle solid 1.0 border linecolor rgb "white" fillcolor palette notitle, \
        data using 1:2:5:xtic(6):ytic(7) with labels font ",9" notitle
}
unset output
