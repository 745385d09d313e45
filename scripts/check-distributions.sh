#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does a bare Debian build Touchstone and pass its tests? Makes a Debian 12 and a Debian 13 in folders of their own
# (debootstrap), installs git and ca-certificates there, clones the last commit, and runs the two commands of the
# README. Says of every step what ran, its exit code, how long it took, and its last line; the last line of all is
# "N passed, N failed".
#
# usage: scripts/check-distributions.sh [--only bookworm|trixie] [--quick] [--compilers] [--minimal] [--keep]
#                                       [--folder DIR] [--mirror URL]
#   --only SUITE  one of the two
#   --quick       not scripts/test.sh
#   --compilers   also builds everything with every gcc of 12 to 14 and clang of 14 to 19 that the distribution has,
#                 warnings being errors
#   --minimal     hands --minimal to the two commands
#   --keep        leaves the systems in DIR; with the same DIR the next run clones anew into what is there, where the
#                 packages are installed already
#   --folder DIR  for the systems and the output of every step, SUITE-STEP.log (default: a temporary folder, removed
#                 when all passed). A system takes some 3 GB, with the tests 6 GB.
#   --mirror URL  of Debian's packages (default: the one in this machine's apt sources)
#
# Runs as root, since it installs, on any system with debootstrap; debootstrap checks signatures with this machine's
# debian-archive-keyring, which knows Debian 13 since version 2023.3+deb12u2. Proxies are those of this machine's apt
# and of the environment. Every step runs in mount and process namespaces of its own: nothing is mounted outside, and
# stopping the script (Ctrl-C) ends all of it and removes what was made.

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
    sed -n '3,26s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}

suites=(bookworm trixie)
quick=
compilers=
minimal=()
keep=
folder=
mirror=
while [[ $# -gt 0 ]]; do
    case $1 in
    --only)
        [[ ${2:-} == bookworm || ${2:-} == trixie ]] || fail 2 "--only needs bookworm or trixie"
        suites=("$2")
        shift
        ;;
    --quick) quick=yes ;;
    --compilers) compilers=yes ;;
    --minimal) minimal=(--minimal) ;;
    --keep) keep=yes ;;
    --folder | --mirror)
        [[ -n ${2:-} ]] || fail 2 "$1 needs a value"
        printf -v "${1#--}" %s "$2"
        shift
        ;;
    --help | -h)
        usage
        exit 0
        ;;
    *) fail 2 "unknown option $1; see --help" ;;
    esac
    shift
done

[[ $(id -u) -eq 0 ]] || fail 4 "only root can make a system; run it with sudo"
for tool in debootstrap unshare chroot git; do
    command -v "$tool" >/dev/null || fail 4 "there is no $tool here; install it first"
done

# sources LABEL: where this machine's apt has packages of this label from, without the slash at the end.
sources() {
    apt-get indextargets --format "\$(LABEL) \$(REPO_URI)" "Created-By: Packages" 2>/dev/null |
        sed -n "s|^$1 \(.*[^/]\)/*$|\1|p" | sort -u | head -n 1
}

security=
if [[ -z $mirror ]]; then
    mirror=$(sources Debian)
    security=$(sources Debian-Security)
    [[ -n $mirror ]] || fail 4 "apt knows no Debian here; run apt-get update, or name a mirror with --mirror"
fi

# ---- leaving nothing behind ----

child=       # the process of the step that runs
unfinished=  # the system that is being made or used

# Nothing is mounted in it out here. What is not whole yet is not kept.
remove_system() {
    [[ -z $keep || ! -e $1/.made-by-touchstone ]] || return 0
    rm -rf --one-file-system -- "$1" 2>/dev/null || { sleep 2 && rm -rf --one-file-system -- "$1"; }
}

