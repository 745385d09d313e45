#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page of `touchstone report` in a headless Chromium, as wide as a screen and as a phone: loads without console
# errors, the slider moves the pictures, tables sort (check.js). Skipped, with exit code 77, where there is no Chromium.
#
# usage: tests/browser/browser.sh BUILD_DIR

set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
touchstone=$(cd -- "$1" && pwd)/touchstone
chromium=
for name in chromium chromium-browser google-chrome; do
    chromium=$(command -v "$name" || true)
    [[ -z $chromium ]] || break
done
if [[ -z $chromium ]]; then
    echo "skipped: there is no Chromium here (scripts/install-deps.sh installs it)"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
failures=0

# Failures of several sorts and kinds of query; one of the files is gone when the report is made.
"$touchstone" dataset generate grazing --count 60 --out grazing.h5
mkdir other
"$touchstone" dataset generate grazing --count 60 --seed 2 --out other/grazing.h5
"$touchstone" dataset generate coplanar --count 60 --out coplanar.h5
"$touchstone" dataset generate extreme --count 60 --out extreme.h5
"$touchstone" dataset generate grazing --count 20 --seed 5 --out gone.h5
failing='failing: while read -r kind rest; do case $kind in block) ;; edge-edge) echo hit nan ;; point-point) echo failed ;;
*) echo unsupported ;; esac; done'
"$touchstone" replay grazing.h5 other/grazing.h5 coplanar.h5 extreme.h5 gone.h5 \
    --backend cubic,root-parity,lower-bound,certified,failing --plugin-exec "$failing" --json results.json --repetitions 1 --fail-on none \
    --sample 9007199254 --seed 2026112901 >replay.txt
rm gone.h5
"$touchstone" report results.json --out page --plugin-exec "$failing"
sed 's,</body>,<script>,' page/index.html | sed '/<\/html>/d' >page/checked.html
cat -- "$here/check.js" >>page/checked.html
printf '</script></body></html>\n' >>page/checked.html

# look NAME WIDTH ADDRESS: the page after its scripts, in NAME.html; what it said on the console, in NAME.log.
look() {
    timeout 300 "$chromium" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/$1" \
        --enable-logging=stderr --window-size="$2,900" --virtual-time-budget=20000 --dump-dom "$3" \
        >"$1.html" 2>"$1.log" </dev/null || { echo "$1: Chromium fails ($?)"; tail -n 5 "$1.log"; failures=$((failures + 1)); }
    if grep -q CONSOLE "$1.log"; then
        grep CONSOLE "$1.log"
        failures=$((failures + 1))
    fi
}

for width in 1280 500; do
    look "wide-$width" "$width" "file://$work/page/checked.html"
    verdict=$(sed -n '/<pre id="verdict">/,$p' "wide-$width.html" | sed -E 's/<[^>]*>//g')
    echo "$width pixels wide: ${verdict:-no verdict}"
    [[ $verdict == "passed "* ]] || failures=$((failures + 1))
done

# The page itself, opened at a query.
look plain 1280 "file://$work/page/index.html#q1"
grep -q 'aria-current="true"' plain.html || { echo "the page does not open at a query"; failures=$((failures + 1)); }
[[ $failures -eq 0 ]]
