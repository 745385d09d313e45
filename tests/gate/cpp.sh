#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# examples/cpp_gate as its users build it, against an installed Touchstone: its test makes a baseline, passes when nothing
# changed, and fails when a step of its CCD is made too long.
#
# usage: tests/gate/cpp.sh BUILD_DIR     (CC, CXX and CMAKE from the environment)

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
cp -r -- "$root/examples/cpp_gate" "$work/collide"
mkdir "$work/data"
for kind in point-triangle edge-edge; do
    "$work/prefix/bin/touchstone" dataset generate generic --kind "$kind" --count 200 --seed 7 --out "$work/data/$kind.h5" \
        >/dev/null
done
"$cmake" -S "$work/collide" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_FLAGS="-Wall -Wextra" \
    -DCOLLIDE_GATE="$root/examples/ci/gate.sh" -DCOLLIDE_QUERIES="$work/data" >/dev/null

# guarded: build as the source stands, and run the test; times on a busy machine are not what this is about.
guarded() {
    "$cmake" --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
    ! grep -q 'warning:' "$work/log" || { cat "$work/log" && exit 1; }
    MAX_SLOWDOWN=100 ctest --test-dir "$work/build" --output-on-failure >"$work/log" 2>&1
}

guarded || { cat "$work/log"; echo "the first run fails" && exit 1; }
[[ -s $work/collide/baseline.json ]] || { echo "the first run makes no baseline" && exit 1; }
guarded || { cat "$work/log"; echo "nothing changed, and yet it fails" && exit 1; }
sed -i 's/(1.0 - kept_) \* gap/4.0 * gap/' "$work/collide/collide.cpp"
! guarded || { echo "a step too long passes" && exit 1; }
grep -q 'unsafe answers: [0-9]*, before 0; the first new one: ' "$work/log" ||
    { cat "$work/log"; echo "it does not say what is wrong" && exit 1; }
echo "the example of a gate in C++: passes, and fails when it should"
