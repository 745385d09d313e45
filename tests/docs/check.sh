#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The documentation against the tree and the command: relative links of README.md and docs/ resolve, the options in
# code blocks exist, docs/commands.md has every subcommand and option that --help prints, and its examples run; paths
# below build/ are those of a preset, tables have heads, the programs beside the command say how they are used.
#
# usage: tests/docs/check.sh BUILD_DIR

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
commands=$root/docs/commands.md

# ---- links ----

# The anchors of a page's headings, as GitHub makes them.
anchors() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

check_links() {
    local page=$1 link target anchor
    while read -r link; do
        [[ $link =~ ^[a-z]+: ]] && continue
        target=${link%%#*}
        target=${target:+$(dirname -- "$page")/$target}
        target=${target:-$page}
        if [[ ! -e $target ]]; then
            complain "${page#"$root"/}: there is no $link"
        elif [[ $link == *#* ]]; then
            anchor=${link#*#}
            anchors "$target" | grep -qFx -- "$anchor" || complain "${page#"$root"/}: no heading for $link"
        fi
    done < <(grep -oE '\]\([^) ]+\)' "$page" | sed -E 's/^\]\(//; s/\)$//')
}

# ---- paths of the build ----

# What CMake's presets and scripts/quickstart.sh make in the tree.
made_folders() {
    sed -nE 's|.*"binaryDir": "\$\{sourceDir\}/(build/[a-z]+)".*|\1|p' "$root/CMakePresets.json"
    echo build/quickstart
}

# Are files of build/ where a preset puts them, or does the page itself say how the folder is made? A page that builds in
# `build` may name all of it.
check_build_paths() {
    local page=$1 path
    ! grep -qE -- '-B build([ `]|$)' "$page" || return 0
    while read -r path; do
        grep -qFx -- "$path" <<<"$made" || grep -qE -- "(-B|mkdir -p) $path([ \`]|$)" "$page" ||
            complain "${page#"$root"/}: no preset makes $path, nor does the page"
    done < <(grep -oE '(^|[^A-Za-z0-9_./-]|\$PWD/)build/[A-Za-z0-9_-]+|(--(install|build|test-dir)|-C) build( |$)' "$page" |
        sed -E 's|.*build|build|; s/ //' | sort -u)
}

# ---- tables ----

# A table begins with its head and a line of dashes: rows behind an empty line are none.
check_tables() {
    local page=$1 line
    while read -r line; do
        complain "${page#"$root"/}:$line: a row of a table without its head"
    done < <(awk '
        /^ *```/ { fenced = !fenced }
        heads && !/^ *\| [ |:-]+$/ { print heads }
        { heads = 0 }
        !fenced && /^ *\| / { if (!within) heads = NR; within = 1; next }
        { within = 0 }
        END { if (heads) print heads }' "$page")
}

# ---- commands ----

# The command lines of a page's code blocks, continued lines joined, from the word touchstone on.
command_lines() {
    awk '
        function flush_line() { if (line != "") print line; line = "" }
        /^```/ { flush_line(); fenced = !fenced; next }
        !fenced && !/^    / { flush_line(); next }
        { text = $0; if (!fenced) sub(/^    /, "", text); sub(/ +# .*/, "", text) }
        match(text, /^([^ ]*\/)?touchstone /) { flush_line(); line = "touchstone " substr(text, RLENGTH + 1); next }
        line != "" && text ~ /^ +[[-]/ { sub(/^ +/, " ", text); line = line text; next }
        { flush_line() }
        END { flush_line() }' "$1"
}

# The subcommand that a command line names.
subcommand_of() {
    local words
    read -r -a words <<<"$1"
    case "${words[1]} ${words[2]:-}" in
    "dataset "* | "table ndb") echo "${words[1]} ${words[2]:-}" ;;
    *) echo "${words[1]}" ;;
    esac
}

options_in() {
    grep -oE -- '(^|[ [])--[a-z][a-z-]*' | sed -E 's/^[ [](-)/\1/' | sort -u
}

check_command_line() {
    local page=$1 line=$2 subcommand option known
    [[ $line == "touchstone "[a-z]* ]] || return 0
    subcommand=$(subcommand_of "$line")
    known=$(options_of "$subcommand")
    [[ -n $known ]] || { complain "${page#"$root"/}: there is no touchstone $subcommand"; return 0; }
    while read -r option; do
        grep -qFx -- "$option" <<<"$known" || complain "${page#"$root"/}: touchstone $subcommand has no $option"
    done < <(options_in <<<"$line" || true)
}

# Every option of --help has its place in the section of its subcommand.
check_section() {
    local subcommand=$1 option section
    section=$(awk -v heading="## $subcommand" '/^## / { on = $0 == heading } on' "$commands")
    [[ -n $section ]] || { complain "docs/commands.md: no section for $subcommand"; return 0; }
    while read -r option; do
        grep -qE -- "$option([^a-z-]|$)" <<<"$section" || complain "docs/commands.md: $subcommand lacks $option"
    done < <(options_of "$subcommand" | grep -vx -e --help)
}

# ---- examples ----

# The files that the examples name.
prepare_files() {
    mkdir "$scratch/files"
    cd -- "$scratch/files"
    mkdir datasets vertex-face
    ln -s "$root/datasets/bundled" datasets/bundled
    ln -s "$root/datasets/scenes" datasets/scenes
    "$touchstone" simulate datasets/scenes/drape-2k.json --steps 1 --out drape
    "$touchstone" dataset generate generic --count 1313 --out recorded.h5
    "$touchstone" dataset generate generic --count 8 --out queries.h5
    "$touchstone" replay queries.h5 --repetitions 0 --allow-unsafe --json results.json
    "$touchstone" dataset convert queries.h5 sample-queries
    cp sample-queries/vertex-face/data.csv vertex-face/queries.csv
    for _ in 1 2 3; do cat sample-queries/vertex-face/data.csv; done >>vertex-face/queries.csv
    # A query on which accd is late: the worst that is kept of it.
    "$touchstone" dataset minimise datasets/bundled/coplanar.h5 37 --backend accd --tries 1 --out late.h5
    cp "$root/examples/plugin_python/axes.py" mine.py
    cp "$build/plugins/axes.so" axes.so
} >/dev/null

# What makes an example cheap; of options given twice the last one counts.
shortened() {
    case $1 in
    *" --against "*generate* | *generate*" --against "*) echo "$1 --count 2 --tries 100 --replace" ;;
    *" simulate "*" --resume "*) echo "$1 --steps 2 --threads 1" ;;
    *" simulate "*" --out "*) echo "$1 --steps 1 --threads 1 --replace" ;;
    *" simulate "*) echo "$1 --steps 1 --threads 1" ;;
    *" minimise "*) echo "$1 --tries 20" ;;
    *" generate "*) echo "$1 --count 4 --replace" ;;
    *" replay "*) echo "$1 --limit 3 --repetitions 0 --fail-on none" ;;
    *) echo "$1" ;;
    esac
}

