# SPDX-License-Identifier: MIT
# ts_embed(ROOM SYMBOL SOURCE): the bytes of a file become part of a room's library, as `const char SYMBOL[]`.
function(ts_embed room symbol source)
  set(made ${PROJECT_BINARY_DIR}/embedded/${symbol}.c)
  add_custom_command(OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -D IN=${source} -D OUT=${made} -D NAME=${symbol}
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    VERBATIM)
  target_sources(touchstone_${room} PRIVATE ${made})
endfunction()

# What every results file is read by.
ts_embed(results ts_results_schema_text ${PROJECT_SOURCE_DIR}/docs/results-schema.json)
