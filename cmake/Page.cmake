# SPDX-License-Identifier: MIT
# The page of `touchstone report`: the files of reports/page/html become part of the reports library.
foreach(name report.html report.css report.js view.js)
  string(REPLACE "." "_" symbol ts_page_${name})
  set(source ${PROJECT_SOURCE_DIR}/reports/page/html/${name})
  set(made ${PROJECT_BINARY_DIR}/page/${symbol}.c)
  add_custom_command(OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -D IN=${source} -D OUT=${made} -D NAME=${symbol}
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    VERBATIM)
  target_sources(touchstone_reports PRIVATE ${made})
endforeach()
