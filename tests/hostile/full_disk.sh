#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command that writes, where nothing more can be written: it ends with its exit code and says so, the files of
# before stay as they were, and nothing temporary is left.
#
# usage: tests/hostile/full_disk.sh BUILD_DIR limit|disk
#   limit  files may not grow (a limit of the shell's)
#   disk   a file system of 40 megabytes, full; needs a mount of one's own, and skips (77) where that is not allowed

set -euo pipefail
build=$(cd -- "$1" && pwd)
how=$2
export PATH=$build:$PATH OMP_WAIT_POLICY=passive
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

if [[ $how == disk && -z ${TS_MOUNTED:-} ]]; then
    if ! unshare -rm sh -c "mount -t tmpfs -o size=40m tmpfs '$work'" 2>"$work/why"; then
        printf 'skipped: no file system can be mounted here: %s\n' "$(cat "$work/why")"
        exit 77
    fi
    TS_MOUNTED=$work unshare -rm "${BASH_SOURCE[0]}" "$@"
    exit
fi
if [[ $how == disk ]]; then
    rm -rf -- "$work"
    work=$TS_MOUNTED # of the caller, who removes it
    mount -t tmpfs -o size=40m tmpfs "$work"
    trap - EXIT
fi
cd -- "$work"
failures=0

complain() {
    printf '%s\n' "$*"
    failures=$((failures + 1))
}

fill() {
    [[ $how == limit ]] || dd if=/dev/zero of=filler bs=4096 2>/dev/null || true
}

