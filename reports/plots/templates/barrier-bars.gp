# SPDX-License-Identifier: MIT
# Bars of each scene, one for each barrier, on a logarithmic axis. Columns of the data: scene, then the barriers. `scenes`,
# `barriers`: arrays of their names; `drawn`: numbers of the barriers that have a bar; `label`: what is drawn.
width = 260 + |scenes| * (40 + 14 * words(drawn))
height = 420

set style data histograms
set style histogram clustered gap 1.5
set style fill solid 0.8 noborder
set logscale y
set yrange [* < 1:]
set ylabel label
set xtics rotate by -30 scale 0 noenhanced
set key outside right noenhanced

do for [format in formats] {
    eval terminal(format)
    set output picture(format)
    plot for [b in drawn] data using (column(b + 1)):xticlabels(1) linetype int(b) title barriers[b + 0]
}
unset output
