#pragma once

// The file of a custodian's report: readable by its owner alone, and never where the release
// is published.
//
//   CustodianFile file("custodian.html", job, force);   // before the work: what cannot be, fails
//   now file.write(page); file.finish();                                      // it gets its name
//
// Until finish() it has a hidden name beside its place, and is removed if that never comes.

#include <filesystem>
#include <string_view>

#include "cli/partial_file.h"
#include "overt/release/job.h"

namespace overt::cli {

class CustodianFile {
 public:
  // Throws Error{usage} when the file lies in the release folder (through links, too), is one that
  // the job reads, or exists and is not to be replaced; Error{io} when it cannot be made.
  CustodianFile(const std::filesystem::path& target, const Job& job, bool force);
  ~CustodianFile();
  CustodianFile(const CustodianFile&) = delete;
  CustodianFile& operator=(const CustodianFile&) = delete;

  // Throws Error{io}.
  void write(std::string_view text);
  void finish();

 private:
  std::filesystem::path target_;
  PartialFile partial_;
  int descriptor_ = -1;
};

}  // namespace overt::cli
