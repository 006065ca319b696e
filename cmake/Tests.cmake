# Tests live beside what they test (x_test.cc) or, when they cross modules, in
# tests/. Each folder becomes one executable; ctest sees every test case.
# Labels, taken from the name of the test: `slow` (...Slow...) runs only with
# `make test-all`, `heavy` (...Heavy...) only in the dev preset.
#
# What is compiled twice costs twice, so each preset builds what it shows best:
# asan all tests in C++ but for those labels (OVERT_UNIT_TESTS=all), dev those
# with them (heavy), which need an optimised build. In dev the executables with
# all tests of a folder are there to be asked for, as `--target local_test`.
# What takes long has a COST: it is started first, so that the cores end together.
include(GoogleTest)

set(OVERT_UNIT_TESTS "all" CACHE STRING "all: every test in C++; heavy: those named Heavy or Slow, the others on demand")
add_custom_target(unit_tests)

function(overt_gtest_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${target} ${arg_SOURCES})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests)
  target_link_libraries(${target} PRIVATE overt_flags overt ${arg_LIBRARIES} GTest::gtest_main rapidcheck
                                          nlohmann_json::nlohmann_json)
  if(NOT arg_LIBRARIES)  # Arrow's come with other flags
    target_compile_options(${target} PRIVATE ${OVERT_UNASKED} ${OVERT_TESTS_UNASKED})
    target_precompile_headers(${target} REUSE_FROM test_headers)
  endif()
endfunction()

function(overt_gtest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  set(properties TIMEOUT 1800 ENVIRONMENT "RC_PARAMS=seed=1")
  set(target ${name})
  overt_gtest_executable(${name} SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES})
  if(OVERT_UNIT_TESTS STREQUAL "heavy")
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    set(heavy "")
    foreach(source ${arg_SOURCES})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
      file(STRINGS ${source} named REGEX "Heavy|Slow" LIMIT_COUNT 1)
      if(named)
        list(APPEND heavy ${source})
      endif()
    endforeach()
    if(NOT heavy)
      return()
    endif()
    string(REGEX REPLACE "_test$" "_heavy_test" target ${name})
    overt_gtest_executable(${target} SOURCES ${heavy} LIBRARIES ${arg_LIBRARIES})
  endif()
  add_dependencies(unit_tests ${target})
  set(discover ${target} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 600)
  if(OVERT_UNIT_TESTS STREQUAL "all")
    gtest_discover_tests(${discover} TEST_FILTER "-*Slow*:*Heavy*" PROPERTIES ${properties})
  endif()
  gtest_discover_tests(${discover} TEST_FILTER "*Slow*" PROPERTIES ${properties} COST 100 LABELS slow)
  gtest_discover_tests(${discover} TEST_FILTER "*Heavy*-*Slow*" PROPERTIES ${properties} COST 10 LABELS heavy)
endfunction()

function(overt_add_tests)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/test_headers.cc CONTENT "// Only its headers.\n")
  add_executable(test_headers ${CMAKE_BINARY_DIR}/test_headers.cc)
  target_link_libraries(test_headers PRIVATE overt_flags overt GTest::gtest_main rapidcheck
                                             nlohmann_json::nlohmann_json)
  target_include_directories(test_headers PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests)
  target_compile_options(test_headers PRIVATE ${OVERT_UNASKED} ${OVERT_TESTS_UNASKED})
  target_precompile_headers(test_headers PRIVATE ${test_headers})
  file(GLOB layers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/src/overt CONFIGURE_DEPENDS src/overt/*)
  foreach(layer ${layers})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/overt/${layer}/*_test.cc)
    if(sources)
      overt_gtest(${layer}_test SOURCES ${sources})
    endif()
  endforeach()
  foreach(folder oracle paper)
    file(GLOB sources CONFIGURE_DEPENDS tests/${folder}/*_test.cc)
    if(sources)
      overt_gtest(${folder}_test SOURCES ${sources})
    endif()
  endforeach()
  if(OVERT_IO)
    file(GLOB sources CONFIGURE_DEPENDS src/io/*_test.cc)
    if(sources)
      overt_gtest(io_test SOURCES ${sources} LIBRARIES overt_io overt_arrow)
    endif()
    file(GLOB sources CONFIGURE_DEPENDS tests/endtoend/*_test.cc)
    overt_gtest(endtoend_test SOURCES ${sources} LIBRARIES overt_io)
    include(tests/CMakeLists.txt)
  endif()
endfunction()
