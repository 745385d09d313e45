#!/bin/sh
# SPDX-License-Identifier: MIT
# How far the solver ndb ends up from cipc at a tolerance of 1e-4 m/s, by its own tolerance (docs/ndb.md, row 4), on ndb-drape
# with a cloth of the given bending_scale; that of ndb-cloth is 0.0075, and buckles. Prints the r.m.s. distance at some
# times and the largest at any, in percent of the cloth's size.
#
# usage: scripts/ndb-trajectory.sh [SIZE [BENDING_SCALE [TOLERANCE ...]]]; BUILD and MEMBRANE from the environment: the
# folder of the program, the cloth's membrane_scale (another start)
set -eu
size=${1:-small}
bending=${2:-1}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 1e-2 1e-3 1e-4 1e-5
cd "$(dirname "$0")/.."
run=${BUILD:-build/release}/touchstone
[ -x "$run" ] || {
    echo "ndb-trajectory.sh: there is no program $run; build it, or say in BUILD which folder has it" >&2
    exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed "s/\"membrane_scale\": [0-9.]*/\"membrane_scale\": ${MEMBRANE:-0.00625}, \"bending_scale\": $bending/" \
    datasets/scenes/ndb-drape.json >"$work/drape.json"

simulate() { # SOLVER TOLERANCE FOLDER
    "$run" simulate "$work/drape.json" --size "$size" --steps 150 --solver "$1" --solver-option "tolerance=$2" \
        --no-verify --out "$work/$3" >"$work/log" 2>&1 || {
        tail -2 "$work/log" >&2
        return 1
    }
}

echo "tolerance  iterations a step  unfinished  0.1 s  0.2 s  0.3 s  0.5 s    1 s  largest, % of the size"
simulate cipc 1e-4 cipc
for tolerance in "$@"; do
    simulate ndb "$tolerance" ndb
    "$run" compare-runs "$work/ndb" "$work/cipc" --csv "$work/apart.csv" --json "$work/apart.json" >/dev/null
    length=$(sed -n 's/.*"size":[^0-9]*\([0-9.e+-]*\).*/\1/p' "$work/apart.json" | head -1)
    unfinished=$(grep -c 'iteration limit' "$work/ndb/log.jsonl" || true)
    awk -F, -v tolerance="$tolerance" -v length_="$length" -v unfinished="$unfinished" '
        BEGIN {split("0.1 0.2 0.3 0.5 1", at, " ")}
        NR == 1 {for (i = 1; i <= NF; ++i) if ($i == "iterations_a") column = i; next}
        {rms = 100 * $2 / length_; if (rms > most) most = rms; iterations += $column; ++steps
         for (i = 1; i <= 5; ++i) if ($1 > at[i] - 1e-6 && $1 < at[i] + 1e-6) share[i] = rms}
        END {printf "%9s  %17.1f  %10d", tolerance, iterations / (steps - 1), unfinished
             for (i = 1; i <= 5; ++i) printf "  %5.2f", share[i]
             printf "  %7.2f\n", most}' "$work/apart.csv"
    rm -rf "$work/ndb"
done
