#pragma once

// What the studio knows: the job as it grows from page to page, and what was found on the way. One
// for the process: two tabs look at the same.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "overt/assess/compare.h"
#include "overt/assess/table_look.h"
#include "overt/job/job.h"
#include "overt/release/draft.h"
#include "overt/table/schema.h"
#include "overt/verify/verify.h"

namespace overt::studio {

// A release that was made here.
struct Released {
  ReleaseJob job;  // as it ran
  ReleaseResult result;
  Verification verification;     // of the files, read back by the code of overt verify
  std::string custodian_report;  // a page; empty: not made yet
};

// A release that was verified on the page for those of others.
struct VerifiedRelease {
  std::string folder;     // or what the zip file is called
  bool uploaded = false;  // and forgotten since
  Certificate certificate;
  Verification verification;
};

// A message with the name that the user knows instead of our own path.
std::string with_name(std::string message, const std::string& path, const std::string& name);

struct Session {
  ReleaseJob job;          // input is empty: no table is chosen
  std::string input_name;  // what messages and the job file call the table
  // Column -> file, of all that were made here or uploaded; the job has those that it uses.
  std::map<std::string, std::string> hierarchies;
  std::shared_ptr<const TableLook> look;  // of the table, once it is read
  std::vector<std::string> remarks;       // that reading it gave rise to
  // Also while it runs: the points that are there.
  std::shared_ptr<const Comparison> comparison;
  std::string compared;  // the job that it was made of, without its promise
  std::shared_ptr<const Released> released;
  std::string denied;  // why the table was not run again; empty: nobody tried
  std::shared_ptr<const VerifiedRelease> verified;
  std::string explained;  // a page; empty: none
  bool keep_groups = false;

  bool has_roles() const;
  // How many of the five steps can be gone to.
  std::size_t steps_open() const;
  // The role that a column has been given.
  std::optional<Role> role_of(const std::string& column) const;
  // Of each sensitive column: what the table allows. REQUIRES: has_roles().
  struct SensitiveLook {
    std::size_t number = 0;  // of the column
    std::string column;
    Eligibility eligibility;
    bool ordered = false;
  };
  std::vector<SensitiveLook> sensitive() const;
  // That all of them allow; 0 if there is none. REQUIRES: has_roles().
  std::int64_t largest_l() const;

  // A table, or what is asked of a database.
  std::string table_in_words() const;
  // Those hierarchies that the roles and these caps have a use for.
  std::map<std::string, std::string> hierarchies_for(const PromiseJob& caps) const;
  // After the roles have changed: what the job says of columns that have another role now.
  void fit_roles();
  // The table has other columns now: all that was said of columns.
  void forget_columns();

  // The job as a file: paths as somebody has them who runs it in the studio's folder.
  ReleaseJob shown_job() const;
  // What a comparison depends on.
  std::string comparable() const;
  // A message with the names that the user knows instead of our own.
  std::string in_their_words(std::string message) const;
};

}  // namespace overt::studio
