# Runs the benchmarks one after another, then repeats the lines that have a
# target. Fails when a program failed, that is, when a result was wrong; never
# because something was slow.

string(REPLACE "|" ";" programs "${PROGRAMS}")
set(summary "")
set(failed "")
foreach(program ${programs})
  execute_process(COMMAND "${program}" OUTPUT_VARIABLE output RESULT_VARIABLE code
    ECHO_OUTPUT_VARIABLE)
  string(REGEX MATCHALL "[^\n]*\\(target [^\n]*" lines "${output}")
  list(APPEND summary ${lines})
  if(NOT code EQUAL 0)
    get_filename_component(name "${program}" NAME)
    list(APPEND failed "${name}")
  endif()
endforeach()

execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "\nSummary")
foreach(line ${summary})
  execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "${line}")
endforeach()
if(NOT failed STREQUAL "")
  message(FATAL_ERROR "wrong results: ${failed}")
endif()
