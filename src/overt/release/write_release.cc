#include "overt/release/write_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/parallel.h"
#include "overt/release/counted_rows.h"
#include "overt/release/generalize.h"
#include "overt/table/formula.h"
#include "overt/verify/certificate.h"
#include "overt/verify/joined_cells.h"

namespace overt {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A column's type as it is written: a declared one may have texts that are not as programs write
// them, so those stay texts. Numbers are always written in one way, and so are dates without a
// format; the writer looks at times.
ValueType written_type(const Column& column) {
  const bool number = column.type == ValueType::integer || column.type == ValueType::decimal;
  return column.declared && (number || column.formatted) ? ValueType::text : column.type;
}

// A column in the order of the release.
struct RowCodes {
  std::vector<std::uint32_t> codes;
};

RowCodes in_order(const Column& column, const Groups& groups) {
  RowCodes result;
  result.codes.reserve(groups.records());
  for (const Record record : groups.members) result.codes.push_back(column.codes[record]);
  return result;
}

// Texts of columns as they are written: quoted where the job asks for it, and where one needs it.
class Texts {
 public:
  explicit Texts(const ReleaseJob& job) : quoted_(job.spreadsheet_safe) {}

  std::string name(const std::string& column) const {
    return quoted_ ? with_apostrophe(column) : column;
  }
  // The same texts, or quoted ones that live as long as this.
  std::span<const std::string> values(const std::vector<std::string>& texts) {
    if (!quoted_ || std::none_of(texts.begin(), texts.end(), needs_apostrophe)) return texts;
    std::vector<std::string> changed;
    changed.reserve(texts.size());
    for (const std::string& text : texts) changed.push_back(with_apostrophe(text));
    const std::lock_guard lock(mutex_);
    return changed_.emplace_back(std::move(changed));
  }

 private:
  bool quoted_;
  std::mutex mutex_;  // columns are made side by side
  std::list<std::vector<std::string>> changed_;
};

// Whether the cells of a column are written as columns: an ordered one without a hierarchy.
bool in_columns(const ReleaseJob& job, const Column& column,
                const std::map<std::string, Hierarchy>& hierarchies) {
  return job.cells == CellForm::columns && column.ordered() &&
         contains(job.roles.quasi_identifying, column.name) && hierarchies.count(column.name) == 0;
}

const std::vector<std::string> kTruth = {"0", "1"};

// The sensitive columns in the order of the release: rows of values stay together.
std::vector<RowCodes> sensitive_rows(const ReleaseJob& job, const std::vector<Code>& arranged,
                                     const std::vector<std::vector<Code>>& parts) {
  std::vector<RowCodes> result(job.roles.sensitive.size());
  for (std::size_t c = 0; result.size() > 1 && c < result.size(); ++c) {
    result[c].codes.reserve(arranged.size());
    for (const Code row : arranged) result[c].codes.push_back(parts[c][row]);
  }
  if (result.size() == 1) result[0].codes = arranged;
  return result;
}

std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

void write_generalized(const std::filesystem::path& file, const ReleaseJob& job, const Table& table,
                       const std::map<std::string, Hierarchy>& hierarchies,
                       const Arrangement& arrangement, const JointColumn& rows_of_values,
                       Storage& storage, Progress& progress) {
  const Groups& groups = arrangement.groups;
  CountedRows counted;
  if (job.counted) {
    const std::vector<std::string>& names = job.roles.sensitive;
    counted =
        counted_rows(arrangement, names.empty()       ? std::span<const Code>()
                                  : names.size() == 1 ? table.columns[table.find(names[0])].codes
                                                      : rows_of_values.column.codes);
  }
  const std::vector<RowCodes> sensitive = sensitive_rows(
      job, job.counted ? counted.values : arrangement.sensitive, rows_of_values.parts);
  const std::span<const std::uint32_t> ends = job.counted
                                                  ? std::span<const std::uint32_t>(counted.ends)
                                                  : std::span(groups.offsets).subspan(1);
  std::vector<GroupCells> cells(table.columns.size());
  std::vector<GroupEnds> parts(table.columns.size());
  std::vector<RowCodes> rows(table.columns.size());
  std::vector<std::vector<OutColumn>> columns(table.columns.size());
  Texts texts(job);
  parallel_for(table.columns.size(), [&](std::size_t c) {
    progress.check();
    const Column& column = table.columns[c];
    const auto found = hierarchies.find(column.name);
    if (in_columns(job, column, hierarchies)) {
      parts[c] = interval_ends(column, groups, progress);
      const ValueType type = written_type(column);
      const std::span<const std::string> values = texts.values(column.values);
      columns[c] = {{texts.name(column.name + kLowSuffix), type, values, parts[c].low, ends, true},
                    {texts.name(column.name + kHighSuffix), type, values, parts[c].high, ends}};
      if (column.has_missing) {
        columns[c].push_back({texts.name(column.name + kNullSuffix), ValueType::integer, kTruth,
                              parts[c].missing, ends});
      }
    } else if (contains(job.roles.quasi_identifying, column.name)) {
      std::optional<BoundHierarchy> hierarchy;
      if (found != hierarchies.end()) hierarchy.emplace(found->second, column);
      cells[c] = generalize(column, hierarchy ? &*hierarchy : nullptr, groups, progress);
      columns[c] = {{texts.name(column.name), ValueType::text, texts.values(cells[c].values),
                     cells[c].codes, ends}};
    } else if (const std::size_t s = place_of(job.roles.sensitive, column.name);
               s < sensitive.size()) {
      columns[c] = {{texts.name(column.name),
                     written_type(column),
                     texts.values(column.values),
                     sensitive[s].codes,
                     {}}};
    } else {
      rows[c] = in_order(column, groups);
      columns[c] = {{texts.name(column.name),
                     written_type(column),
                     texts.values(column.values),
                     rows[c].codes,
                     {}}};
    }
  });
  OutTable out{job.counted ? counted.values.size() : groups.records(), ends, {}};
  for (const auto& of_column : columns) {
    out.columns.insert(out.columns.end(), of_column.begin(), of_column.end());
  }
  if (job.counted) {
    out.columns.push_back({"count", ValueType::integer, counted.numbers, counted.counts, {}});
  }
  storage.write(out, file, job.format, job.missing_text().value_or(""), progress);
}

void write_quasi(const std::filesystem::path& file, const ReleaseJob& job, const Table& table,
                 const Groups& groups, Storage& storage, Progress& progress) {
  std::vector<RowCodes> rows(table.columns.size());
  OutTable out{groups.records(), std::span(groups.offsets).subspan(1), {}};
  Texts texts(job);
  parallel_for(table.columns.size(), [&](std::size_t c) {
    if (!contains(job.roles.sensitive, table.columns[c].name)) {
      rows[c] = in_order(table.columns[c], groups);
    }
  });
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    if (contains(job.roles.sensitive, column.name)) continue;
    out.columns.push_back({texts.name(column.name),
                           written_type(column),
                           texts.values(column.values),
                           rows[c].codes,
                           {}});
  }
  storage.write(out, file, job.format, job.missing_text().value_or(""), progress);
}

