#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints every figure of docs/findings.md, section by section. Needs nothing but the command: the queries are
# the bundled ones and generated ones of seed 1, so that the same figures come out everywhere.
#
# usage: docs/findings.sh [--check] [SECTION...]
#   --check     print only the lines that docs/findings.md lacks; exit code 1 if there are any
#   SECTION     as the page names them (default: all, some minutes)
#   TOUCHSTONE  environment: the command (build/release/touchstone)

set -euo pipefail
docs=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
touchstone=$(realpath -- "${TOUCHSTONE:-$docs/../build/release/touchstone}")
bundled=$(realpath -- "$docs/../datasets/bundled")
sections=(table wrong parity cubic minsep bsc partial polynomial lower-bound parallel sliver far start iterations certified)

# ---- queries and answers ----

# queries NAME FAMILIES COUNT [options]: generated once, with the exact truth. The files of a kind lie in
# NAME/FAMILY/KIND/data.csv and beside it.
queries() {
    [[ -d $1 ]] || "$touchstone" dataset generate "$2" --count "$3" --seed 1 --truth --format csv --out "$1" \
        "${@:4}" >/dev/null
}

# answers NAME BACKENDS [options]: a line for each answer, in the columns of --per-query. The truth that
# `queries` stored is the exact oracle's: taking it from there spares deciding it anew for every section.
answers() {
    "$touchstone" replay "$1" --backend "$2" --oracle label --repetitions 0 --fail-on none \
        --per-query answers.csv "${@:3}" >/dev/null
    cat answers.csv
}

# facts NAME: dataset,query,min_distance,t_max,features for every query; features is the number of vertices
# that touch, 0 without contact.
facts() {
    find "$1" -name data.csv | while read -r file; do
        sed '1,/^origin,/d' "${file%.csv}.notes" | paste -d, "${file%.csv}.min_distance" "${file%.csv}.t_max" - |
            awk -F, -v file="$file" '{ n = 0; for (bits = $7; bits > 0; bits = int(bits / 2)) n += bits % 2
                                       print file "," NR - 1 "," $1 "," $2 "," n }'
    done
}

# shape FILE: for every query of a CSV file of point-triangle or edge-edge queries how thin it is at t = 0: the
# sine between the edges, or the height of the triangle over its longest side.
shape() {
    awk -F, -v edges="$([[ $1 == *edge-edge* ]] && echo 1 || echo 0)" '
        function length_of(a, b) { return sqrt((x[b]-x[a])^2 + (y[b]-y[a])^2 + (z[b]-z[a])^2) }
        function area(a, b, c, d,   ux, uy, uz, vx, vy, vz) {
            ux = x[b]-x[a]; uy = y[b]-y[a]; uz = z[b]-z[a]; vx = x[d]-x[c]; vy = y[d]-y[c]; vz = z[d]-z[c]
            return sqrt((uy*vz - uz*vy)^2 + (uz*vx - ux*vz)^2 + (ux*vy - uy*vx)^2)
        }
        { row = (NR - 1) % 8; x[row] = $1 / $2; y[row] = $3 / $4; z[row] = $5 / $6 }
        row == 7 && edges { print area(0, 1, 2, 3) / (length_of(0, 1) * length_of(2, 3)) }
        row == 7 && !edges {
            longest = length_of(1, 2)
            if (length_of(2, 3) > longest) longest = length_of(2, 3)
            if (length_of(3, 1) > longest) longest = length_of(3, 1)
            print area(1, 2, 1, 3) / longest^2
        }' "$1"
}

# What an answer counts as; f: a line of --per-query that was split.
judge='
    function missed(f) { return f[10] == "false_negative" }
    function late(f) { return f[10] == "late" }
    function stalls(f) { return f[5] == "hit" && f[6] < 1e-6 && (f[7] == "free" || f[8] > 1e-3) }
    function decade(x) { return x > 0 ? int(log(x) / log(10) + 1000) - 1000 : -999 }
'

