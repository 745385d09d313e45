#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes sure that everything Touchstone is built with is there.
#
# Debian 12 and 13, Ubuntu: installs what is missing, and only that, with apt-get, as root or through sudo.
# Elsewhere: looks for the same things and, if some are missing, names them and exits with 4.
#
# usage: scripts/install-deps.sh [--minimal] [--with-clang] [--with-checks] [--dry-run]
#   --minimal      not what only draws plots and tries the report's page: gnuplot and, on Debian, chromium. On a Debian
#                  12 with git and nothing else the rest takes 510 MB, all of it 1,210 MB. Tests of them are skipped.
#   --with-clang   also clang and its OpenMP runtime, to build with CC=clang
#   --with-checks  also, where they can be had, clang, clang-tidy, clang-format and libFuzzer, for scripts/test.sh
#   --dry-run      say what would be installed

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

CMAKE_LEAST=3.25

# Debian's names.
packages=(cmake gcc libc6-dev ninja-build pkg-config libgmp-dev libmpfr-dev libhdf5-dev zlib1g-dev libcjson-dev
          check libsuitesparse-dev libopenblas-dev python3 git)
# Good to have: the tests that files keep to their schema and of the Python module; plots, and the test that the
# report's page works in a browser.
optional=(python3-jsonschema python3-numpy)
pictures=(gnuplot-nox)
! grep -Eqs '^ID="?debian' /etc/os-release || pictures+=(chromium) # Ubuntu's is a snap

dry_run=
for argument in "$@"; do
    case $argument in
    --minimal) pictures=() ;;
    --with-clang) packages+=(clang libomp-dev) ;;
    --with-checks) optional+=(clang libomp-dev clang-tidy clang-format libclang-rt-dev) ;;
    --dry-run) dry_run=yes ;;
    --help | -h)
        sed -n '3,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
        exit 0
        ;;
    *) fail 2 "unknown option $argument; there are --minimal, --with-clang, --with-checks and --dry-run" ;;
    esac
done
optional+=("${pictures[@]}")

is_debian() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null &&
        grep -Eqs '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release
}

# Is the package there, or a program of the same name from elsewhere (a newer cmake, say)?
is_there() {
    case $1 in
    cmake | gcc | clang | clang-tidy | clang-format | git | python3 | pkg-config) command -v "$1" >/dev/null && return ;;
    ninja-build) command -v ninja >/dev/null && return ;;
    libclang-rt-dev) compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a' >/dev/null && return ;;
    gnuplot-nox) command -v gnuplot >/dev/null && return ;;
    chromium) [[ -z $(command -v chromium chromium-browser google-chrome) ]] || return 0 ;;
    esac
    # shellcheck disable=SC2016 # the field name is dpkg-query's to expand
    dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

missing_packages() {
    local package
    for package in "$@"; do
        is_there "$package" || printf '%s\n' "$package"
    done
}

# Runs a command as root.
as_root() {
    if [[ $(id -u) -eq 0 ]]; then
        "$@"
    elif [[ -t 0 ]]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

install_with_apt() {
    local needed wanted
    mapfile -t needed < <(missing_packages "${packages[@]}")
    mapfile -t wanted < <(missing_packages "${optional[@]}")
    if [[ ${#needed[@]} -eq 0 && ${#wanted[@]} -eq 0 ]]; then
        say "Every package is there"
        return
    fi
    local missing=("${needed[@]}" "${wanted[@]}")
    say "Missing packages: ${missing[*]}"
    [[ -z $dry_run ]] || exit 0
    if [[ $(id -u) -ne 0 ]] && ! command -v sudo >/dev/null; then
        [[ ${#needed[@]} -gt 0 ]] || return 0
        fail 4 "neither root nor sudo is at hand. Install as root: apt-get install ${needed[*]}"
    fi
    apt update || say "apt-get update failed; trying with the lists that are there"
    if [[ ${#needed[@]} -gt 0 ]]; then
        apt install --no-install-recommends "${needed[@]}" || fail 4 "apt-get could not install: ${needed[*]}"
    fi
    if [[ ${#wanted[@]} -gt 0 ]] && ! apt install --no-install-recommends "${wanted[@]}"; then
        local package # one that cannot be had keeps the others away
        for package in "${wanted[@]}"; do
            apt install --no-install-recommends "$package" ||
                say "Going on without $package: plots, tests or checks will be left out"
        done
    fi
}

# A system whose packages have other names: look for the things themselves.
check_by_hand() {
    local missing=() tool module
    for tool in cmake pkg-config git python3; do
        command -v "$tool" >/dev/null || missing+=("$tool")
    done
    command -v "${CC:-cc}" >/dev/null || missing+=("a C17 compiler (gcc or clang with OpenMP)")
    command -v ninja >/dev/null || command -v make >/dev/null || missing+=("ninja or make")
    for module in gmp mpfr hdf5 zlib libcjson check; do
        pkg-config --exists "$module" 2>/dev/null || missing+=("$module (with its pkg-config file $module.pc)")
    done
    if [[ ${#missing[@]} -gt 0 ]]; then
        {
            printf 'This is neither Debian nor Ubuntu: please install what is missing and run this again.\n'
            printf '  %s\n' "${missing[@]}"
            printf 'Debian calls the whole set: %s\n' "${packages[*]}"
        } >&2
        exit 4
    fi
    say "Everything needed is there"
}

check_cmake() {
    local found
    found=$(cmake --version | sed -n 's/^cmake version //p')
    if [[ $(printf '%s\n' "$CMAKE_LEAST" "$found" | sort -V | head -n 1) != "$CMAKE_LEAST" ]]; then
        fail 4 "cmake $found is too old: $CMAKE_LEAST is needed (Ubuntu 22.04 has 3.22). Install a newer one, with" \
            "'python3 -m pip install --user cmake', with 'snap install cmake --classic' or from Kitware's apt" \
            "repository, put it first in PATH, and run this again."
    fi
}

if is_debian; then
    install_with_apt
else
    check_by_hand
fi
[[ -n $dry_run ]] || check_cmake
