# `make install`: the command, the core library as the CMake package
# `overt::overt`, and the Arrow libraries that the command needs, so that the
# installed tree stands on its own.
include(CMakePackageConfigHelpers)

install(TARGETS overt_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT overt)
install(TARGETS overt EXPORT overt_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libovert-dev)
# Headers that need nlohmann-json or toml++, by themselves or through the codec of jobs, are for our own
# sources: no other header includes them, and who uses the library needs neither. tests/consumer looks at
# what is installed.
set(overt_private_headers "")
file(GLOB_RECURSE overt_headers CONFIGURE_DEPENDS src/overt/*.h)
foreach(header ${overt_headers})
  file(STRINGS ${header} private REGEX "^#include (<(nlohmann|toml\\+\\+)/|\"overt/job/toml_codec.h\")" LIMIT_COUNT 1)
  if(private)
    cmake_path(GET header FILENAME name)
    list(APPEND overt_private_headers PATTERN ${name} EXCLUDE)
  endif()
endforeach()
install(DIRECTORY src/overt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libovert-dev
  FILES_MATCHING PATTERN "*.h" PATTERN "*_reference.h" EXCLUDE PATTERN "*_for_tests.h" EXCLUDE ${overt_private_headers})
install(FILES ${OVERT_ARROW_FILES} DESTINATION ${CMAKE_INSTALL_LIBDIR}/overt COMPONENT overt)
install(EXPORT overt_targets NAMESPACE overt:: FILE overt-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/overt COMPONENT libovert-dev)
configure_package_config_file(cmake/overt-config.cmake.in overt-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/overt)
write_basic_package_version_file(overt-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/overt-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/overt-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/overt COMPONENT libovert-dev)
include(cmake/Package.cmake)
