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
plugin=$build/plugins/gated_right.so # calls functions of the library that the program does not
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# by_pkg_config KIND PROGRAM ARGUMENT...: what is in the prefix of KIND, with arguments of the compiler behind its flags.
by_pkg_config() {
    local kind=$1 program=$2 pc flags
    pc=$(find "$work/$kind" -name touchstone.pc)
    read -ra flags < <(PKG_CONFIG_PATH="${pc%/*}${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}" pkg-config --cflags --libs touchstone)
    "$cc" -std=c17 -Wall -Werror "$here/$program.c" "${flags[@]}" -Wl,-rpath,"$(dirname -- "${pc%/*}")" "${@:3}"
}

# consume KIND TARGETS: what is in the prefix of KIND, by pkg-config and by find_package.
consume() {
    local kind=$1 targets=$2 program
    for program in consumer loader; do by_pkg_config "$kind" "$program" -o "$work/$program-$kind"; done
    "$work/consumer-$kind"
    "$work/loader-$kind" in-process "$plugin"
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
    "$made/loader" in-process "$plugin"
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
if ! readelf -d "$work/consumer-shared" | grep 'NEEDED.*\[libtouchstone\.so\.[0-9]*\]' >/dev/null ||
    readelf -d "$work/consumer-shared" | grep -E 'NEEDED.*\[lib(mpfr|gmp|hdf5|cjson)' >/dev/null; then
    echo "a program that links the shared library needs it, and nothing of what is inside"
    exit 1
fi

# complains PROGRAM ARGUMENT... WORDS: it fails, and says so.
complains() {
    local words=${*: -1}
    if "${@:1:$#-1}" 2>"$work/said" || ! grep -F -- "$words" "$work/said" >/dev/null; then
        echo "not said: $words"
        cat -- "$work/said"
        exit 1
    fi
}

nm -D --defined-only "$work/loader-static" | cut -d ' ' -f 3 | sort >"$work/exported"
grep -hoP '^TS_API.*?\Kts_\w+(?=\()' "$here/../../include/touchstone/"{ccd,distance}.h | sort >"$work/callable"
if [[ ! -s $work/callable ]] || comm -13 "$work/exported" "$work/callable" | grep .; then
    echo "is not there for a plug-in to call (ccd/plugin.c)"
    exit 1
fi
# The host of the shared library is found from wherever the program is; of archives nothing tells where they came from.
host=libexec/touchstone/touchstone-host
"$work/loader-shared" hosted "$plugin"
TOUCHSTONE_HOST=$work/static/$host "$work/loader-static" hosted "$plugin"
configured=$(sed -n 's/^CMAKE_INSTALL_PREFIX:PATH=//p' "$build/CMakeCache.txt")/${host%/*}
[[ -e $configured ]] || complains "$work/loader-static" hosted "$plugin" "nor in $configured"
complains env TOUCHSTONE_HOST="$work/absent" "$work/loader-shared" hosted "$plugin" "TOUCHSTONE_HOST=$work/absent is no program"
echo "host of plug-ins: ok"

by_pkg_config static loader -Wl,--no-export-dynamic -o "$work/loader-closed"
complains "$work/loader-closed" in-process "$plugin" "link the program with -rdynamic"
echo "a program that exports nothing: ok"

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
