#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing and runs every check that a change has to pass, in stages (scripts/stages.sh):
#   format   clang-format over all C sources
#   tidy     clang-tidy without its slow analyzer, and clang's warnings
#   release  build, and the whole test suite
#   asan     the same with address and undefined-behaviour sanitizers
#   fuzz     build with clang, and each fuzz target for 20 s
# The last line sums up: "N passed, N failed", and ", N skipped" where a tool is not there. What takes hours is in
# scripts/check-long.sh.
#
# usage: scripts/test.sh [--fresh] [--minimal] [STAGE...]
#   STAGE               only these
#   --fresh             configure from scratch
#   --minimal           install nothing that only pictures, pages and the stages format, tidy and fuzz need
#   TS_TEST_MULTIPLIER  environment: scales the number of random cases (1)
#   TS_TEST_SEED        environment: their seed
#   TS_FUZZ_SECONDS     environment: for each fuzz target (20)
#   TS_FUZZ_SEED        environment: the fuzzers' seed, the same unless told otherwise

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
. "$TS_ROOT/scripts/stages.sh"

STAGES=(format tidy release asan fuzz)
install=(--with-checks)
chosen=()
for argument in "$@"; do
    case $argument in
    --fresh) TS_CONFIGURE=(--fresh) ;;
    --minimal) install=(--minimal) ;;
    *)
        [[ " ${STAGES[*]} " == *" $argument "* ]] ||
            fail 2 "unknown argument $argument; there are --fresh, --minimal and the stages ${STAGES[*]}"
        chosen+=("$argument")
        ;;
    esac
done

if "$TS_ROOT/scripts/install-deps.sh" "${install[@]}"; then
    run_stages scripts/test.sh "${chosen[@]:-${STAGES[@]}}"
else
    failed=1
fi
sum_up
