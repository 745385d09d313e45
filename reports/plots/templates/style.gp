# SPDX-License-Identifier: MIT
# What all plots share: size of letters, colours, formats of pictures. Above: `name`, `data`, `picture`, `formats`,
# `title` and what else is of this plot alone. Below: how its kind is drawn.
font = "sans,11"
sharp = 2 # pixels of a PNG to one of the width

set encoding utf8
set datafile missing "?"
set datafile commentschars "#"
set title title noenhanced
set key noenhanced
set grid linecolor rgb "#dddddd" linetype 1

# The set of Okabe and Ito (2008) for all kinds of colour vision; its yellow, faint on white, is a grey here.
colours = "#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #000000 #888888"
# Disc, square, triangles, lozenge, pentagon, cross, plus.
points = "7 5 9 13 11 15 2 1"
# From the ninth on they repeat, dashed, from the seventeenth on dotted.
do for [i=1:24] {
    set linetype i linecolor rgb word(colours, 1 + (i - 1) % 8) linewidth 1.5 dashtype 1 + (i - 1) / 8 \
        pointtype int(word(points, 1 + (i - 1) % 8))
}
# The fill of a bar in the colour of a linetype: full (3), hatched (2) from the ninth on, crosswise (1) from the seventeenth on.
fill(linetype) = linetype > 16 ? 1 : linetype > 8 ? 2 : 3

# A picture of `width` by `height` pixels, 96 to the inch in PDF: eval terminal(format).
terminal(format) = \
    format eq "svg" ? sprintf("set terminal svg noenhanced size %d,%d font '%s' background rgb 'white'", \
                              width, height, font) : \
    format eq "pdf" ? sprintf("set terminal pdfcairo noenhanced size %.9g,%.9g font '%s'", \
                              width / 96.0, height / 96.0, font) : \
                      sprintf("set terminal pngcairo noenhanced size %d,%d font '%s' ", \
                              sharp * width, sharp * height, font) \
                    . sprintf("fontscale %g linewidth %g pointscale %g", sharp, sharp, sharp)
