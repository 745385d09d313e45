#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The gate of examples/ci with a method that works, and broken on purpose: it must pass when nothing changed, and fail
# for the right reason otherwise.
#
# usage: tests/gate/gate.sh BUILD_DIR [RUNS]
#   RUNS  how often the unchanged method must pass (1)

set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd -- "$1" && pwd)
runs=${2:-1}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
export TOUCHSTONE=$build/touchstone
export ASAN_OPTIONS=exitcode=5
failures=0

complain() {
    printf '%s\n' "$*"
    sed 's/^/    /' "$work/log"
    failures=$((failures + 1))
}

# gate WAY: the job with the method broken in that way; the output in $work/log, the exit code in $code.
gate() {
    code=0
    "$root/examples/ci/gate.sh" "$build/plugins/gated_$1.so" gated "$work/baseline.json" "$work/out" \
        "$work/data" >"$work/log" 2>&1 || code=$?
}

mkdir "$work/data"
for kind in point-triangle edge-edge; do
    "$TOUCHSTONE" dataset generate generic --kind "$kind" --count 400 --seed 5 --out "$work/data/$kind.h5" >/dev/null
done

gate late
[[ $code -eq 1 && ! -e $work/baseline.json ]] || complain "a baseline of unsafe answers: exit code $code, not 1"
grep -q "fails by 'unsafe' (see --fail-on): gated" "$work/log" || complain "the job does not say why it fails"
FAIL_ON=error gate late
[[ $code -eq 0 && -s $work/baseline.json ]] || complain "FAIL_ON is not heard (exit code $code)"
rm "$work/baseline.json"

gate right
[[ $code -eq 0 && -s $work/baseline.json ]] || complain "the first run made no baseline (exit code $code)"
[[ -s $work/out/junit.xml ]] || complain "the first run leaves no junit.xml"
grep -q 'is new: look at' "$work/out/comparison.md" || complain "the first comparison does not say that the baseline is new"
[[ $(wc -c <"$work/baseline.json") -lt 60000 ]] || complain "the baseline is too large to commit"

# A machine that others use may be slower for a while, and hardly in all of the runs that the gate makes then.
for ((run = 1; run <= runs; ++run)); do
    gate right
    [[ $code -eq 0 ]] || complain "run $run: nothing changed, and yet exit code $code"
done

# A comparison that calls it slower once, and never again.
printf '%s\n' '#!/bin/sh' "if [ \"\$1\" = compare ] && mkdir '$work/said' 2>/dev/null; then exit 3; fi" \
    "exec '$TOUCHSTONE' \"\$@\"" >"$work/slow-once"
chmod +x "$work/slow-once"
TOUCHSTONE=$work/slow-once TRIES=1 gate right
[[ $code -eq 3 ]] || complain "slower in the only run: exit code $code, not 3"
rmdir "$work/said"
TOUCHSTONE=$work/slow-once gate right
[[ $code -eq 0 ]] || complain "slower in the first run alone: exit code $code, not 0"
grep -q 'slower in 1 of 3 runs' "$work/log" || complain "the job does not say that it measures again"

gate late
[[ $code -eq 1 ]] || complain "a toi 1e-9 too late: exit code $code, not 1"
grep -q 'unsafe answers: [0-9]*, before 0; the first new one: ' "$work/log" || complain "a late toi is not called unsafe"
FAIL_ON=none gate late
[[ $code -eq 1 ]] || complain "worse answers alone: exit code $code, not 1"
grep -q '"backend":"gated"' "$work/out/html/index.html" || complain "the page does not name the method"
! grep -q 'not asked' "$work/out/html/index.html" || complain "the page has not asked the guarded method"
command=$(grep -A 1 'the first new one' "$work/log" | grep -m 1 -o 'touchstone show .*' || true)
[[ -n $command ]] || complain "no command shows the late toi"
(cd "$work" && bash -c "${command/touchstone/'$TOUCHSTONE'}") >"$work/log" 2>&1 || complain "'$command' fails"
grep -q 'late' "$work/log" || complain "'$command' does not show a late answer"

gate slow
[[ $code -eq 3 ]] || complain "twice as slow: exit code $code, not 3"
grep -q 'times as slow relative to certified' "$work/log" || complain "a slow method is not called slow"

gate crash
[[ $code -eq 1 ]] || complain "a crash: exit code $code, not 1"
grep -Eq 'gated (crashed|ended its process) on query [0-9]+ of ' "$work/log" || complain "a crash does not name its query"
grep -q 'errors: [0-9]*, before 0' "$work/log" || complain "a crash is no error"
grep -Eq 'errors: (crashed|exited): [0-9]*, before 0' "$work/log" || complain "a crash has no reason"

# The comment of the GitHub job is no failure where nothing was compared, and is made where something was.
comment=$(sed -n '/- name: Comment/,$p' "$root/examples/ci/github.yml" | sed -n '/run: |/,$p' | tail -n +2)
comment=${comment//'${{ github.event.number }}'/7}
comment=${comment//'${{ github.repository }}'/me/mine}
for made in '' yes; do
    rm -rf "$work/ccd-report" && mkdir "$work/ccd-report"
    [[ -z $made ]] || echo "compared" >"$work/ccd-report/comparison.md"
    (cd "$work" && bash -eo pipefail -c "apt-get() { :; }; gh() { echo \"gh \$*\"; }; $comment") >"$work/log" 2>&1 ||
        complain "the comment fails ${made:+not }without a comparison"
    [[ -z $made ]] || grep -q 'gh pr comment 7 --repo me/mine --body-file' "$work/log" || complain "no comment is made"
done

[[ $failures -eq 0 ]] && echo "the gate holds"
[[ $failures -eq 0 ]]
