#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that take hours, run by hand, in stages:
#   analyzer       clang-tidy's static analyzer
#   random         the test suite with 20 times as many random cases
#   valgrind       the tests of the lower rooms under valgrind
#   distributions  the README's two commands in bare distributions (root, debootstrap)
#   fuzz           each fuzz target for an hour
# The last line sums up: "N passed, N failed".
#
# usage: scripts/check-long.sh [STAGE...]
#   TS_TEST_MULTIPLIER  environment: for the stage random (20)
#   TS_FUZZ_SECONDS     environment: for each fuzz target (3600)
#   TS_FUZZ_SEED        environment: the fuzzers' seed; another each time unless told otherwise

TS_FUZZ_SEED=${TS_FUZZ_SEED:-$(date +%s)}

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
. "$TS_ROOT/scripts/stages.sh"

STAGES=(analyzer random valgrind distributions fuzz)
for argument in "$@"; do
    [[ " ${STAGES[*]} " == *" $argument "* ]] || fail 2 "unknown argument $argument; there are the stages ${STAGES[*]}"
done
export TS_FUZZ_SECONDS=${TS_FUZZ_SECONDS:-3600}

stage_analyzer() {
    with_tidy run_analyzer
}

# What it says of the tree and is known to be wrong, without line numbers, is in tests/analyzer/known.txt: it does not
# see from one file into another. What is new there is to be looked at.
run_analyzer() {
    local found=$TS_ROOT/build/clang/analyzer.txt status=0
    TIDY_EXCEPT='(build/|core/error)' # error.c defines what analyzer.h redefines
    run_tidy "$1" "$(analyzer_checks)" -extra-arg="-include$TS_ROOT/tests/analyzer/analyzer.h" >"$found" || true
    sed -nE "s|\x1b\[[0-9;]*m||g; s|^$TS_ROOT/([^:]*):[0-9]+:[0-9]+: error: (.*)\$|\1: \2|p" "$found" | sort -u >"$found.new"
    printf '%d complaints\n' "$(wc -l <"$found.new")"
    grep -vxFf "$TS_ROOT/tests/analyzer/known.txt" "$found.new" || status=$?
    [[ $status -eq 1 ]] # none is new
}

# What .clang-tidy allows of the analyzer, and nothing else.
analyzer_checks() {
    printf -- '-*,clang-analyzer-*'
    sed -n 's/^ *\(-clang-analyzer-[^,]*\),*$/,\1/p' "$TS_ROOT/.clang-tidy" | tr -d '\n'
}

# Time limits are 20 times as long in this preset, too.
stage_random() {
    TS_TEST_MULTIPLIER=${TS_TEST_MULTIPLIER:-20} run_suite long
}

# Not cipc and above, whose linear algebra valgrind is too slow for. Memory that is still reachable at the end is fine.
VALGRIND_ROOMS='^(core|ccd|oracles|datasets|mesh)_test_'

stage_valgrind() {
    local program
    if ! command -v valgrind >/dev/null; then
        count_skipped "there is no valgrind"
        return
    fi
    build_is_there release || return 0
    for program in "$TS_ROOT"/build/release/*_test_*; do
        [[ ${program##*/} =~ $VALGRIND_ROOMS && -x $program && -f $program ]] || continue
        printf '%s\n' "${program##*/}"
        run_check run_valgrind "$program"
    done
}

run_valgrind() {
    local log=$TS_ROOT/build/release/valgrind.log
    TS_TEST_MULTIPLIER=${TS_TEST_MULTIPLIER:-0.05} OMP_NUM_THREADS=1 valgrind -q --error-exitcode=9 --leak-check=full \
        --errors-for-leak-kinds=definite "$1" >"$log" 2>&1 </dev/null || { cat -- "$log"; return 1; }
}

stage_distributions() {
    if [[ ! -x $TS_ROOT/scripts/check-distributions.sh ]]; then
        count_skipped "there is no scripts/check-distributions.sh"
    elif [[ $(id -u) -ne 0 ]] || ! command -v debootstrap >/dev/null; then
        count_skipped "it takes root and debootstrap"
    else
        run_check "$TS_ROOT/scripts/check-distributions.sh"
    fi
}

"$TS_ROOT/scripts/install-deps.sh" --with-checks || fail 4 "what is needed is not there"
run_stages scripts/check-long.sh "${@:-${STAGES[@]}}"
sum_up
