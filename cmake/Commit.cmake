# Writes the commit of the sources to a file of one constant, at every build:
#   cmake -DSOURCE=<top of the sources> -DTO=<file> -P cmake/Commit.cmake
# The file is touched only when the commit is another one, so that nothing else is built anew.
# Where the sources are not the top of a repository (an archive, a copy inside another
# repository) or there is no git, no commit is said.
cmake_minimum_required(VERSION 3.25)
set(commit "")
find_program(git git)
if(git)
  execute_process(COMMAND "${git}" rev-parse --show-prefix WORKING_DIRECTORY "${SOURCE}"
    OUTPUT_VARIABLE prefix RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed AND prefix STREQUAL "")
    execute_process(COMMAND "${git}" rev-parse --short=12 HEAD WORKING_DIRECTORY "${SOURCE}"
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND "${git}" --no-optional-locks status --porcelain --untracked-files=no
      WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE changes ERROR_QUIET)
    if(commit AND changes)
      string(APPEND commit ", modified")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${TO}" @ONLY CONTENT [[
#include "cli/version.h"

namespace overt::cli {

const char* const kCommit = "@commit@";

}  // namespace overt::cli
]])
