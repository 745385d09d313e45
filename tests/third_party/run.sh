#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A method of another library answers as it should where nothing is hard: a point that crosses a triangle in the middle of
# the step, and one that passes beside it; its answers to generated queries are judged without an error; and what
# docs/third-party.md shows of it is so.
#
# usage: tests/third_party/run.sh BUILD_DIR NAME [PLUGIN.so]

set -euo pipefail
build=$(cd -- "$1" && pwd)
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
name=$2
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
plugin=(--plugin "${3:-$build/plugins/$name.so}" --backend "$name")
rise=1,8 rigid=false # how far a corner of the triangle goes
[[ $name == fcl-* || $name == bullet-* ]] && rise=0,1 rigid=true # bodies that keep their shape

# point-triangle: rows of rational x, y, z for the point and three corners, at t = 0 and at t = 1, and the label.
mkdir -p set/vertex-face
crossing() { # X LABEL
    local label=$2
    # The point goes askew: Bullet takes a motion at right angles to one of 13 directions for one that leads away.
    printf '%s,16,1,1,1,16,%s\n-1,1,0,1,-1,1,%s\n1,1,0,1,-1,1,%s\n0,1,0,1,1,1,%s\n' \
        $(($1 + 1)) "$label" "$label" "$label" "$label"
    printf '%s,16,-1,1,-2,16,%s\n-1,1,0,1,-1,1,%s\n1,1,0,1,-1,1,%s\n0,1,%s,1,1,%s\n' \
        $(($1 - 3)) "$label" "$label" "$label" "$rise" "$label"
}
{
    crossing 0 1
    crossing 80 0
} >set/vertex-face/data.csv
"$build/touchstone" replay set "${plugin[@]}" --repetitions 0 --per-query answers.csv --allow-unsafe >/dev/null
hit=$(awk -F, 'NR == 2 { print $5 }' answers.csv) toi=$(awk -F, 'NR == 2 { print $6 }' answers.csv)
free=$(awk -F, 'NR == 3 { print $5 }' answers.csv)
failures=0
[[ $hit == hit ]] || { echo "$name does not see a point cross a triangle: $hit" && failures=1; }
awk -v toi="$toi" 'BEGIN { exit !(toi > 0.2 && toi < 0.56) }' || { echo "$name says $toi for 1/2" && failures=1; }
[[ $free == free ]] || { echo "$name sees a point beside a triangle touch it: $free" && failures=1; }

"$build/touchstone" dataset generate generic --kind point-triangle --count 300 --seed 5 --out generic.h5 >/dev/null
faults=none,inconsistent
[[ $name == accd-eigen ]] || faults+=,error # a start within min_distance is nonsense to it, as to the program it is after
$rigid || faults+=,unanswered
"$build/touchstone" replay generic.h5 "${plugin[@]}" --repetitions 0 --fail-on "$faults" >log 2>&1 ||
    { cat log && failures=1; }

# The table of unsafe answers: method, kind, answer, command.
while IFS='|' read -r _ method _ answer line _; do
    [[ $method == *"\`$name\`"* ]] || continue
    [[ $answer == *late* ]] && verdict=late || verdict=false_negative
    read -r -a words <<<"${line//\`/}"
    "$build/touchstone" "${words[1]}" "$root/${words[2]}" "${words[3]}" "${plugin[@]}" --in-process >log 2>&1 &&
        grep -q "^$name .* $verdict " log || { echo "not $verdict any more:$line" && failures=1; }
done < <(grep '| .touchstone show ' "$root/docs/third-party.md")
[[ $failures -eq 0 ]] && echo "$name answers"
[[ $failures -eq 0 ]]
