# Where Arrow C++ comes from. OVERT_ARROW=wheel (default): the pinned pyarrow
# wheel of the project's virtual environment carries headers and libraries.
# OVERT_ARROW=system: an Arrow that find_package() finds.
# Either way the targets are overt_arrow (headers, libarrow, libparquet), and
# OVERT_ARROW_FILES lists the libraries that `make install` must carry along.

set(OVERT_ARROW "wheel" CACHE STRING "wheel: from the pyarrow wheel; system: find_package(Arrow)")
set(OVERT_PYTHON "${CMAKE_SOURCE_DIR}/.venv/bin/python" CACHE FILEPATH "Python that has pyarrow")

add_library(overt_arrow INTERFACE)
if(OVERT_ARROW STREQUAL "system")
  find_package(Arrow REQUIRED)
  find_package(Parquet REQUIRED)
  target_link_libraries(overt_arrow INTERFACE Arrow::arrow_shared Parquet::parquet_shared)
  if(TARGET ArrowCompute::arrow_compute_shared)
    target_link_libraries(overt_arrow INTERFACE ArrowCompute::arrow_compute_shared)
  endif()
  set(OVERT_ARROW_FILES "")
else()
  execute_process(
    COMMAND "${OVERT_PYTHON}" -c
      "import pyarrow as pa; print(pa.get_include()); print(pa.get_library_dirs()[0]); print(pa.cpp_build_info.so_version)"
    OUTPUT_VARIABLE overt_arrow_info RESULT_VARIABLE overt_arrow_failed
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(overt_arrow_failed)
    message(FATAL_ERROR "No pyarrow in ${OVERT_PYTHON}. Run scripts/setup, or pass -DOVERT_ARROW=system.")
  endif()
  string(REPLACE "\n" ";" overt_arrow_info "${overt_arrow_info}")
  list(GET overt_arrow_info 0 overt_arrow_include)
  list(GET overt_arrow_info 1 overt_arrow_dir)
  list(GET overt_arrow_info 2 overt_arrow_so)
  target_include_directories(overt_arrow SYSTEM INTERFACE "${overt_arrow_include}")
  set(OVERT_ARROW_FILES "")
  foreach(name arrow parquet)
    set(file "${overt_arrow_dir}/lib${name}.so.${overt_arrow_so}")
    if(NOT EXISTS "${file}")
      message(FATAL_ERROR "The pyarrow wheel has no ${file}")
    endif()
    add_library(overt_wheel_${name} SHARED IMPORTED)
    set_target_properties(overt_wheel_${name} PROPERTIES IMPORTED_LOCATION "${file}")
    target_link_libraries(overt_arrow INTERFACE overt_wheel_${name})
    list(APPEND OVERT_ARROW_FILES "${file}")
  endforeach()
endif()

# The command finds Arrow beside itself ($ORIGIN/../lib/overt), in the build folder as where it is
# installed: one run path, never edited. CMake would end that of the build folder in ':', to have
# room for another; ld.so takes what is empty for the current folder, and with it the libraries
# that lie in a folder of received data.
function(overt_beside_arrow target)
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/overt")
  if(OVERT_ARROW STREQUAL "system")  # where it was found, if that is no folder of the system
    set_target_properties(${target} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
  set(folder "${OVERT_BIN_DIR}/../${CMAKE_INSTALL_LIBDIR}/overt")
  file(MAKE_DIRECTORY "${folder}")
  foreach(file ${OVERT_ARROW_FILES})
    cmake_path(GET file FILENAME name)
    file(CREATE_LINK "${file}" "${folder}/${name}" SYMBOLIC)
  endforeach()
endfunction()