# by_family [FAMILIES [all]]: counts by family, those of the list or all; unless "all" says otherwise, families without
# anything to tell in one line.
by_family() {
    awk -F, -v only="${1:-}" -v every="${2:-}" "$judge"'
        NR == 1 { next }
        { split($0, f, ","); split($1, path, "/"); k = path[2] }
        only != "" && index("," only ",", "," k ",") == 0 || $10 == "unsupported" { next }
        {
            if (!(k in asked)) order[++families] = k
            ++asked[k]; contacts[k] += $7 == "contact"; fn[k] += missed(f); l[k] += late(f)
            fp[k] += $10 == "false_positive"; st[k] += stalls(f); li[k] += $10 == "limit"; e[k] += $10 == "error"
        }
        END {
            printf "%-12s %6s %8s %6s %5s %9s %6s %6s %6s\n", "family", "asked", "contacts", "missed", "late", \
                "false pos", "stalls", "limit", "error"
            for (i = 1; i <= families; ++i) {
                k = order[i]
                if (every == "" && fn[k] + l[k] + st[k] + li[k] + e[k] == 0) {
                    clean = clean " " k
                    continue
                }
                printf "%-12s %6d %8d %6d %5d %9d %6d %6d %6d\n", k, asked[k], contacts[k], fn[k], l[k], fp[k], \
                    st[k], li[k], e[k]
            }
            if (clean) print "nothing missed, late, stalled or unanswered:" clean
        }'
}

# by_shape FILE ANSWERS: contacts of a file by decade of its shape, and how many the method misses or is late for.
by_shape() {
    shape "$1" | awk -F, "$judge"'
        FILENAME == "-" { d = decade($1); of[FNR - 1] = d < -15 ? -15 : d; next }
        FNR == 1 || $7 != "contact" { next }
        { split($0, f, ","); k = of[$2]; ++n[k]; fn[k] += missed(f); l[k] += late(f) }
        late(f) && $6 - $8 > worst[k] { worst[k] = $6 - $8 }
        END {
            printf "%-16s %8s %6s %5s %10s\n", "thinness", "contacts", "missed", "late", "by at most"
            for (k = -15; k <= 0; ++k) {
                if (n[k]) printf "%-16s %8d %6d %5d %10.2g\n", (k == -15 ? "0" : "1e" k) " to 1e" k + 1, \
                    n[k], fn[k], l[k], worst[k]
            }
        }' - "$2"
}

# ---- sections ----

all_families() { queries all all 4000; }

# The table of verdicts that replay prints: from its heading to the first empty line.
verdict_table() {
    sed -n '/true *touch-/,/^$/p' | sed -E '/^[^ ]/d; /^$/d; s/^  //'
}

section_table() {
    "$touchstone" replay "$bundled" --repetitions 0 --fail-on none --per-query bundled.csv | verdict_table
    awk -F, "$judge"'
        NR == 1 { next }
        { split($0, f, ","); tiny[$4] += stalls(f); n = split($1, path, "/"); k = path[n]; sub(/\.h5$/, "", k) }
        !(k in seen) { seen[k] = 1; family[++families] = k }
        !($4 in known) { known[$4] = 1; method[++methods] = $4 }
        $10 == "false_negative" || $10 == "late" { ++unsafe[k, $4] }
        END {
            printf "\n%-12s", "unsafe"
            for (m = 1; m <= methods; ++m) printf " %s", method[m]
            for (i = 1; i <= families; ++i) {
                printf "\n%-12s", family[i]
                for (m = 1; m <= methods; ++m) printf " %*d", length(method[m]), unsafe[family[i], method[m]]
            }
            printf "\n%-12s", "tiny toi"
            for (m = 1; m <= methods; ++m) printf " %*d", length(method[m]), tiny[method[m]]
            print ""
        }' bundled.csv
}

# shown FILE INDEX METHOD[,METHOD]: the truth of a query that comes with Touchstone, and the answers.
shown() {
    printf '%s %s: ' "${1%.h5}" "$2"
    "$touchstone" show "$bundled/../$1" "$2" --backend "$3" | awk '
        /^Truth/ { sub(/^Truth: /, ""); sub(/;.*/, ""); print }
        /^backend/ { on = 1; next }
        on && NF == 0 { exit }
        on { sub(/ +[0-9]+( +below the bound)?$/, ""); print "  " $0 }'
}

section_wrong() {
    shown bundled/even.h5 164 cubic,accd
    shown bundled/even.h5 192 cubic,accd
    shown recorded/needle-bed.h5 721 minsep,accd
    shown recorded/card-shuffle.h5 512 minsep,accd
    shown recorded/stack-10mm.h5 14 bsc,bsc-exact
    shown recorded/kick.h5 78 tbsc,tbsc-bounded
}

section_parity() {
    all_families
    answers all root-parity | by_family even,grazing,sliding,generic,cloth,needle
}

