#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The examples of docs/commands.md run.
#
# usage: tests/docs/examples.sh BUILD_DIR

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# The files that the examples name.
prepare_files() {
    mkdir "$scratch/files"
    cd -- "$scratch/files"
    mkdir datasets vertex-face
    ln -s "$root/datasets/bundled" datasets/bundled
    ln -s "$root/datasets/scenes" datasets/scenes
    "$touchstone" simulate datasets/scenes/drape-2k.json --steps 1 --out drape
    "$touchstone" dataset generate generic --count 1313 --out recorded.h5
    "$touchstone" dataset generate generic --count 8 --out queries.h5
    "$touchstone" replay queries.h5 --repetitions 0 --allow-unsafe --json results.json
    "$touchstone" dataset convert queries.h5 sample-queries
    cp sample-queries/vertex-face/data.csv vertex-face/queries.csv
    for _ in 1 2 3; do cat sample-queries/vertex-face/data.csv; done >>vertex-face/queries.csv
    # A query on which accd is late: the worst that is kept of it.
    "$touchstone" dataset minimise datasets/bundled/coplanar.h5 37 --backend accd --tries 1 --out late.h5
    cp "$root/examples/plugin_python/axes.py" mine.py
    cp "$build/plugins/axes.so" axes.so
} >/dev/null

# What makes an example cheap; of options given twice the last one counts.
shortened() {
    case $1 in
    *" --against "*generate* | *generate*" --against "*) echo "$1 --count 2 --tries 100 --replace" ;;
    *" simulate "*" --resume "*) echo "$1 --steps 2 --threads 1" ;;
    *" simulate "*" --out "*) echo "$1 --steps 1 --threads 1 --replace" ;;
    *" simulate "*) echo "$1 --steps 1 --threads 1" ;;
    *" minimise "*) echo "$1 --tries 20" ;;
    *" generate "*) echo "$1 --count 4 --replace" ;;
    *" replay "*) echo "$1 --limit 3 --repetitions 0 --fail-on none" ;;
    *) echo "$1" ;;
    esac
}

run_example() {
    if [[ $1 == *python3* ]] && ! command -v python3 >/dev/null; then
        echo "skipped, there is no python3: $1"
        return
    fi
    rm -rf -- "$scratch/run"
    cp -r -- "$scratch/files" "$scratch/run"
    cd -- "$scratch/run"
    local line
    line=$(shortened "$1")
    eval "\"$touchstone\" ${line#touchstone }" >"$scratch/said" 2>&1 </dev/null ||
        complain "docs/commands.md: '$line' ends with $?: $(tail -n 1 "$scratch/said")"
    runs=$((runs + 1))
}

prepare_files
runs=0
while read -r line; do
    [[ $line == *"["* || $line == *"   "* || $line == *"..."* ]] || run_example "$line"
done < <(awk -f "$root/tests/docs/command_lines.awk" "$root/docs/commands.md")

[[ $runs -gt 0 ]] || complain "no command line was found"
printf '%d examples run, %d complaints\n' "$runs" "$failures"
[[ $failures -eq 0 ]]
