#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Do the methods that bear the names of published programs answer as those programs do? Asks them the queries that the
# published programs were asked, and counts by method and data set where status and toi (1e-9 of it) are the same.
#
# usage: scripts/compare-published.sh [--list] [--authors-flags] [--methods LIST | --plugin FILE.so] [DATA]
#   --list           every difference: method, data set, query, kind, published status and toi, ours
#   --authors-flags  the answers of the build with fused multiply-add, instead of the plain one
#   --methods LIST   of accd,cubic,minsep,root-parity,bsc,tbsc (default: all)
#   --plugin FILE.so that method, whose name is the file's, in the place of accd, and no other
#   DATA             folder with published-answers/, sample-queries/, nasty/ and recorded/ (default: ../shared/data);
#                    what is not there is left out
#   TOUCHSTONE       environment: the command (default: build/release/touchstone)
#
# "hang" is our `limit`, "error" our `failed`. Point-edge and point-point queries of root-parity, bsc and tbsc are
# accd's, there and here. The bundled queries were asked of the build with the authors' flags only.

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

list=0
plain=1
methods=accd,cubic,minsep,root-parity,bsc,tbsc
plugin=
data=$TS_ROOT/../shared/data
while [[ $# -gt 0 ]]; do
    case $1 in
    --list) list=1 ;;
    --authors-flags) plain=0 ;;
    --methods | --plugin)
        [[ $# -gt 1 ]] || fail 2 "$1 needs a value"
        if [[ $1 == --methods ]]; then methods=$2; else plugin=$(realpath -- "$2") methods=accd; fi
        shift
        ;;
    -*) fail 2 "unknown option $1; there are --list, --authors-flags, --methods and --plugin" ;;
    *) data=$1 ;;
    esac
    shift
done
if [[ ! -d $data/published-answers ]]; then
    printf 'compare-published.sh: %s is not there; nothing to compare with\n' "$data/published-answers"
    exit 0
fi
data=$(cd -- "$data" && pwd)
touchstone=$(realpath -- "${TOUCHSTONE:-$TS_ROOT/build/release/touchstone}")
asked=$methods
[[ ,$methods, == *,accd,* ]] || asked=accd,$methods
methods_asked=(--backend "$asked")
[[ -z $plugin ]] || methods_asked=(--backend "$(basename -- "$plugin" .so)" --plugin "$plugin" --in-process)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# ours NAME FOLDER PATH [options]: appends a line for each answer to NAME, in the columns of --per-query.
ours() {
    local name=$1 folder=$2 path=$3
    [[ -e $folder/$path ]] || return 0
    (cd -- "$folder" && "$touchstone" replay "$path" "${methods_asked[@]}" --oracle none --repetitions 0 \
        --fail-on none --per-query "$scratch/one.csv" "${@:4}") >"$scratch/said" 2>&1 || fail 5 "$(tail -3 "$scratch/said")"
    awk -F, -v OFS=, -v renamed="$plugin" 'NR > 1 { if (renamed) $4 = "accd"; print }' "$scratch/one.csv" >>"$scratch/$name"
}

# compare NAME TITLE: ours with the published answers of that name.
compare() {
    local answers=$data/published-answers/$1.csv.gz
    [[ $plain -eq 0 || $1 == bundled ]] || answers=$data/published-answers/plain-build/$1.csv.gz
    [[ -s $scratch/$1 && -e $answers ]] || return 0
    gzip -dc "$answers" | sed 's,^shared/data/,,' |
        awk -F, -v methods="$methods" -v title="$2" -v list="$list" '
        BEGIN { count = split(methods, method, ","); for (i = 1; i <= count; ++i) wanted[method[i]] = 1
                named["limit"] = "hang"; named["failed"] = "error" }
        function lent(m, kind) { return (kind == "point-edge" || kind == "point-point") && m ~ /^(root-parity|t?bsc)$/ }
        function judge(m, status, toi,   published, at, same, d) {
            published = theirs[$1, $2, m]
            if (published == "" || published == "unsupported") return
            at = theirs_toi[$1, $2, m]
            if (status in named) status = named[status]
            d = toi - at; if (d < 0) d = -d
            same = status == published && (status != "hit" || d <= 1e-9 * (toi > at ? toi : at))
            ++asked[m]; agreed[m] += same
            if (same) return
            k = m SUBSEP published " > " status
            if (!(k in differ)) order[m] = order[m] SUBSEP published " > " status
            ++differ[k]
            if (list) print m, $1, $2, $3, published, at, "ours", status, toi
        }
        FILENAME == "-" && FNR == 1 { for (i = 4; i < NF; i += 2) { name = $i; sub(/_status$/, "", name); column[name] = i } }
        FILENAME == "-" { for (name in column) { theirs[$1, $2, name] = $column[name]; theirs_toi[$1, $2, name] = $(column[name] + 1) }
                          next }
        $4 == "accd" { for (m in wanted) if (lent(m, $3)) judge(m, $5, $6) }
        ($4 in wanted) && !lent($4, $3) { judge($4, $5, $6) }
        END {
            for (i = 1; i <= count; ++i) {
                m = method[i]
                if (!asked[m]) continue
                classes = ""
                n = split(substr(order[m], 2), names, SUBSEP)
                for (j = 1; j <= n; ++j) classes = classes (j > 1 ? ", " : "  ") differ[m, names[j]] " " names[j]
                printf "%-18s %-12s %6d of %6d  %7.3f %%%s\n", title, m, agreed[m], asked[m], \
                    100 * agreed[m] / asked[m], classes
            }
        }' - "$scratch/$1"
}

ours recorded "$TS_ROOT" datasets/recorded
ours bundled "$TS_ROOT" datasets/bundled
ours shared-sample-queries "$data" sample-queries
ours shared-nasty "$data" nasty
for file in "$data"/recorded/*.h5; do
    ours shared-recorded "$data" "recorded/${file##*/}" --sample 2000 --seed 1
done

printf '%-18s %-12s %-16s %9s  %s\n' "data set" method "same answers" "" "differences: published > ours"
compare recorded recorded
compare shared-sample-queries sample-queries
compare shared-nasty nasty
compare shared-recorded "recorded elsewhere"
compare bundled "bundled (FMA)"
