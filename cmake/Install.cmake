# `make install`: the command, the core library as the CMake package
# `overt::overt`, and the Arrow libraries that the command needs, so that the
# installed tree stands on its own.
include(CMakePackageConfigHelpers)

install(TARGETS overt_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS overt EXPORT overt_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY src/overt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*_reference.h" EXCLUDE PATTERN "*_for_tests.h" EXCLUDE)
install(FILES ${OVERT_ARROW_FILES} DESTINATION ${CMAKE_INSTALL_LIBDIR}/overt)
install(EXPORT overt_targets NAMESPACE overt:: FILE overt-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/overt)
configure_package_config_file(cmake/overt-config.cmake.in overt-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/overt)
write_basic_package_version_file(overt-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/overt-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/overt-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/overt)
