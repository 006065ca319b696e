#pragma once

// The pages of the studio: pure functions of the session, the token of its forms, and what lies in
// the folder. Text of others goes in escaped (html/html.h); a form speaks of columns by their
// number.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "overt/html/html.h"
#include "studio/session.h"
#include "studio/task_runner.h"

namespace overt::studio {

// Levels that a hierarchy of dates may be given by a click.
struct PartOfCalendar {
  std::int64_t months;
  const char* name;
};
inline constexpr std::array<PartOfCalendar, 5> kPartsOfCalendar = {
    {{1, "months"}, {3, "quarters"}, {12, "years"}, {60, "five years"}, {120, "ten years"}}};

// A level of the hierarchy of a sensitive column: values with one label may be capped together.
struct CategoryLevel {
  std::int64_t level = 1;
  std::size_t labels = 0;
  std::string some;  // of the labels
};

struct PageContext {
  const Session& session;
  std::string token;
  std::vector<std::string> tables;    // files of the folder that may be tables
  std::vector<std::string> releases;  // folders with a certificate
  std::vector<std::string> kept;      // files of groups that earlier releases have kept
  bool ran_before = false;            // this table has been run, and to run again needs a reason
  std::map<std::string, std::vector<CategoryLevel>> categories = {};  // of sensitive columns
  bool busy = false;                                                  // something is running
};

Html table_page(const PageContext& context);
Html roles_page(const PageContext& context);
// REQUIRES: the table has this column, and it is quasi-identifying or sensitive.
Html hierarchy_page(const PageContext& context, std::size_t column, const Hierarchy* present);
Html promise_page(const PageContext& context);
Html compare_page(const PageContext& context, const TaskStatus& task);
// The chart alone, for who watches it grow.
Html compare_chart(const Session& session);
Html release_page(const PageContext& context);
Html after_page(const PageContext& context);
Html verify_page(const PageContext& context);
Html explain_page(const PageContext& context);
Html job_page(const PageContext& context);
Html progress_page(const PageContext& context, const TaskStatus& task);

// What was promised and done, and every check, for any release.
Html verification_section(const Certificate& certificate, const Verification& verification);

}  // namespace overt::studio
