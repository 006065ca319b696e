# Tests live beside what they test (x_test.cc) or, when they cross modules, in
# tests/. Each becomes one executable per layer; ctest sees every test case.
# Labels, taken from the name of the test: `slow` (...Slow...) runs only with
# `make test-all`, `heavy` (...Heavy...) only in the dev preset.
include(GoogleTest)

function(overt_gtest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE overt_flags overt ${arg_LIBRARIES} GTest::gtest_main rapidcheck
                                        nlohmann_json::nlohmann_json)
  if(NOT arg_LIBRARIES)  # Arrow's come with other flags
    target_precompile_headers(${name} REUSE_FROM test_headers)
  endif()
  set(properties TIMEOUT 600 ENVIRONMENT "RC_PARAMS=seed=1")
  set(discover ${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60)
  gtest_discover_tests(${discover} TEST_FILTER "-*Slow*:*Heavy*" PROPERTIES ${properties})
  gtest_discover_tests(${discover} TEST_FILTER "*Slow*" PROPERTIES ${properties} LABELS slow)
  gtest_discover_tests(${discover} TEST_FILTER "*Heavy*-*Slow*" PROPERTIES ${properties} LABELS heavy)
endfunction()

function(overt_add_tests)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/test_headers.cc CONTENT "// Only its headers.\n")
  add_executable(test_headers ${CMAKE_BINARY_DIR}/test_headers.cc)
  target_link_libraries(test_headers PRIVATE overt_flags overt GTest::gtest_main rapidcheck
                                             nlohmann_json::nlohmann_json)
  target_include_directories(test_headers PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests)
  target_precompile_headers(test_headers PRIVATE ${test_headers})
  if(OVERT_SANITIZE)  # with the sanitizers g++ 12 sees std::regex use what it has not set
    set_source_files_properties(src/overt/html/charts_test.cc src/overt/html/frontier_chart_test.cc
      src/overt/report/walk_drawing_test.cc PROPERTIES
      COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
  endif()
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