leave() {
    local status=$?
    trap '' INT TERM HUP
    if [[ -n $child ]]; then
        kill -KILL "$child" 2>/dev/null || true # unshare, and with it everything of the step
        wait "$child" 2>/dev/null || true
    fi
    [[ -z $unfinished ]] || remove_system "$unfinished"
    exit "$status"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# ---- steps ----

passed=0
failed=0

# step NAME COMMAND...: COMMAND becomes the child, so it must end in exec; prints its line and returns its exit code.
step() {
    local name=$1 log=$folder/$suite-$1.log status=0 start=$SECONDS last
    shift
    "$@" </dev/null >"$log" 2>&1 &
    child=$!
    wait "$child" || status=$?
    child=
    last=$(tail -c 2000 "$log" | tr -d '\r' | grep -v '^[[:space:]]*$' | tail -n 1) || true
    printf '%-9s %-11s exit %-3d %5d s  %s\n' "$suite" "$name" "$status" $((SECONDS - start)) "$last"
    if [[ $status -eq 0 ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    return "$status"
}

make_system() {
    exec unshare --mount --pid --fork --kill-child --mount-proc \
        debootstrap --variant=minbase "$suite" "$root" "$mirror"
}

# within COMMAND: a shell command in the system, in the clone if it is there.
within() {
    local variable settings=()
    for variable in http_proxy https_proxy no_proxy TS_JOBS TS_TEST_MULTIPLIER TS_TEST_SEED \
        TS_FUZZ_SECONDS TS_FUZZ_SEED; do
        [[ -z ${!variable:-} ]] || settings+=("$variable=${!variable}")
    done
    # shellcheck disable=SC2016 # for the inner shells to expand
    exec unshare --mount --pid --fork --kill-child sh -c '
        mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" && exec chroot "$0" "$@"' "$root" \
        env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${settings[@]}" \
        DEBIAN_FRONTEND=noninteractive sh -c '{ ! [ -d "$HOME/touchstone" ] || cd "$HOME/touchstone"; } && eval "$0"' "$1"
}

# apt in the system: the same mirror, and this machine's way through the network.
configure_apt() {
    local name
    for name in "$suite" "$suite-updates"; do
        printf 'deb %s %s main\n' "$mirror" "$name"
    done >"$root/etc/apt/sources.list"
    [[ -z $security ]] || printf 'deb %s %s main\n' "$security" "$suite-security" >>"$root/etc/apt/sources.list"
    apt-config dump 2>/dev/null |
        grep -E '^Acquire::((https?|ftp)::|Retries|Languages|Check-)' |
        grep -vi auto-detect >"$root/etc/apt/apt.conf.d/90host" || true # a program of this machine
    if [[ $mirror$security == *https:* ]]; then # before ca-certificates is installed
        cp -- /etc/ssl/certs/ca-certificates.crt "$root/etc/apt/host.crt"
        printf 'Acquire::https::CaInfo "/etc/apt/host.crt";\n' >>"$root/etc/apt/apt.conf.d/90host"
    fi
    cp -- /etc/resolv.conf "$root/etc/resolv.conf"
}

# The mark tells a system of ours from anything else that may stand there.
prepare() {
    if [[ -e $root/.made-by-touchstone ]]; then
        printf '%-9s %-11s kept from an earlier run: packages are installed already\n' "$suite" system
        rm -rf --one-file-system -- "$root/root/touchstone"
    else
        unfinished=$root
        step system make_system || return
        touch -- "$root/.made-by-touchstone"
    fi
    unfinished=$root
    configure_apt
    git -C "$TS_ROOT" bundle create --quiet "$root/root/touchstone.bundle" HEAD
    step git within 'apt-get -q update && apt-get -q -y install --no-install-recommends git ca-certificates' &&
        step clone within 'cd && git clone touchstone.bundle touchstone && git -C touchstone log -1 --oneline'
}

# compile NAME: everything, tests and examples too, with the gcc or clang of this name.
compile() {
    local name=$1 family=${1%-*} number=${1#*-} cxx packages
    case $family in
    gcc) cxx=g++-$number packages="$name g++-$number" ;;
    clang) cxx=clang++-$number packages="$name libomp-$number-dev" ;;
    esac
    step "$name" within "apt-get -q -y install --no-install-recommends $packages &&
        CC=$name CXX=$cxx cmake -G Ninja -S . -B build/$name -DCMAKE_BUILD_TYPE=Release -DTOUCHSTONE_WERROR=ON &&
        cmake --build build/$name -- -k 0 && rm -rf build/$name"
}

compile_with_all() {
    local name
    for name in gcc-{12..14} clang-{14..19}; do
        chroot "$root" apt-cache show "$name" >/dev/null 2>&1 || continue
        compile "$name" || true
    done
}

check_suite() {
    local suite=$1 root=$folder/$1
    if prepare && step quickstart within "scripts/quickstart.sh ${minimal[*]}"; then
        [[ -n $quick ]] || step test within "scripts/test.sh ${minimal[*]}" || true
        [[ -z $compilers ]] || compile_with_all
    fi
    [[ -z $unfinished ]] || remove_system "$unfinished"
    unfinished=
}

temporary=
if [[ -z $folder ]]; then
    folder=$(mktemp -d "${TMPDIR:-/var/tmp}/touchstone-distributions.XXXXXX")
    temporary=yes
fi
mkdir -p -- "$folder"
folder=$(cd -- "$folder" && pwd -P)
for suite in "${suites[@]}"; do
    [[ ! -e $folder/$suite || -e $folder/$suite/.made-by-touchstone ]] ||
        fail 2 "$folder/$suite is there and was not made by this script; name another --folder"
done
[[ -z $(git -C "$TS_ROOT" status --porcelain) ]] || say "What is not committed is left out"
say "$(git -C "$TS_ROOT" log -1 --format='%h %s') on $(nproc) processors, logs in $folder"
for suite in "${suites[@]}"; do
    check_suite "$suite"
done

[[ -z $temporary || -n $keep || $failed -gt 0 ]] || rm -rf -- "$folder"
printf '\n%d passed, %d failed\n' "$passed" "$failed"
[[ $failed -eq 0 ]]
