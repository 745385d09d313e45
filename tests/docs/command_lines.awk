# SPDX-License-Identifier: MIT
# The command lines of a page's code blocks, continued lines joined, from the word touchstone on.
function flush_line() { if (line != "") print line; line = "" }
/^```/ { flush_line(); fenced = !fenced; next }
!fenced && !/^    / { flush_line(); next }
{ text = $0; if (!fenced) sub(/^    /, "", text); sub(/ +# .*/, "", text) }
match(text, /^([^ ]*\/)?touchstone /) { flush_line(); line = "touchstone " substr(text, RLENGTH + 1); next }
line != "" && text ~ /^ +[[-]/ { sub(/^ +/, " ", text); line = line text; next }
{ flush_line() }
END { flush_line() }