section_cubic() {
    all_families
    answers all cubic | tee cubic.csv | by_family
    facts all | awk -F, "$judge"'
        FILENAME == "-" { thick[$1, $2] = $3 > 0; features[$1, $2] = $5; next }
        $7 == "contact" && ($3 == "edge-edge" || $3 == "point-triangle") {
            split($0, f, ","); k = thick[$1, $2] "," (features[$1, $2] < 4)
            ++n[k]; fn[k] += missed(f); l[k] += late(f)
        }
        END {
            printf "\n%-14s %-24s %8s %6s %5s\n", "min_distance", "touches", "contacts", "missed", "late"
            for (t = 0; t < 2; ++t) for (c = 0; c < 2; ++c) {
                k = t "," c
                printf "%-14s %-24s %8d %6d %5d\n", t ? "> 0" : "0", c ? "a vertex or an edge" : \
                    "inside the face or edges", n[k], fn[k], l[k]
            }
        }' - cubic.csv
}

section_minsep() {
    all_families
    for method in "minsep --backend-option minsep.max_iterations=10000" minsep-careful; do
        printf '%s\n' "$method"
        # shellcheck disable=SC2086 # the options are words of their own
        answers all lower-bound,$method >"${method%% *}.csv"
        grep -v ,lower-bound, "${method%% *}.csv" | by_family
        echo
    done
    awk -F, "$judge"'
        !/^all\/sliding/ { next }
        $4 == "lower-bound" { bound[$1, $2] = $5 == "hit" ? decade($6) : 0; next }
        { split($0, f, ","); k = bound[$1, $2]; ++n[k]; st[k] += stalls(f); zero[k] += $5 == "hit" && $6 == 0 }
        END {
            printf "%-16s %7s %6s %8s\n", "gap / motion", "sliding", "stalls", "toi is 0"
            for (k = -10; k < 0; ++k) if (n[k]) printf "%-16s %7d %6d %8d\n", "1e" k " to 1e" k + 1, n[k], st[k], zero[k]
        }' minsep-careful.csv
}

section_bsc() {
    queries fewer all 500 # halving without an end takes its time
    for method in bsc bsc-exact "bsc-exact --backend-option bsc-exact.split=true" tbsc tbsc-bounded; do
        printf '%s\n' "$method"
        # shellcheck disable=SC2086 # the options are words of their own
        answers fewer $method | tee "${method##* }.csv" | by_family generic,even,cloth,coplanar,parallel,degenerate,far
        echo
    done
    facts fewer | awk -F, "$judge"'
        FILENAME == "-" { whole[$1, $2] = $4 == 1; next }
        $10 == "unsupported" || $7 != "contact" { next }
        { split($0, f, ","); k = $4 "," whole[$1, $2]; ++n[k]; fn[k] += missed(f); l[k] += late(f) }
        END {
            printf "%-12s %-8s %8s %6s %5s\n", "method", "t_max", "contacts", "missed", "late"
            split("bsc-exact,1;bsc-exact,0;tbsc-bounded,1;tbsc-bounded,0", keys, ";")
            for (i = 1; i <= 4; ++i) {
                k = keys[i]; split(k, part, ",")
                printf "%-12s %-8s %8d %6d %5d\n", part[1], part[2] ? "1" : "below 1", n[k], fn[k], l[k]
            }
        }' - bsc-exact.split=true.csv tbsc-bounded.csv
}

section_partial() {
    all_families
    printf '%-10s %7s %17s %17s %17s %17s %9s\n' projection samples cloth even generic sliding 'false pos'
    for projection in true false; do
        for samples in 1 3 6 10; do
            answers all partial --backend-option "partial.samples=$samples,partial.projection=$projection" |
                by_family cloth,even,sliding,generic all | awk -v projection="$projection" -v samples="$samples" '
                    NR > 1 { missed = missed sprintf(" %17s", $4 " + " $5 " of " $3); false_pos += $6 }
                    END { printf "%-10s %7d%s %9d\n", projection, samples, missed, false_pos }'
        done
    done
}

section_polynomial() {
    all_families
    answers all polynomial | by_family
}

section_lower-bound() {
    all_families
    answers all lower-bound | by_family
}


section_parallel() {
    queries edges needle 40000 --kind edge-edge
    answers edges accd --backend-option accd.max_iterations=10000 >edges.csv
    by_shape edges/needle/edge-edge/data.csv edges.csv
}

section_sliver() {
    queries triangles needle 40000 --kind point-triangle
    answers triangles accd --backend-option accd.max_iterations=10000 >triangles.csv
    by_shape triangles/needle/vertex-face/data.csv triangles.csv
}

