# Debian packages, by `make deb` (scripts/deb): `overt`, the command with the Arrow libraries that it needs, man pages and
# completions; `libovert-dev`, the C++ library. What is made from the program itself is laid out in <build>/package by
# packaging/debian.py; it is in the packages only, not in `make install`.
set(OVERT_MAINTAINER "Overt maintainers <maintainers@overt.invalid>" CACHE STRING "Who answers for the Debian packages")
set(folder "${CMAKE_BINARY_DIR}/package")
set(only_packages COMPONENT overt EXCLUDE_FROM_ALL)
install(DIRECTORY "${folder}/man/" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 ${only_packages})
install(DIRECTORY "${folder}/share/" DESTINATION ${CMAKE_INSTALL_DATADIR} ${only_packages})
install(FILES "${folder}/sbom.cdx.json" "${folder}/arrow-license.txt.gz" "${folder}/licenses.txt.gz"
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/overt ${only_packages})
install(FILES packaging/debian/overt.lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME overt
  ${only_packages})
# Arrow's libraries are copied as they are; a package has them without what only a debugger reads.
foreach(file ${OVERT_ARROW_FILES})
  cmake_path(GET file FILENAME name)
  install(CODE "if(CMAKE_INSTALL_DO_STRIP)
  execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-unneeded
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/overt/${name}\" COMMAND_ERROR_IS_FATAL ANY)
endif()" COMPONENT overt EXCLUDE_FROM_ALL)
endforeach()
foreach(package overt libovert-dev)
  install(FILES packaging/debian/copyright "${folder}/changelog.gz" "${folder}/changelog.Debian.gz"
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${package} EXCLUDE_FROM_ALL)
endforeach()

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # cpack packs what is built; it builds nothing
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "Overt")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL overt libovert-dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${OVERT_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_OVERT_PACKAGE_NAME overt)
set(CPACK_DEBIAN_OVERT_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_OVERT_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${OVERT_BIN_DIR}/../${CMAKE_INSTALL_LIBDIR}/overt")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "safe release of micro-data against whoever knows the algorithm")
set(CPACK_COMPONENT_OVERT_DESCRIPTION "Groups the records of a table (one for each person) so that nobody's sensitive
value is known with more than the certainty that is allowed, also to somebody
who knows the whole algorithm; verifies and certifies the result.")
set(CPACK_DEBIAN_LIBOVERT-DEV_PACKAGE_NAME libovert-dev)
set(CPACK_DEBIAN_LIBOVERT-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBOVERT-DEV_PACKAGE_DEPENDS "libfmt-dev, libgmp-dev, libsodium-dev, libssl-dev, pkg-config")
set(CPACK_DEBIAN_LIBOVERT-DEV_PACKAGE_SUGGESTS "cmake")
set(CPACK_COMPONENT_LIBOVERT-DEV_DESCRIPTION "The core of overt as a static library with its headers and a CMake package,
overt::overt, for programs that release tables themselves.")
include(CPack)
