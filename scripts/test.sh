#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds, and runs the whole test suite twice: release, and with the address and
# undefined-behaviour sanitizers. The last line sums up both: "N passed, N failed".
#
# usage: scripts/test.sh [--fresh] [--minimal]
#   --fresh             configure from scratch
#   --minimal           installs nothing that only pictures and pages need; their tests are skipped
#   TS_TEST_MULTIPLIER  environment: scales the number of random cases (1)
#   TS_TEST_SEED        environment: their seed

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

minimal=()
for argument in "$@"; do
    case $argument in
    --fresh) TS_CONFIGURE=(--fresh) ;;
    --minimal) minimal=(--minimal) ;;
    *) fail 2 "unknown option $argument; there are --fresh and --minimal" ;;
    esac
done

passed=0
failed=0

# run_suite PRESET: adds to passed and failed; a build that fails counts as one failed test.
run_suite() {
    local preset=$1 log=$TS_ROOT/build/$1/ctest.log status=0 total bad
    say "Building (build/$preset)"
    if ! build_preset "$preset"; then
        failed=$((failed + 1))
        return
    fi
    say "Testing (build/$preset)"
    (cd -- "$TS_ROOT" && ctest --preset "$preset" -j "$TS_JOBS" --no-tests=error </dev/null) 2>&1 |
        tee "$log" || status=$?
    # "95% tests passed, 1 tests failed out of 20"
    read -r bad total < <(sed -nE 's/^.* ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$log") || true
    if [[ -z ${total:-} || ($status -ne 0 && $bad -eq 0) ]]; then
        failed=$((failed + 1))
    else
        passed=$((passed + total - bad))
        failed=$((failed + bad))
    fi
}

if "$TS_ROOT/scripts/install-deps.sh" "${minimal[@]}"; then
    run_suite release
    run_suite asan
else
    failed=1
fi

printf '\n%d passed, %d failed\n' "$passed" "$failed"
[[ $failed -eq 0 ]]
