#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs a build into a temporary prefix, then builds and runs a consumer by pkg-config and one by
# find_package, and lists the backends with the installed command.
#
# usage: tests/install/run.sh BUILD_DIR     (CC and CMAKE from the environment)
set -euo pipefail

build=$1
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
cc=${CC:-cc}
cmake=${CMAKE:-cmake}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/first" >/dev/null
mv -- "$work/first" "$work/prefix" # nothing installed may remember where it was put

pc=$(find "$work/prefix" -name touchstone.pc)
export PKG_CONFIG_PATH="${pc%/*}${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
read -ra flags < <(pkg-config --cflags --libs touchstone)
"$cc" -std=c17 -Wall -Werror "$here/consumer.c" "${flags[@]}" -o "$work/by-pkg-config"
"$work/by-pkg-config"
echo "pkg-config: ok"

"$cmake" -S "$here" -B "$work/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
"$cmake" --build "$work/build" >/dev/null
"$work/build/consumer"
echo "find_package: ok"

"$work/prefix/bin/touchstone" list backends >"$work/backends"
grep -qw accd "$work/backends"
echo "command: ok"

for name in man/man1/touchstone.1 bash-completion/completions/touchstone zsh/site-functions/_touchstone; do
    [[ -s $work/prefix/share/$name ]] || { echo "not installed: share/$name"; exit 1; }
done
echo "manual page and completion: ok"
