# Files of a folder that are compiled together, eight at a time (OVERT_TOGETHER: the presets of the
# tests, and wheels), of tests four: most of what the compiler does for a small file is to read
# headers. Names without linkage must differ inside a folder then, which keeps helpers from being
# written twice, too; rows of a table (methods, properties, commands), which all have the same
# functions, are left alone. Each file still stands on its own: the release is built one by one.
#
# overt_together(target [size])
function(overt_together target)
  if(NOT OVERT_TOGETHER)
    return()
  endif()
  set(size 8)
  if(ARGC GREATER 1)
    set(size ${ARGV1})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "_(method|property|command)\\.cc$")
  foreach(source ${sources})
    # CMake orders groups by a hash of their names: without the place of the checkout in them, objects
    # are linked in the same order everywhere, and packages have the same bytes.
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${CMAKE_SOURCE_DIR}")
    string(MAKE_C_IDENTIFIER "${folder}" name)
    math(EXPR number "${count_${name}} + 0")
    math(EXPR batch "${number} / ${size}")
    math(EXPR count_${name} "${number} + 1")
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP "${name}_${batch}")
  endforeach()
endfunction()
