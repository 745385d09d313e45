#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Replays in pieces: shards that are merged, runs that are killed and resumed, and ranks of mpirun give the results of
# one run; parts that do not belong together are refused.
#
# usage: tests/parts/parts.sh BUILD_DIR

set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd -- "$1" && pwd)
touchstone=$build/touchstone
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
failures=0

complain() {
    printf '%s\n' "$*"
    failures=$((failures + 1))
}

# Results without what may differ from run to run.
settled() {
    sed -E '/"(date|oracle_seconds|timing_seconds|checksum)":/d' "$1"
}

expect_same() {
    cmp -s <(settled one.json) <(settled "$1") || complain "$2: other results than those of one run"
}

# expect_refusal CODE WORDS COMMAND...
expect_refusal() {
    local code=0 expected=$1 words=$2
    shift 2
    "$@" >log 2>&1 || code=$?
    [[ $code -eq $expected ]] || complain "'$*': exit code $code, not $expected"
    grep -q -- "$words" log || complain "'$*' does not say '$words': $(tail -n 1 log)"
}

mkdir data
for family in generic touching lattice; do
    "$touchstone" dataset generate "$family" --count 20000 --seed 3 --out "data/$family.h5" >/dev/null
done
printf '0,1,0,1,0,1\n' >data/broken.csv # of six fields: no query
replay=("$touchstone" replay data "$root/datasets/bundled/cloth.h5" --backend certified,cubic --repetitions 0 --jobs 2)

code=0
"${replay[@]}" --json one.json >/dev/null 2>&1 || code=$?
[[ $code -eq 4 ]] || complain "a broken file: exit code $code, not 4"

# ---- shards ----

for i in 1 2 3; do
    "${replay[@]}" --block 300 --shard $i/3 --part "part-$i.json" >/dev/null 2>&1 || true
done
"$touchstone" merge part-3.json part-1.json part-2.json --json merged.json >/dev/null 2>&1 || true
expect_same merged.json "merged shards"
expect_refusal 4 'shard 2 of 3 is missing' "$touchstone" merge part-1.json part-3.json
expect_refusal 4 'are both shard 1 of 3' "$touchstone" merge part-1.json part-1.json part-2.json
"${replay[@]}" --block 300 --limit 100 --shard 2/3 --part other.json >/dev/null 2>&1 || true
expect_refusal 2 'another --limit' "$touchstone" merge part-1.json other.json part-3.json
"${replay[@]}" --shard 2/3 --part other-blocks.json >/dev/null 2>&1 || true
expect_refusal 2 'another --block' "$touchstone" merge part-1.json other-blocks.json part-3.json
expect_refusal 2 'expected I/N' "${replay[@]}" --shard 4/3 --part new.json
expect_refusal 2 'needs --part' "${replay[@]}" --shard 1/3
head -c 1000 part-1.json >torn.json
expect_refusal 4 'not JSON, or not complete' "$touchstone" merge torn.json
sed 's/"verdicts":\[/"verdicts":[-/' part-1.json >bad.json
expect_refusal 4 'does not fit its checksum' "$touchstone" merge bad.json part-2.json part-3.json

# ---- killed and resumed ----

expect_refusal 2 'exists; --resume goes on from it' "${replay[@]}" --part part-1.json
# Ten times; on a machine that does other things as well more often and later, until there is something to resume.
attempt=0
while ((++attempt <= 10)) || [[ ! -e killed.json && $attempt -le 30 ]]; do
    "${replay[@]}" --block 256 --part killed.json --part-every 0 --resume --json resumed.json >/dev/null 2>&1 &
    run=$!
    sleep $((attempt / 10)).$((attempt % 7 + 2))
    kill -KILL $run 2>/dev/null || true
    wait $run 2>/dev/null || true
done
[[ -e killed.json ]] || complain "a run that was killed left no part"
"${replay[@]}" --part killed.json --resume --json resumed.json >/dev/null 2>&1 || true
expect_same resumed.json "a run killed ten times"
expect_refusal 2 'another --repetitions' "${replay[@]}" --repetitions 1 --part killed.json --resume
expect_refusal 2 'another list of backends' "${replay[@]}" --backend accd --part killed.json --resume

# ---- ranks ----

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if ! command -v mpirun >/dev/null || ! grep -q '^TOUCHSTONE_MPI:BOOL=ON' "$build/CMakeCache.txt"; then
    OMPI_COMM_WORLD_SIZE=2 expect_refusal 2 'built without MPI' "${replay[@]}"
    echo "ranks of mpirun not tried: built without -DTOUCHSTONE_MPI=ON"
else
    mpirun --oversubscribe -n 3 "${replay[@]}" --json ranks.json >/dev/null 2>&1 || true
    expect_same ranks.json "three ranks"
    code=0
    timeout 60 mpirun --oversubscribe -n 2 "$touchstone" replay missing --backend cubic >log 2>&1 || code=$?
    [[ $code -ne 0 && $code -ne 124 ]] || complain "ranks without data: exit code $code"
fi

[[ $failures -eq 0 ]] && echo "parts make the whole"
[[ $failures -eq 0 ]]