void write_sensitive(const std::filesystem::path& file, const ReleaseJob& job, const Table& table,
                     const Arrangement& arrangement, const std::vector<std::vector<Code>>& parts,
                     Storage& storage, Progress& progress) {
  const CountedRows rows = counted_rows(arrangement);
  Texts texts(job);
  const std::vector<RowCodes> codes = sensitive_rows(job, rows.values, parts);
  OutTable out{rows.values.size(), rows.ends, {}};
  for (std::size_t c = 0; c < codes.size(); ++c) {
    const Column& column = table.columns[table.find(job.roles.sensitive[c])];
    out.columns.push_back({texts.name(column.name),
                           written_type(column),
                           texts.values(column.values),
                           codes[c].codes,
                           {}});
  }
  out.columns.push_back({"count", ValueType::integer, rows.numbers, rows.counts, {}});
  storage.write(out, file, job.format, job.missing_text().value_or(""), progress);
}

}  // namespace

bool is_release_file(const std::filesystem::path& file) {
  static const std::set<std::string> names = {
      "certificate.json", "report.html",   "released.csv",      "quasi.csv",   "sensitive.csv",
      "released.parquet", "quasi.parquet", "sensitive.parquet", "hierarchies", kSignatureFile};
  const std::filesystem::path folder = file.parent_path();
  return folder.empty() ? names.contains(file.string())
                        : folder == "hierarchies" && file.extension() == ".csv";
}

void check_cell_columns(const ReleaseJob& job, const Table& table,
                        const std::map<std::string, Hierarchy>& hierarchies) {
  for (const Column& column : table.columns) {
    if (!in_columns(job, column, hierarchies)) continue;
    for (const char* suffix : {kLowSuffix, kHighSuffix, kNullSuffix}) {
      if (table.find(column.name + suffix) == table.columns.size()) continue;
      throw KeyedError(ErrorCode::usage,
                       {Key{"cells"},
                        fmt::format(": a column is called {}{}, which is the name of a column that "
                                    "the release would add; rename it",
                                    column.name, suffix)});
    }
  }
}

void write_release(const std::filesystem::path& folder, const ReleaseJob& job, const Table& table,
                   const std::map<std::string, Hierarchy>& hierarchies,
                   const Arrangement& arrangement, const JointColumn& joint, Storage& storage,
                   Progress& progress) {
  const std::string suffix = "." + std::string(to_string(job.format));
  if (job.form == ReleaseForm::generalized) {
    write_generalized(folder / ("released" + suffix), job, table, hierarchies, arrangement, joint,
                      storage, progress);
  } else {
    write_quasi(folder / ("quasi" + suffix), job, table, arrangement.groups, storage, progress);
    write_sensitive(folder / ("sensitive" + suffix), job, table, arrangement, joint.parts, storage,
                    progress);
  }
  for (const auto& [column, hierarchy] : hierarchies) {
    auto rows = hierarchy.rows();
    for (auto& row : rows) {
      for (std::string& text : row) {
        if (job.spreadsheet_safe) text = with_apostrophe(text);
      }
    }
    storage.write_rows(folder / hierarchy_file(column), rows);
  }
}

}  // namespace overt
