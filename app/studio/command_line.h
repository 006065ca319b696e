#pragma once

// A job as the command that runs it, to be copied into a terminal.
//
//   command_line(job)   // overt release people.csv --quasi age,zip --sensitive condition --l 3
//   --out release
//
// What has no flag, or was set only in a job file that was opened, is left to the job file: then
// the command is `overt release --job job.toml`.

#include <string>
#include <string_view>

#include "overt/job/job.h"

namespace overt::studio {

std::string command_line(const ReleaseJob& job);

// A word as a shell takes it: in quotes where it needs them.
std::string shell_word(std::string_view word);

}  // namespace overt::studio
