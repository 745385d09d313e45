#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Do two builds of the command give the same bits? For a change that is to change no behaviour: a fixed list of runs
# through both, and every results file, frame, checkpoint and data set compared, times and machine aside.
#
# usage: scripts/same-bits.sh [--long] OLD NEW
#   OLD, NEW  two `touchstone` commands, the first from before the change
#   --long    scenes at their standard size as well (an hour)
# Exits with 1, and keeps both folders, when something differs.

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

long=
[[ ${1:-} != --long ]] || { long=yes && shift; }
[[ $# -eq 2 && -x $1 && -x $2 ]] || fail 2 "usage: scripts/same-bits.sh [--long] OLD NEW"
commands=("$(realpath -- "$1")" "$(realpath -- "$2")")
scratch=$(mktemp -d)
mkdir "$scratch/old" "$scratch/new"

# One scene of every kind of body, contact, friction, limit and integrator that the solver knows.
scenes=(all-codimensions drape drape-orthotropic hang-1 hang-limits card-shuffle noodles sprinkles mat-twist needle-bed
        kick masonry-arch tablecloth-4 twisted-cylinder rods-twist-0.02 granules-on-cloth reef-knot pleated-dress
        rotating-sphere tight-slot small-gaps high-speed-ball)
sizes=(tiny ${long:+small})

# runs COMMAND: the list, each line in the folder where it stands.
runs() {
    local command=$1 scene size
    "$command" replay "$TS_ROOT/datasets/bundled" --repetitions 1 --allow-unsafe --json replay.json --csv replay.csv
    "$command" replay "$TS_ROOT/datasets/recorded" --sample 3000 --seed 1 --repetitions 1 --allow-unsafe --json recorded.json
    "$command" replay "$TS_ROOT/tests/worst" --repetitions 1 --allow-unsafe --check-certificates --json worst.json
    "$command" barrier --samples 24 --json barrier.json
    "$command" dataset generate cloth-thick --count 500 --seed 7 --out cloth-thick.h5
    "$command" dataset generate lattice --count 500 --seed 7 --out lattice.csv
    "$command" show "$TS_ROOT/datasets/bundled/grazing.h5" 3 --json
    "$command" list scenes
    for size in "${sizes[@]}"; do
        for scene in "${scenes[@]}"; do
            "$command" simulate "$scene" --size "$size" --steps 6 --checkpoint-every 3 --out "$scene-$size" \
                --json "$scene-$size.json"
            "$command" simulate "$scene" --size "$size" --steps 7 --checkpoint-every 3 --resume "$scene-$size" \
                --json "$scene-$size-resumed.json"
        done
    done
    "$command" simulate drape --size tiny --steps 6 --ccd accd --referee --record queries.h5 --json referee.json
    "$command" simulate mat-twist --size tiny --steps 4 --ccd cubic --json cubic.json
    "$command" table --size tiny --scenes stack-1mm,kick --backends accd,cubic,tight-inclusion,certified --steps 3 --out table \
        --json table.json
}

for which in 0 1; do
    folder=$scratch/$([[ $which -eq 0 ]] && echo old || echo new)
    say "Running ${commands[$which]}"
    (cd -- "$folder" && set +e && set -x && runs "${commands[$which]}") >"$folder/screen.txt" 2>"$folder/commands.txt" || true # a table with failing methods ends with 1
done

say "Comparing"
python3 "$TS_ROOT/tests/bits/compare.py" "$scratch/old" "$scratch/new" || fail 1 "the builds differ; see $scratch"
rm -rf -- "$scratch"