# quietly COMMAND...: its messages in $messages, its exit code in $code; its files are those of a full disk.
quietly() {
    messages=$( ( [[ $how == disk ]] || ulimit -f 0; "$@" 2>&1 >/dev/null) 2>&1; printf 'x%d' $?) || true
    code=${messages##*x}
    messages=${messages%x*}
}

state() {
    find . -path ./filler -prune -o -type f -exec cksum {} + | sort -k 3
}

# expect CODE COMMAND...: it fails so, by a message, and changes no file.
expect() {
    local wanted=$1 before after
    shift
    before=$(state)
    quietly "$@"
    after=$(state)
    [[ $code == "$wanted" ]] || complain "$how: $*: exit code $code, expected $wanted: $messages"
    [[ $messages == *"No space left"* || $messages == *"File too large"* ]] || complain "$how: $*: says '$messages'"
    [[ $messages != *crashed* ]] || complain "$how: $*: $messages"
    [[ $before == "$after" ]] || complain "$how: $*: changes files: $(diff <(printf '%s' "$before") <(printf '%s' "$after"))"
}

# What is there before, each twice: what is read, and what is to be replaced.
prepare() {
    touchstone dataset generate generic,grazing --count 60 --seed 1 --out q.h5
    cp q.h5 old.h5
    touchstone dataset convert q.h5 old --format csv
    touchstone replay q.h5 --backend accd,certified --repetitions 0 --json r.json --csv r.csv --markdown r.md \
        --latex r.tex --per-query p.csv
    touchstone barrier --samples 4 --term barrier --json b.json
    touchstone baseline r.json base.json
    touchstone compare base.json r.json --junit c.xml --markdown c.md
    touchstone report r.json --out page
    touchstone replay q.h5 --backend accd --repetitions 0 --shard 1/2 --part part.json
    touchstone simulate stack-1mm --size tiny --steps 2 --checkpoint-every 1 --out run --record rec.h5 --json s.json
    touchstone simulate tight-slot --size tiny --steps 2 --checkpoint-every 1 --out slot --proof slot/proof
    touchstone verify run/frames/frame_000001.vtu --json v.json
} >/dev/null

writers() {
    fill
    expect 2 touchstone dataset generate generic --count 3000 --seed 2 --out old.h5 --replace
    expect 2 touchstone dataset generate generic --count 3 --seed 2 --out new.h5
    expect 2 touchstone dataset generate generic --count 3000 --seed 2 --out new --format csv
    expect 2 touchstone dataset convert q.h5 old.h5 --replace
    expect 2 touchstone dataset convert q.h5 old --format csv --replace
    expect 2 touchstone dataset label q.h5 --out old.h5 --replace
    expect 2 touchstone dataset select q.h5 --out old.h5 --replace
    for face in json=r.json csv=r.csv markdown=r.md latex=r.tex per-query=p.csv; do
        expect 2 touchstone replay q.h5 --backend accd --repetitions 0 "--${face%=*}" "${face#*=}"
    done
    expect 2 touchstone replay q.h5 --backend accd --repetitions 0 --shard 1/2 --part part.json --resume
    expect 2 touchstone barrier --samples 4 --term barrier --json b.json
    expect 2 touchstone baseline r.json base.json --replace
    expect 2 touchstone compare base.json r.json --junit c.xml
    expect 2 touchstone compare base.json r.json --markdown c.md
    expect 2 touchstone report r.json --out page --replace
    expect 2 touchstone report r.json --out page --replace --no-plots
    expect 2 touchstone plot r.json --out page/plots --replace
    expect 2 touchstone verify run/frames/frame_000001.vtu --json v.json
    expect 2 touchstone prove run/frames --out proof
}

# A run is stopped where the disk is full, and goes on when there is room.
runs() {
    local before
    before=$(cksum run/checkpoint.bin run/run.pvd run/frames/*)
    expect_run touchstone simulate stack-1mm --size tiny --steps 4 --checkpoint-every 1 --resume run
    [[ $(cksum run/checkpoint.bin run/run.pvd run/frames/*) == "$before" ]] || complain "$how: frames or checkpoint changed"
    expect 2 touchstone simulate stack-1mm --size tiny --steps 2 --json s.json
    expect 2 touchstone simulate stack-1mm --size tiny --steps 2 --record other.h5
    expect_run touchstone simulate stack-1mm --size tiny --steps 2 --out other
    rm -f filler
    touchstone simulate stack-1mm --size tiny --steps 4 --checkpoint-every 1 --resume run >/dev/null ||
        complain "$how: the run cannot be resumed"
}

# A proof claims what it proves, wherever the room ends: between its files, or in one of them.
proofs() {
    local before room simulate=(touchstone simulate tight-slot --size tiny --steps 6 --checkpoint-every 1)
    fill
    before=$(state)
    expect_run "${simulate[@]}" --out new --proof new/proof
    [[ ! -e new/proof/step_000000.tsp ]] || complain "$how: a proof without room"
    rm -rf -- new
    for room in 0 2 6 10 20; do
        rm -rf -- again
        [[ $how == limit ]] || rm -f filler
        cp -r slot again
        fill
        [[ $how == limit ]] || truncate -s "-$((4 * room))K" filler
        quietly "${simulate[@]}" --resume again --proof again/proof
        [[ $code == 2 && $messages == *"could not be written"* ]] || complain "$how: room for $room: exit code $code: $messages"
        honest again/proof
    done
    rm -rf -- again filler
    [[ $(state) == "$before" ]] || complain "$how: the proof of before changed"
    "${simulate[@]}" --resume slot --proof slot/proof >/dev/null || complain "$how: the proof cannot be gone on with"
    touchstone check slot/proof --frames slot >check.txt || complain "$how: the proof that was gone on with is none"
    [[ $(grep -c ': proven' check.txt) -eq 7 ]] || complain "$how: $(cat check.txt)"
}

# A folder that the disk was too full for: not malformed, the steps of before are proven, and those without a proof are
# called so.
honest() {
    local said code=0
    said=$(touchstone check "$1") || code=$?
    [[ $code -le 1 && $said == *"step 2: proven"* ]] || complain "$how: $1: exit code $code: $said"
    [[ $code -eq 0 || $said == *"NOT proven: there is no proof of it"* ]] || complain "$how: $1: $said"
}

expect_run() {
    quietly "$@"
    [[ $code == 2 && $messages == *"could not be written"* ]] || complain "$how: $*: exit code $code: $messages"
}

prepare
writers
runs
proofs
[[ -z $(find . -name '*.part-*') ]] || complain "$how: left: $(find . -name '*.part-*')"
printf '%s: %d failures\n' "$how" "$failures"
[[ $failures -eq 0 ]]
