#pragma once

// A job: everything that one run was asked to be. It comes from a TOML file
// (docs/job.md lists every key), from flags, or from a program, and that of a
// release can be written back so that a run can be repeated. One file may serve several verbs:
// every key of it is checked, and each verb takes its part.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/job/table_spec.h"
#include "overt/privacy/property.h"
#include "overt/table/storage.h"
#include "overt/verify/methods.h"
#include "overt/verify/promise_job.h"
#include "overt/verify/public_words.h"
#include "overt/verify/strategy_job.h"

namespace overt {

enum class ReleaseForm { generalized, anatomy };
// How the cells of ordered columns are written: [35, 41], or in two columns of their own type.
enum class CellForm { text, columns };

std::string_view to_string(ReleaseForm form);
std::string_view to_string(CellForm form);
std::string_view to_string(FileFormat format);

// Read one of the names above. Throw Error{usage} that lists the names there are.
ReleaseForm parse_form(std::string_view text);
CellForm parse_cells(std::string_view text);
FileFormat parse_format(std::string_view text);
// Reads "2", "1,2,1" or "random". Throws Error{usage}.
void parse_jump(std::string_view text, StrategyJob& strategy);

struct ReleaseJob : TableSpec {
  std::string output;                    // a folder, or a database ..
  std::string into;                      // .. and there a new table
  std::optional<std::int64_t> l;         // the promise: no share above 1/l ..
  std::optional<PropertySpec> property;  // .. or, where the method can promise it, this
  PromiseJob caps;                       // .. or caps: of some values, relative ones, k, ..
  // With l: it is to hold against beliefs in which a swap of two people's values changes the odds
  // by at most this (privacy/bounded_odds.h); only for blind methods.
  std::int64_t background = 1;
  std::string method = std::string(kDefaultMethod);
  // Of a method with trees: which one, and how its nodes are published; empty: the default.
  std::string tree;
  std::string leaves;
  ReleaseForm form = ReleaseForm::generalized;
  FileFormat format = FileFormat::csv;
  bool spreadsheet_safe = false;  // texts that a spreadsheet would run are quoted (table/formula.h)
  CellForm cells = CellForm::text;
  bool counted = false;  // one row for each value of a group, with its count
  // Columns whose cells are prefixes whatever their values look like (hierarchy/prefixes.h).
  std::vector<std::string> prefix;
  PublicWords words;
  // For methods that look at them, and min_group: what a step in rank costs in a column (1 if it is
  // not here), and ranks of values that are not their order.
  std::map<std::string, std::int64_t> weights;
  std::map<std::string, std::map<std::string, std::int64_t>> ranks;
  StrategyJob strategy;  // for the method strategy
  // Groups are merged until they have so many records; a strategy leaves out steps with smaller
  // ones.
  std::int64_t min_group = 1;
  std::string key_file;          // empty: the key comes from the system
  std::string custodian_report;  // a file outside the release folder; empty: none is written
  // Files of earlier releases of the table that this one is published beside, and where what a
  // later one must know is kept (release/kept_file.h). Paths of the custodian: in no certificate.
  std::vector<std::string> after;
  std::string keep_groups;  // empty: nothing is kept
  std::string log;          // the custodian's run log (report/logged_run.h); empty: none is kept
  // Pairs of columns whose queries are measured (query_types.h); not part of a release.
  std::optional<std::vector<std::string>> measure_pairs;

  // Throws Error{usage} for what is missing or contradicts itself.
  void check() const;
  // The same without what only a release that is written needs: the table, the promise and how
  // groups are formed.
  void check_grouping() const;

  // The parts of that about tree and leaves (REQUIRES: the method exists), and about categories.
  void check_tree() const;
  void check_categories() const;

  // Whether what is promised are caps (privacy/promise.h) other than 1/l on every value of one
  // column.
  bool by_caps() const { return caps.given() || roles.sensitive.size() != 1; }
  // These caps. Throws Error{usage} as promise_of() does. REQUIRES: by_caps().
  Promise asked_caps() const { return promise_of(caps, l, roles.sensitive); }

  // The property that is promised of every group. REQUIRES: check_grouping(), not by_caps().
  PropertySpec promise() const;
  // No share in a group is above 1 over this: l, or what l needs against the odds of background.
  // REQUIRES: check_grouping(), and there is an l.
  std::int64_t l_of_groups() const;

  // The tree that the method grows, and how that publishes nodes, defaults filled in; empty where
  // there is none. REQUIRES: the method exists.
  std::string tree_or_default() const;
  std::string leaves_or_default() const;

  // How a missing value is written in a CSV file: NULL if the job reads that as
  // missing, else the first text that it does and that needs no quotes. Nothing
  // when there is none.
  std::optional<std::string> missing_text() const;

 private:
  void check_promise() const;
  void check_caps() const;
  void check_l() const;
  void check_background() const;
  void check_strategy() const;
  void check_after() const;
  void check_counted() const;
};

// For `overt views`: what somebody publishes of the table (assess/views_input.h).
struct JobDisclosure {
  std::string name;
  std::string where;
  std::uint32_t line = 0, column = 0;  // of the condition in the job file
};

struct ViewsJob : TableSpec {
  std::vector<JobDisclosure> disclosures;
};

// Read a job file, or a part of it. Throw Error{malformed} with line and column for bad TOML and
// for keys that do not exist, Error{usage} for values that do not; parse_job() also for
// disclosures, which a release does not take into account.
ReleaseJob parse_job(std::string_view toml, std::string_view name);
ViewsJob parse_views_job(std::string_view toml, std::string_view name);
TableSpec parse_table_spec(std::string_view toml, std::string_view name);

// The complete job as TOML; parse_job() gives it back.
std::string print_job(const ReleaseJob& job);

}  // namespace overt
