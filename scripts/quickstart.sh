#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a fresh clone to a table: installs what is missing, builds, replays the bundled queries and a sample of the
# recorded ones through every CCD method, and says where the report is.
#
# usage: scripts/quickstart.sh [--minimal]
#   --minimal  installs nothing that only pictures and pages need (scripts/install-deps.sh --help)

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

for argument in "$@"; do
    [[ $argument == --minimal ]] || fail 2 "unknown option $argument; there is --minimal"
done
"$TS_ROOT/scripts/install-deps.sh" "$@"

say "Building (build/release)"
build_preset release touchstone || fail 5 "the build failed; see above"

say "Replaying datasets/bundled and a sample of datasets/recorded through every CCD method, refereed exactly"
results=build/quickstart
cd -- "$TS_ROOT"
mkdir -p "$results"
# That published methods give unsafe answers is what there is to see here, not a failure of this script.
build/release/touchstone replay datasets/bundled datasets/recorded --sample 3000 --seed 1 --repetitions 3 --allow-unsafe \
    --json "$results/results.json" --markdown "$results/report.md" </dev/null

say "Done"
printf 'The report:  %s\n' "$TS_ROOT/$results/report.md"
printf 'The numbers: %s\n' "$TS_ROOT/$results/results.json"
printf 'The command: %s (try --help)\n' "$TS_ROOT/build/release/touchstone"
