#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What shells and readers get from the command: the manual page has every command and option and no fault in its roff;
# the completion of bash offers what may stand next, that of zsh parses and asks the same.
#
# usage: tests/docs/shells.sh BUILD_DIR

. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# ---- the manual page ----

# The section of a subcommand, as it is read.
section_of() {
    awk -v heading=".SS $1" '/^\.S[SH] / { on = $0 == heading } on' "$scratch/page" | sed 's/\\-/-/g; s/\\f[A-Z]//g'
}

# The exit codes of docs/commands.md, beside those of the page.
check_codes() {
    diff <(sed -nE 's/^\| ([0-9]+) \|.*/\1/p' "$root/docs/commands.md") \
        <(sed -nE '/^\.SH EXIT STATUS/,/^\.SH SEE/s/^([0-9]+)$/\1/p' "$scratch/page") >"$scratch/codes" ||
        complain "the manual page has other exit codes than docs/commands.md: $(paste -sd' ' "$scratch/codes")"
}

check_page() {
    local subcommand option section faults
    "$touchstone" --man >"$scratch/page" || complain "touchstone --man fails"
    while read -r subcommand; do
        section=$(section_of "$subcommand")
        [[ -n $section ]] || complain "the manual page has no section for $subcommand"
        while read -r option; do
            [[ $option == --help ]] || grep -qE -- "^$option( |$)" <<<"$section" ||
                complain "the manual page: $subcommand lacks $option"
        done < <(options_of "$subcommand")
    done < <(subcommands)
    check_codes
    if ! command -v groff >/dev/null; then
        echo "skipped, there is no groff"
        return
    fi
    faults=$(groff -man -ww -z "$scratch/page" 2>&1 || true)
    [[ -z $faults ]] || complain "the manual page: $faults"
}

# ---- completion ----

# offered WORD...: what bash would offer for the last word behind "touchstone", in one line.
offered() {
    (
        PATH=$scratch/tree/build/release:$PATH
        # shellcheck disable=SC1090 # made by the command
        . <(touchstone completion bash)
        COMP_WORDS=(touchstone "$@")
        COMP_CWORD=$#
        _touchstone
        printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd' '
    )
}

# expect OFFER WORD...
expect() {
    local wanted=$1 found
    shift
    found=$(offered "$@")
    [[ $found == "$wanted" ]] || complain "completion of '$*' offers '$found', not '$wanted'"
}

check_bash() {
    local subcommand
    make_tree "$scratch/tree"
    mkdir "$scratch/here"
    cd -- "$scratch/here"
    touch results.json "with blank.json"
    expect "$("$touchstone" --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z-]+) .*/\1/p' | sort | paste -sd' ')" ""
    expect "replay report" re
    expect "generate" dataset g
    expect "--oracle" replay --ora
    expect "exact" replay --oracle e
    expect "exact label none" replay --oracle =
    expect "label" replay --oracle = l
    expect "--oracle=label" replay --oracle=l
    expect "accd,certified accd,certified-float accd,cubic" replay x --backend accd,c
    expect "tight-inclusion" simulate --ccd tig
    expect "cipc" simulate --solver ci
    expect "drape-2k" simulate drape-2
    expect "needle-bed,stack-10mm needle-bed,stack-1mm" table --scenes needle-bed,stack-1
    expect "cloth,parallel" dataset generate cloth,par
    expect "mollifier mollifier-edge-edge" barrier --term moll
    expect "backends" list b
    expect "results.json" report res
    expect "with blank.json" replay --json with
    expect "" replay --limit 1
    expect "--help --man --version" --
    expect "--help" dataset --
    expect "ndb" table ""
    expect "ndb" table n
    expect "" table ndb n
    expect "pdf png svg" plot --format ""
    expect "svg,pdf svg,png" plot --format svg,
    expect "tolerances" table ndb --parts to
    # What would be refused is not offered.
    expect "" list backends ""
    expect "" list --json backends b
    expect "" replay -- --b
    expect "results.json" report -- res
    expect "" dataset generate all,cl
    expect "all" dataset generate al
    expect "" dataset generate cloth al
    expect "" dataset generate cloth,cloth-thick,cl
    expect "accd,accd-float" replay --backend accd,ac
    expect "" replay --backend-option accd.s =
    expect "" replay --backend-option accd.s = ""
    expect "" replay --backend-option = accd.s = r
    expect "--json" replay --backend-option accd.s = 0.2 --js
    expect "" simulate --backend-option accd.s = dra
    expect "" nonsense x
    while read -r subcommand; do
        # shellcheck disable=SC2086 # the words of a subcommand
        expect "$(options_of "$subcommand" | sort | paste -sd' ')" $subcommand --
    done < <(subcommands)
}

check_zsh() {
    if ! command -v zsh >/dev/null; then
        echo "skipped, there is no zsh"
        return
    fi
    "$touchstone" completion zsh >"$scratch/_touchstone"
    zsh -n "$scratch/_touchstone" || complain "the completion for zsh does not parse"
    # What the function hands to zsh, which completes by keys only.
    zsh -fc '
        PATH=$1/build/release:$PATH
        compdef() { :; }
        _files() { print files }
        _describe() { print -l ${(P)2} }
        source $2
        words=(touchstone replay --oracle e) CURRENT=4; _touchstone
        words=(touchstone merge "") CURRENT=3; _touchstone
        words=(touchstone baseli) CURRENT=2; _touchstone' zsh "$scratch/tree" "$scratch/_touchstone" >"$scratch/said" 2>&1 ||
        complain "the completion for zsh fails: $(cat "$scratch/said")"
    printf 'exact\nfiles\nbaseline:make a small baseline of a results file, to commit\n' | diff - "$scratch/said" ||
        complain "the completion for zsh offers something else"
}

check_page
check_bash
check_zsh
printf 'manual page and completion: %d complaints\n' "$failures"
[[ $failures -eq 0 ]]
