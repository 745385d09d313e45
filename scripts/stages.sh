# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The stages of scripts/test.sh and scripts/check-long.sh: functions stage_NAME, which call count_* for what they find,
# and what runs them. Sourced after lib.sh.

passed=0
failed=0
skipped=0
summary=() # a line for each stage

count_passed() { passed=$((passed + ${1:-1})); }
count_failed() { failed=$((failed + ${1:-1})); }

# count_skipped REASON: one check is left out, and why.
count_skipped() {
    printf 'skipped: %s\n' "$*"
    skipped=$((skipped + 1))
}

# run_check COMMAND...: counts it as passed or failed.
run_check() {
    if "$@"; then count_passed; else count_failed; fi
}

# run_stages SCRIPT STAGE...: SCRIPT STAGE is the command that repeats one.
run_stages() {
    local script=$1 stage before start
    shift
    for stage in "$@"; do
        before=("$passed" "$failed" "$skipped")
        start=$SECONDS
        say "Stage $stage (again: $script $stage)"
        "stage_$stage"
        summary+=("$(printf '%-9s %4d passed %3d failed %3d skipped %5d s%s' "$stage" $((passed - before[0])) \
            $((failed - before[1])) $((skipped - before[2])) $((SECONDS - start)) \
            "$([[ $failed -eq ${before[1]} ]] || printf '   FAILED, again: %s %s' "$script" "$stage")")")
    done
}