run_example() {
    if [[ $1 == *python3* ]] && ! command -v python3 >/dev/null; then
        echo "skipped, there is no python3: $1"
        return
    fi
    rm -rf -- "$scratch/run"
    cp -r -- "$scratch/files" "$scratch/run"
    cd -- "$scratch/run"
    local line
    line=$(shortened "$1")
    eval "\"$touchstone\" ${line#touchstone }" >"$scratch/said" 2>&1 </dev/null ||
        complain "docs/commands.md: '$line' ends with $?: $(tail -n 1 "$scratch/said")"
    runs=$((runs + 1))
}

# ---- programs beside the command ----

# The names in the last section of docs/commands.md.
programs() {
    awk '/^## / { on = $0 == "## Programs beside the command" } on' "$commands" | grep -oE '`(bench-[a-z-]+|soak)`' | tr -d '`'
}

# An unknown option makes a program say how it is used; kept for the options that pages give it.
check_program() {
    local program=$1 code=0
    "$build/$program" --no-such-option >"$scratch/usage-$program" 2>&1 </dev/null || code=$?
    [[ $code -eq 2 ]] || complain "$program --no-such-option ends with $code, not 2"
    grep -qiE -- "usage: $program" "$scratch/usage-$program" || complain "$program does not say how it is used"
}

# The options that a page gives such a program, up to the end of the code.
check_program_options() {
    local page=$1 line program option
    while read -r line; do
        program=${line%% *}
        [[ -s $scratch/usage-$program ]] || continue
        while read -r option; do
            grep -qE -- "$option([^a-z-]|$)" "$scratch/usage-$program" ||
                complain "${page#"$root"/}: the usage of $program lacks $option"
        done < <(options_in <<<"$line" || true)
    done < <(grep -oE '(bench-[a-z-]+|soak) [^`]*' "$page" | sed -E "s/ +# .*//; s/'[^']*'//g" || true)
}

# ---- all of it ----

shopt -s globstar nullglob
lines=0
made=$(made_folders)
while read -r program; do check_program "$program"; done < <(programs)
for page in "$root"/README.md "$root"/docs/**/*.md; do
    check_links "$page"
    check_build_paths "$page"
    check_tables "$page"
    check_program_options "$page"
    while read -r line; do
        check_command_line "$page" "$line"
        lines=$((lines + 1))
    done < <(command_lines "$page")
done
while read -r subcommand; do check_section "$subcommand"; done < <(subcommands)

prepare_files
runs=0
while read -r line; do
    [[ $line == *"["* || $line == *"   "* || $line == *"..."* ]] || run_example "$line"
done < <(command_lines "$commands")

[[ $lines -gt 0 && $runs -gt 0 ]] || complain "no command line was found"
printf '%d command lines read, %d examples run, %d complaints\n' "$lines" "$runs" "$failures"
[[ $failures -eq 0 ]]
