# SPDX-License-Identifier: MIT
get_property(rooms GLOBAL PROPERTY TS_ROOMS)
install(TARGETS touchstone RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
