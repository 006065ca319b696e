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
  set(properties TIMEOUT 600 ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1")
  set(discover ${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60)
  gtest_discover_tests(${discover} TEST_FILTER "-*Slow*:*Heavy*" PROPERTIES ${properties})
  gtest_discover_tests(${discover} TEST_FILTER "*Slow*" PROPERTIES ${properties} LABELS slow)
  gtest_discover_tests(${discover} TEST_FILTER "*Heavy*-*Slow*" PROPERTIES ${properties} LABELS heavy)
endfunction()

function(overt_add_tests)
  file(GLOB layers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/src/overt CONFIGURE_DEPENDS src/overt/*)
  foreach(layer ${layers})
    file(GLOB sources CONFIGURE_DEPENDS src/overt/${layer}/*_test.cc)
    if(sources)
      overt_gtest(${layer}_test SOURCES ${sources})
    endif()
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS tests/oracle/*_test.cc)
  if(sources)
    overt_gtest(oracle_test SOURCES ${sources})
  endif()
  if(OVERT_IO)
    file(GLOB sources CONFIGURE_DEPENDS src/io/*_test.cc)
    if(sources)
      overt_gtest(io_test SOURCES ${sources} LIBRARIES overt_io)
    endif()
    include(tests/CMakeLists.txt)
  endif()
endfunction()
