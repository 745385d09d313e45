#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs a build into a temporary prefix, once with the archives and once with the shared library; builds and runs a
# consumer of each by pkg-config and by find_package, and lists the backends with the installed command.
#
# usage: tests/install/run.sh BUILD_DIR     (CC and CMAKE from the environment)
set -euo pipefail

build=$1
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
cc=${CC:-cc}
cmake=${CMAKE:-cmake}
# Of the same make: each has an OpenMP of its own.
cxx=$(sed -E 's/(.*)clang/\1clang++/; t; s/(.*)gcc/\1g++/; t; s/(.*)cc/\1c++/' <<<"$cc")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# consume KIND TARGETS: what is in the prefix of KIND, by pkg-config and by find_package.
consume() {
    local kind=$1 targets=$2 pc flags library
    pc=$(find "$work/$kind" -name touchstone.pc)
    library=$(dirname -- "${pc%/*}")
    read -ra flags < <(PKG_CONFIG_PATH="${pc%/*}${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}" pkg-config --cflags --libs touchstone)
    "$cc" -std=c17 -Wall -Werror "$here/consumer.c" "${flags[@]}" -Wl,-rpath,"$library" -o "$work/by-pkg-config-$kind"
    "$work/by-pkg-config-$kind"
    echo "$kind, pkg-config: ok"

    find_package "$kind" "$targets" C
}

# find_package KIND TARGETS LANGUAGES: by a project of these languages.
find_package() {
    local kind=$1 targets=$2 languages=$3 made
    made=$work/build-$kind-${languages/;/-}
    "$cmake" -S "$here" -B "$made" -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" --no-warn-unused-cli \
        -DCMAKE_PREFIX_PATH="$work/$kind" -DTS_TARGETS="$targets" -DTS_LANGUAGES="$languages" >/dev/null
    "$cmake" --build "$made" >/dev/null
    "$made/consumer"
    echo "$kind, find_package in $languages: ok"
}

# install_build KIND ARGUMENT...: nothing installed may remember where it was put.
install_build() {
    local kind=$1
    shift
    "$cmake" --install "$build" --prefix "$work/first" "$@" >/dev/null
    mv -- "$work/first" "$work/$kind"
}

install_build default
install_build static --component static
install_build shared --component shared
consume static 'touchstone::ccd;touchstone::oracles;touchstone::datasets'
consume static touchstone::touchstone
consume shared touchstone::touchstone
if command -v -- "$cxx" >/dev/null; then
    for languages in CXX 'C;CXX'; do find_package static touchstone::touchstone "$languages"; done
    find_package shared touchstone::touchstone CXX
else
    echo "skipped: no C++ compiler $cxx"
fi
# What the shared library is made with is its own affair.
if ! readelf -d "$work/by-pkg-config-shared" | grep 'NEEDED.*\[libtouchstone\.so\.[0-9]*\]' >/dev/null ||
    readelf -d "$work/by-pkg-config-shared" | grep -E 'NEEDED.*\[lib(mpfr|gmp|hdf5|cjson)' >/dev/null; then
    echo "a program that links the shared library needs it, and nothing of what is inside"
    exit 1
fi

"$work/default/bin/touchstone" list backends >"$work/backends"
# grep reads to the end: one that stops at the first line it looks for ends the command by a signal.
"$work/default/bin/touchstone" list backends --plugin "$build/plugins/axes.so" | grep '^axes$' >/dev/null ||
    { echo "the installed command does not find the host of plug-ins"; exit 1; }
grep -qw accd "$work/backends"
echo "command: ok"

for name in man/man1/touchstone.1 bash-completion/completions/touchstone zsh/site-functions/_touchstone; do
    [[ -s $work/default/share/$name ]] || { echo "not installed: share/$name"; exit 1; }
done
echo "manual page and completion: ok"

[[ -n $(find "$work/default" -name touchstone.pc) ]] || { echo "no library is installed without being asked for"; exit 1; }
