#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the commands of docs/guide.md, or of another page: every line of its `sh` blocks, in order, in one shell and one
# folder. A line ends with 0, or as "# exit N" behind it says.
#
# usage: tests/docs/guide.sh BUILD_DIR [PAGE]

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
page=${2:-guide}
guide=$root/docs/$page.md
log=$scratch/log
export OMP_WAIT_POLICY=passive OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# Why a line cannot run here; nothing when it can.
obstacle() {
    case $1 in
    scripts/*) echo "it built what is tested here" ;;
    mpirun*) ldd "$touchstone" | grep -q libmpi || echo "built without MPI" ;;
    "cc "*) command -v cc >/dev/null || echo "there is no cc" ;;
    *TOUCHSTONE_LIBRARY=*) no_module ;;
    *scripts/render.py*) no_renderer ;;
    *python3*) command -v python3 >/dev/null || echo "there is no python3" ;;
    *plugins/*.so*) no_plugin "$1" ;;
    esac
}

# The module for Python needs the shared library and numpy, and an interpreter without sanitizers.
no_module() {
    [[ -e $build/libtouchstone.so ]] && ! ldd "$build/libtouchstone.so" | grep -q asan || { echo "no shared library"; return; }
    /usr/bin/python3 -c "import numpy" 2>/dev/null || echo "there is no numpy"
}

# Pictures are drawn by VTK, with a display or Xvfb.
no_renderer() {
    /usr/bin/python3 -c "import vtkmodules.all" 2>/dev/null || { echo "there is no VTK"; return; }
    [[ -n ${DISPLAY:-} ]] || command -v xvfb-run >/dev/null || echo "there is no Xvfb"
}

# Plug-ins of other libraries are built where these are installed.
no_plugin() {
    [[ $1 =~ plugins/([a-z-]+)\.so ]] && [[ ! -e $build/plugins/${BASH_REMATCH[1]}.so ]] &&
        echo "${BASH_REMATCH[1]} is not installed"
    return 0
}

# In this shell: cd and export count for what follows.
run_line() {
    local line=$1 wanted=0 code=0 why
    [[ $line =~ \#\ exit\ ([0-9]+)$ ]] && wanted=${BASH_REMATCH[1]}
    why=$(obstacle "$line")
    if [[ -n $why ]]; then
        printf 'not run, %s: %s\n' "$why" "$line"
        return
    fi
    eval "$line" >"$log" 2>&1 </dev/null || code=$?
    lines=$((lines + 1))
    [[ $code -eq $wanted ]] && return
    complain "docs/$page.md: exit code $code, not $wanted: $line"
    tail -n 5 "$log" | sed 's/^/    /'
}

make_tree "$scratch/tree"
cd -- "$scratch/tree"
[[ -x $root/scripts/quickstart.sh ]] || complain "scripts/quickstart.sh cannot be run"
mapfile -t script < <(awk '/^```/ { on = $0 == "```sh"; next } on' "$guide")
lines=0
for line in "${script[@]}"; do run_line "$line"; done

[[ $lines -gt 0 ]] || complain "docs/$page.md has no command"
[[ $page != guide || -s report/index.html ]] || complain "the guide's report was not made"
printf '%d lines run, %d complaints\n' "$lines" "$failures"
[[ $failures -eq 0 ]]
