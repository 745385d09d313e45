#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes datasets/recorded again: runs the scenes of the paper's CCD comparison with accd, records every query of their
# line searches, and selects the hardest ones and a sample of the rest, with their exact truth (docs/recorded.md).
#
# usage: scripts/record-scenes.sh [--size SIZE] [--out DIR] [--keep DIR] [SCENE...]
#   --size SIZE  tiny, small (default) or paper
#   --out DIR    for the selections, SCENE.h5 each (default: datasets/recorded); what stands there is replaced
#   --keep DIR   for the recordings, some 700 MB at `small`, and what the runs said; those that are there are not made
#                again (default: a temporary folder)
#   SCENE        one of datasets/scenes (default: the ten scenes of the comparison)
#   TOUCHSTONE   environment: the command (default: build/release/touchstone, built first)

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

size=small
out=$TS_ROOT/datasets/recorded
keep=
scenes=()
while [[ $# -gt 0 ]]; do
    case $1 in
    --size | --out | --keep)
        [[ $# -gt 1 ]] || fail 2 "$1 needs a value"
        printf -v "${1#--}" %s "$2"
        shift
        ;;
    -*) fail 2 "unknown option $1; there are --size, --out and --keep" ;;
    *) scenes+=("$1") ;;
    esac
    shift
done
[[ ${#scenes[@]} -gt 0 ]] ||
    scenes=(sprinkles noodles hair-clusters braids card-shuffle needle-bed kick stack-1mm stack-5mm stack-10mm)

touchstone=${TOUCHSTONE:-}
if [[ -z $touchstone ]]; then
    touchstone=$TS_ROOT/build/release/touchstone
    build_preset release touchstone || fail 5 "the build failed; see above"
fi
if [[ -z $keep ]]; then
    keep=$(mktemp -d)
    trap 'rm -rf -- "$keep"' EXIT
fi
mkdir -p -- "$out" "$keep"

# What is recorded are the queries of the Newton loop as published (docs/simulation.md): other increments ask others.
loop=(--solver-option published_loop=true)

for scene in "${scenes[@]}"; do
    say "$scene"
    recording=$keep/$scene.h5
    # A run that stalls ends with 1: what it asked until then is recorded all the same.
    [[ -e $recording ]] ||
        "$touchstone" simulate "$TS_ROOT/datasets/scenes/$scene.json" --size "$size" "${loop[@]}" --ccd accd --no-verify \
            --record "$recording" </dev/null >"$keep/$scene.txt" || [[ $? -eq 1 && -e $recording ]] || fail 5 "$scene was not recorded"
    "$touchstone" dataset select "$recording" --out "$out/$scene.h5" --replace \
        --tiny 600 --contacts 500 --closest 500 --random 500 </dev/null
done