# Prints the summary, and says whether all is well.
sum_up() {
    [[ ${#summary[@]} -eq 0 ]] || say "Stages"
    [[ ${#summary[@]} -eq 0 ]] || printf '%s\n' "${summary[@]}"
    printf '\n%d passed, %d failed' "$passed" "$failed"
    [[ $skipped -eq 0 ]] || printf ', %d skipped' "$skipped"
    printf '\n'
    [[ $failed -eq 0 ]]
}

# version_14 TOOL: the name of TOOL of LLVM 14, whose rules the tree follows (later ones have others); 1 if it is not
# there.
version_14() {
    local name
    for name in "$1-14" "$1"; do
        if "$name" --version 2>/dev/null | grep -Eq 'version 14\.'; then
            echo "$name"
            return
        fi
    done
    return 1
}

# ---- builds and suites ----

# build_is_there PRESET [TARGET]: builds; a build that fails counts as one failed test.
build_is_there() {
    say "Building (build/$1)"
    build_preset "$@" || { count_failed; return 1; }
}

# run_suite PRESET [CTEST ARGUMENT...]
run_suite() {
    local preset=$1 log=$TS_ROOT/build/$1/ctest.log status=0 total bad left_out
    build_is_there "$preset" || return 0
    shift
    say "Testing (build/$preset)"
    (cd -- "$TS_ROOT" && ctest --preset "$preset" -j "$TS_JOBS" --no-tests=error "$@" </dev/null) 2>&1 |
        tee "$log" || status=$?
    # "95% tests passed, 1 tests failed out of 20"; skipped ones are among those that passed.
    read -r bad total < <(sed -nE 's/^.* ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$log") || true
    left_out=$(grep -Ec '^[[:space:]]*[0-9]+ - .* \(Skipped\)$' "$log") || true
    if [[ -z ${total:-} || ($status -ne 0 && $bad -eq 0) ]]; then
        count_failed
    else
        passed=$((passed + total - bad - left_out))
        failed=$((failed + bad))
        skipped=$((skipped + left_out))
    fi
}

stage_release() { run_suite release; }
stage_asan() { run_suite asan; }

# ---- clang-tidy ----

# What clang warns of is an error here too. Nothing is built: commands and what CMake makes when it configures are enough;
# that clang builds all but the tests, the stage fuzz shows.
stage_tidy() {
    with_tidy run_tidy '-clang-analyzer-*'
}

# with_tidy CHECK ARGUMENT...: `CHECK CLANG_TIDY ARGUMENT...`, with what it needs.
with_tidy() {
    local tidy check=$1
    shift
    if ! tidy=$(version_14 clang-tidy) || ! command -v run-clang-tidy >/dev/null; then
        count_skipped "there is no clang-tidy 14"
    elif configure_preset clang; then
        run_check "$check" "$tidy" "$@"
    else
        count_failed
    fi
}

# run_tidy CLANG_TIDY CHECKS [ARGUMENT...]: over every C file that the preset clang has commands for, except those whose
# path from the root begins with what the regular expression TIDY_EXCEPT matches.
TIDY_EXCEPT='build/'
run_tidy() {
    local log=$TS_ROOT/build/clang/tidy.log tidy=$1 checks=$2
    shift 2
    if (cd -- "$TS_ROOT" && run-clang-tidy -quiet -clang-tidy-binary "$tidy" -p build/clang -j "$TS_JOBS" \
        -checks="$checks" "$@" "^$TS_ROOT/(?!$TIDY_EXCEPT).*\.c$" </dev/null >"$log" 2>&1); then
        printf '%d files without complaints\n' "$(grep -c ' -p=' "$log")"
    else
        grep -E 'error:|warning:|note:' "$log" | sort -u || cat -- "$log"
        return 1
    fi
}

# C and C++ sources of the tree, apart by 0.
c_sources() {
    (cd -- "$TS_ROOT" && find . -path ./build -prune -o \( -name '*.[ch]' -o -name '*.inc' -o -name '*.cpp' \) -type f -print0)
}

stage_format() {
    local tool
    if tool=$(version_14 clang-format); then
        run_check check_format "$tool"
    else
        count_skipped "there is no clang-format 14"
    fi
}

check_format() {
    c_sources | (cd -- "$TS_ROOT" && xargs -0 "$1" --dry-run -Werror) && echo "every file is as clang-format lays it out"
}

# ---- fuzzing ----

FUZZ_TARGETS=(csv hdf5 mesh vtu scene checkpoint results baseline part program host)
# A seed that is always the same, so that a check of a change does not fail by luck; scripts/check-long.sh takes another
# each time. 0 would be one by libFuzzer's choice.
TS_FUZZ_SEED=${TS_FUZZ_SEED:-20261121}

stage_fuzz() {
    local target running=0
    if ! command -v clang >/dev/null || ! fuzzer_links; then
        count_skipped "there is no clang with libFuzzer"
        return
    fi
    build_is_there fuzz || return 0
    printf 'seed %s (TS_FUZZ_SEED)\n' "$TS_FUZZ_SEED"
    for target in "${FUZZ_TARGETS[@]}"; do
        [[ $running -lt $TS_JOBS ]] || { wait -n || true; running=$((running - 1)); }
        run_fuzz "$target" </dev/null &
        running=$((running + 1))
    done
    wait
    for target in "${FUZZ_TARGETS[@]}"; do run_check report_fuzz "$target"; done
}

fuzzer_links() {
    local made status=0
    made=$(mktemp)
    printf '#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {\n    return d && n ? 0 : 0;\n}\n' |
        clang -fsanitize=fuzzer,address -x c - -o "$made" 2>/dev/null || status=1
    rm -f -- "$made"
    return "$status"
}

# Inputs found are kept in build/fuzz/found for the next time; the tree's corpus is only read. The leaks of HDF5's own
# error paths are not ours, nor that it asks for absurd amounts of memory, which it is refused, nor what hdf5.supp names;
# each of its inputs is a process more, which a small quarantine makes twice as fast.
# What a term of a plug-in needs lives as long as the program (host).
run_fuzz() {
    local folder=$TS_ROOT/build/fuzz leaks=1 memory=0 sanitizer options=() status=0
    mkdir -p -- "$folder/found/$1" "$folder/crashes"
    case $1 in
    hdf5)
        leaks=0
        memory=1
        options=(-malloc_limit_mb=1000000)
        ;;
    host) leaks=0 ;;
    esac
    sanitizer=detect_leaks=$leaks:allocator_may_return_null=$memory
    [[ $1 != hdf5 ]] || sanitizer+=:quarantine_size_mb=4:suppressions=$TS_ROOT/tests/fuzz/hdf5.supp
    ASAN_OPTIONS=$sanitizer OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
        "$folder/fuzz_$1" -seed="$TS_FUZZ_SEED" -detect_leaks=$leaks "${options[@]}" -max_total_time="${TS_FUZZ_SECONDS:-20}" \
        -artifact_prefix="$folder/crashes/$1-" "$folder/found/$1" "$TS_ROOT/tests/fuzz/corpus/$1" \
        >"$folder/$1.log" 2>&1 || status=$?
    echo "$status" >"$folder/$1.status"
}

report_fuzz() {
    local log=$TS_ROOT/build/fuzz/$1.log
    if [[ $(cat -- "$TS_ROOT/build/fuzz/$1.status") == 0 ]]; then
        printf 'fuzz_%s: %s\n' "$1" "$(grep -E '^Done ' "$log" || tail -n 1 "$log")"
    else
        printf 'fuzz_%s failed (input: build/fuzz/crashes/%s-*, log: build/fuzz/%s.log):\n' "$1" "$1" "$1"
        tail -n 30 "$log"
        print_fuzz_input "$1"
        return 1
    fi
}

# The input that failed, for when its file is lost with the machine.
print_fuzz_input() {
    local input
    input=$(sed -n 's/.*Test unit written to //p' "$TS_ROOT/build/fuzz/$1.log" | tail -n 1)
    [[ -f $input && $(stat -c %s -- "$input") -le 100000 ]] || return 0
    printf 'the input, by base64 -d | gunzip:\n'
    gzip -9nc -- "$input" | base64
}
