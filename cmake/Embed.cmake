# SPDX-License-Identifier: MIT
# ts_embed(SYMBOL SOURCE): the bytes of a file become part of the reports library, as `const char SYMBOL[]`.
function(ts_embed symbol source)
  set(made ${PROJECT_BINARY_DIR}/embedded/${symbol}.c)
  add_custom_command(OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -D IN=${source} -D OUT=${made} -D NAME=${symbol}
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    VERBATIM)
  target_sources(touchstone_reports PRIVATE ${made})
endfunction()
