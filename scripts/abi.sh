#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The shared library's functions, structs and enums against those of the last release (tests/abi).
#
# usage: scripts/abi.sh --check | --update
#   --check   exit code 1 if a program built with the release would break; the test suite does the same
#   --update  write the lists anew: with a release, or with a new TOUCHSTONE_SOVERSION (cmake/Shared.cmake)

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

[[ $# -eq 1 && ($1 == --check || $1 == --update) ]] || fail 2 "expected --check or --update"
build_preset release touchstone_shared || fail 5 "the build failed; see above"
exec python3 -B "$TS_ROOT/tests/abi/abi.py" "$1" "$TS_ROOT" "$TS_ROOT/build/release/libtouchstone.so"
