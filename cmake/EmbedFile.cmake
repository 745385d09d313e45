# SPDX-License-Identifier: MIT
# cmake -D IN=FILE -D OUT=FILE.c -D NAME=NAME -P EmbedFile.cmake: a C file that holds the bytes of IN, and a 0 after
# them, as `const char NAME[]`.
file(READ ${IN} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
# A line of the source for 32 bytes.
string(REPEAT "...." 32 line)
string(REGEX REPLACE "(${line})" "\\1\"\n    \"" bytes "${bytes}")
file(WRITE ${OUT} "/* Made from ${IN}. */\nextern const char ${NAME}[];\nconst char ${NAME}[] =\n    \"${bytes}\";\n")
