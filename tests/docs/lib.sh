# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the tests of the documentation share. Sourced with BUILD_DIR as the first argument of the script.

set -euo pipefail
export LC_ALL=C
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd -- "$1" && pwd)
touchstone=$build/touchstone
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
failures=0

complain() {
    printf '%s\n' "$*"
    failures=$((failures + 1))
}

# A tree in which the command finds the data that come with it: the command at build/release/touchstone, as after
# scripts/quickstart.sh.
make_tree() {
    local name
    mkdir -p "$1/build/release"
    cp -- "$touchstone" "$touchstone-host" "$1/build/release/"
    for name in plugins libtouchstone.so; do ln -s -- "$build/$name" "$1/build/release/$name"; done
    for name in datasets examples include python scripts tests; do ln -s -- "$root/$name" "$1/$name"; done
}

subcommands() {
    "$touchstone" --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z-]+) .*/\1/p' | grep -vx dataset
    echo "table ndb"
    "$touchstone" dataset --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/dataset \1/p'
}

# help_of SUBCOMMAND: asked for once.
help_of() {
    local file=$scratch/help-${1// /-}
    # shellcheck disable=SC2086 # the words of a subcommand
    [[ -s $file ]] || "$touchstone" $1 --help >"$file" 2>&1 || true
    cat -- "$file"
}

# The options of a subcommand, --help too.
options_of() {
    help_of "$1" | sed -nE 's/^  (--[a-z-]+).*/\1/p'
}
