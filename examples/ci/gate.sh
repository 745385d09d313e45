#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A job for continuous integration: replays query files through one's own CCD method beside one of Touchstone's, and
# compares with the baseline that is committed. See docs/ci.md.
#
# usage: gate.sh PLUGIN.so METHOD BASELINE.json OUT DATA...
#   PLUGIN.so, METHOD  the shared object and the name of the method in it
#   BASELINE.json      made by `gate.sh` itself: it is written when it is missing
#   OUT                folder for results.json, report.md, comparison.md, junit.xml and the page html/; made when
#                      missing
#   FAIL_ON            environment: what fails the job whatever the baseline says, as of `touchstone replay --fail-on`
#                      (unsafe,inconsistent,unanswered,error)
#   TOUCHSTONE         environment: the command (touchstone)
#   MAX_SLOWDOWN       environment: relative to certified (1.15)
#   TRIES              environment: runs, all of which must be slower for the job to be (3)
#
# Exit code: 0 fine; 1 answers that FAIL_ON names, or worse ones than before; 3 slower, in each of TRIES runs; 4 data.
# No baseline is made of answers that FAIL_ON names.

set -euo pipefail
touchstone=${TOUCHSTONE:-touchstone}
[[ $# -ge 5 ]] || { sed -n 's/^# \{0,1\}//; 5,19p' "$0" >&2; exit 2; }
plugin=$1 method=$2 baseline=$3 out=$4
shift 4

mkdir -p "$out"
page() {
    "$touchstone" report "$out/results.json" --plugin "$plugin" --out "$out/html" --replace || echo "there is no page" >&2
}

new=
for ((try = 1; ; ++try)); do
    code=0
    "$touchstone" replay "$@" --plugin "$plugin" --backend "certified,$method" --repetitions 15 \
        --fail-on "${FAIL_ON:-unsafe,inconsistent,unanswered,error}" \
        --json "$out/results.json" --markdown "$out/report.md" </dev/null || code=$?
    [[ $code -le 1 ]] || exit "$code"
    if [[ ! -e $baseline ]]; then
        [[ $code -eq 0 ]] || { page; echo "no baseline is made of such answers; FAIL_ON says what fails" >&2; exit "$code"; }
        "$touchstone" baseline "$out/results.json" "$baseline"
        new="$baseline is new: look at $out/report.md, and commit it if the answers are what they should be"
    fi
    "$touchstone" compare "$baseline" "$out/results.json" --relative-to certified \
        --max-slowdown "${MAX_SLOWDOWN:-1.15}" --junit "$out/junit.xml" --markdown "$out/comparison.md" ||
        code=$((code ? code : $?))
    [[ $code -eq 3 && $try -lt ${TRIES:-3} ]] || break
    echo "slower in $try of ${TRIES:-3} runs: a busy machine does that for a while, and it is measured again" >&2
done
page

if [[ -n $new ]]; then
    echo "$new"
    printf '\n%s.\n' "$new" >>"$out/comparison.md"
fi
exit "$code"