section_far() {
    queries distant far 40000 --kind point-triangle
    answers distant accd --backend-option accd.max_iterations=10000 >distant.csv
    awk -F, "$judge"'
        FILENAME ~ /data/ {
            for (i = 1; i < 7; i += 2) { x = $i / $(i + 1); if (x < 0) x = -x; if (x > most) most = x }
            if (FNR % 8 == 0) { of[FNR / 8 - 1] = decade(most); most = 0 }
            next
        }
        FNR == 1 || $7 != "contact" { next }
        { split($0, f, ","); k = of[$2]; touching = $8 == 0 }
        touching { ++start[k]; next }
        { ++n[k]; fn[k] += missed(f); l[k] += late(f); li[k] += $10 == "limit" }
        late(f) && $6 - $8 > worst[k] { worst[k] = $6 - $8 }
        END {
            printf "%-12s %8s %6s %5s %10s %6s\n", "coordinates", "contacts", "missed", "late", "by at most", "limit"
            for (k = 2; k < 8; ++k) if (n[k]) printf "%-12s %8d %6d %5d %10.2g %6d\n", "1e" k " to 1e" k + 1, n[k], \
                fn[k], l[k], worst[k], li[k]
        }' distant/far/vertex-face/data.csv distant.csv
}

section_start() {
    all_families
    answers all accd --backend-option accd.max_iterations=10000 >start.csv
    awk -F, '
        NR > 1 && $7 == "contact" && $8 == 0 && $9 == 0 {
            k = $3; ++n[k]; free[k] += $5 == "free"; zero[k] += $5 == "hit" && $6 == 0
            after[k] += $5 == "hit" && $6 > 0; limit[k] += $5 == "limit"; failed[k] += $5 == "failed"
        }
        END {
            printf "%-15s %8s %6s %6s %6s %6s %6s\n", "kind", "in touch", "hit 0", "later", "free", "limit", "failed"
            split("point-triangle edge-edge point-edge point-point", kinds, " ")
            for (i = 1; i <= 4; ++i) {
                k = kinds[i]
                printf "%-15s %8d %6d %6d %6d %6d %6d\n", k, n[k], zero[k], after[k], free[k], limit[k], failed[k]
            }
            printf "\nwithout these:\n"
        }' start.csv
    awk -F, 'NR == 1 || $9 != "0"' start.csv | by_family
}

# spread: mean, median, 99th percentile and most of the numbers in the first column after the name of a group.
spread() {
    sort -k1,1 -k2,2n | awk '
        function flush_group() {
            if (n) printf "%-28s %7d %9.1f %7d %7d %7d %7d\n", name, n, sum / n, v[int((n + 1) / 2)], \
                v[int(n * 0.99 + 0.5)], v[n], over
            n = sum = over = 0
        }
        BEGIN { printf "%-28s %7s %9s %7s %7s %7s %7s\n", "", "queries", "mean", "median", "p99", "most", "> 1000" }
        $1 != name { flush_group(); name = $1 }
        { v[++n] = $2; sum += $2; over += $2 > 1000 }
        END { flush_group() }'
}

section_iterations() {
    all_families
    answers all accd,lower-bound,certified --backend-option accd.max_iterations=100000 >iterations.csv
    awk -F, 'NR > 1 && $4 != "lower-bound" && $8 != "0" { split($1, path, "/")
        if (path[2] ~ /^(cloth|even|generic|needle|sliding)$/) print path[2] "/" $4, $11 }' \
        iterations.csv | spread
    echo
    awk -F, "$judge"'
        NR > 1 && $4 == "accd" { split($1, path, "/"); family = path[2]; n = $11; touching = $8 == "0" }
        NR > 1 && $4 == "lower-bound" { bound = $5 == "hit" ? decade($6) : 0 }
        NR > 1 && $4 == "certified" && family == "sliding" && !touching { print "gap/motion>1e" bound "/accd", n }
        ' iterations.csv | spread
}

section_certified() {
    all_families
    "$touchstone" replay all --backend certified --oracle label --check-certificates --repetitions 0 | verdict_table
}

# ---- what to run ----

# Output lines that the page does not have.
not_on_page() {
    grep -v '^$' | grep -vFx -f "$docs/findings.md" || true
}

check=0
if [[ ${1:-} == --check ]]; then
    check=1
    shift
fi
[[ $# -gt 0 ]] && sections=("$@")
for section in "${sections[@]}"; do
    declare -F "section_$section" >/dev/null || { printf 'findings.sh: no section %s\n' "$section" >&2; exit 2; }
done

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"
for section in "${sections[@]}"; do
    if [[ $check -eq 1 ]]; then
        "section_$section" | not_on_page | sed "s/^/$section: /"
    else
        [[ ${#sections[@]} -eq 1 ]] || printf '\n==== %s ====\n\n' "$section"
        "section_$section"
    fi
done | tee output
[[ $check -eq 0 || ! -s output ]]
