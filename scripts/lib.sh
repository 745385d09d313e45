# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the scripts share: where the checkout is, how to speak, how to prepare and build a preset.
# Sourced, not run.

set -euo pipefail
export LC_ALL=C

TS_ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
TS_JOBS=${TS_JOBS:-$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN || echo 2)}

say() {
    printf '\n== %s\n' "$*"
}

# fail CODE MESSAGE: the exit codes are those of the command (4: something is missing, 5: the build broke).
fail() {
    local code=$1
    shift
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit "$code"
}

# configure_preset NAME: configures build/NAME. An existing build directory keeps its generator and its compiler; a new
# one gets ninja, if there is one, and CC, else cc.
configure_preset() {
    local generator=()
    if [[ ! -e $TS_ROOT/build/$1/CMakeCache.txt && -z ${CMAKE_GENERATOR:-} ]] && command -v ninja >/dev/null; then
        generator=(-G Ninja)
    fi
    (cd -- "$TS_ROOT" && cmake --preset "$1" "${generator[@]}" "${TS_CONFIGURE[@]}") </dev/null
}

# build_preset NAME [TARGET]: configures and builds in build/NAME.
build_preset() { # chained, because errexit is off where a caller tests the result
    configure_preset "$1" &&
        (cd -- "$TS_ROOT" && cmake --build --preset "$1" -j "$TS_JOBS" ${2:+--target "$2"}) </dev/null
}

# Arguments that build_preset hands to the configuration.
TS_CONFIGURE=()
