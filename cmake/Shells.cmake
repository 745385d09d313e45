# SPDX-License-Identifier: MIT
# What shells and readers get from the command: completion functions, which are part of it too, and the manual page.
foreach(pair bash:touchstone.bash zsh:_touchstone)
  string(REGEX MATCH "^[^:]+" shell ${pair})
  string(REGEX REPLACE "^[^:]+:" "" name ${pair})
  set(source ${PROJECT_SOURCE_DIR}/cli/shells/${name})
  set(made ${PROJECT_BINARY_DIR}/shells/${shell}.c)
  add_custom_command(OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -D IN=${source} -D OUT=${made} -D NAME=ts_shell_${shell}
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    VERBATIM)
  target_sources(touchstone PRIVATE ${made})
endforeach()

set(manual ${PROJECT_BINARY_DIR}/touchstone.1)
add_custom_command(TARGET touchstone POST_BUILD COMMAND touchstone --man > ${manual} BYPRODUCTS ${manual} VERBATIM)

install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES cli/shells/touchstone.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME touchstone)
install(FILES cli/shells/_touchstone DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
