#!/bin/sh
# SPDX-License-Identifier: MIT
# Exact offences of states and accepted ways of the solver ndb: scenes by methods of full CCD, growths K and caps on the
# iterations of a step (docs/ndb.md, row 1). Prints what bench-ndb-ways prints, and the sums.
#
# usage: scripts/ndb-ways.sh [SIZE [STEPS [SCENE ...]]]; METHODS, GROWTHS, CAPS and BUILD from the environment
set -eu
size=${1:-tiny}
steps=${2:-12}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] && shift
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- datasets/scenes/ndb-*.json
bench=${BUILD:-build/release}/bench-ndb-ways
for method in ${METHODS:-certified accd}; do
    for growth in ${GROWTHS:-2 3 10}; do
        for cap in ${CAPS:-5 25 400}; do
            echo "# $method K=$growth lg_per_step=$cap"
            "$bench" --size "$size" --steps "$steps" --ccd "$method" \
                --options "{\"K\": $growth, \"lg_per_step\": $cap}" "$@" | grep -v '^size\|^scene' || true
        done
    done
done | awk '{print} /^ndb-/ {steps += $3; ways += $7; in_ways += $8; in_states += $9; if ($12 > row) row = $12; next}
    !/^#/ {failed++}
    END {printf "sum: %d states, %d ways, offences %d and %d, runs that ended early %d, most small exits in a row %d\n",
         steps, ways, in_states, in_ways, failed, row}'
