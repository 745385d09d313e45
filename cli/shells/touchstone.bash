# SPDX-License-Identifier: GPL-2.0-or-later
# Completion of `touchstone` for bash. The command itself says what may stand next (cli/complete.h).
_touchstone() {
    local word line
    word=${COMP_WORDS[COMP_CWORD]}
    [[ $word == = ]] && word=
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
        else
            COMPREPLY+=("${line%%$'\t'*}")
        fi
    done < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _touchstone touchstone
