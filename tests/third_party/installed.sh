#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The adaptors for libraries that a user has, by their own CMake, over stand-ins of the libraries' headers: they compile,
# hand queries over and answers back.
#
# usage: tests/third_party/installed.sh BUILD_DIR     (CC, CXX and CMAKE from the environment)

set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd -- "$1" && pwd)
cmake=${CMAKE:-cmake}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
# Not CMake's own choice, make, which a machine that builds with Ninja need not have.
CMAKE_GENERATOR=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt")
export CMAKE_GENERATOR
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null

# Without a library nothing is made, and that is said.
"$cmake" -S "$root/examples/third_party/installed" -B "$work/none" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_DISABLE_FIND_PACKAGE_tight_inclusion=ON -DCMAKE_DISABLE_FIND_PACKAGE_ipc_toolkit=ON >"$work/log"
[[ $(grep -c 'is left out' "$work/log") -eq 2 ]] || { cat "$work/log"; echo "it does not say what is left out" && exit 1; }

standin=$root/tests/third_party/standin
"$cmake" -S "$root/examples/third_party/installed" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" -DTIGHT_INCLUSION_SOURCE="$standin/tight-inclusion" \
    -DIPC_TOOLKIT_SOURCE="$standin/ipc-toolkit" >/dev/null
"$cmake" --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
for name in ticcd ipctk; do
    "$root/tests/third_party/run.sh" "$build" "$name" "$work/build/$name.so"
done
# A point-edge and a point-point query as well, where the toolkit has them; options reach the plug-in.
for kind in point-edge point-point; do
    "$build/touchstone" dataset generate generic --kind "$kind" --count 100 --seed 5 --out "$work/$kind.h5" >/dev/null
    "$build/touchstone" replay "$work/$kind.h5" --plugin "$work/build/ipctk.so" --backend ipctk --repetitions 0 \
        --fail-on unsafe,error,inconsistent,unanswered >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
done
"$build/touchstone" list backends --plugin "$work/build/ticcd.so:tolerance=1e-7" | grep 'option ticcd.no_zero_toi' >/dev/null ||
    { echo "the options of ticcd are not there" && exit 1; }
echo "the adaptors compile and answer"
