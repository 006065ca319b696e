#include "overt/verify/released_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "overt/base/error.h"
#include "overt/table/counted_source.h"
#include "overt/table/formula.h"
#include "overt/verify/joined_cells.h"
#include "overt/verify/quoted_source.h"

namespace overt {
namespace {

ReadingRules rules_of(const Certificate& certificate) {
  ReadingRules rules;
  rules.missing = certificate.job.missing;
  return rules;
}

void check_is_file(const std::filesystem::path& file, const Storage& storage) {
  if (storage.can_be_read_again(file.string())) return;
  throw Error(ErrorCode::io, fmt::format("{}: cannot be read: it is not a file", file.string()));
}

std::unique_ptr<TableSource> open(const std::filesystem::path& file, const Certificate& certificate,
                                  Storage& storage, Progress& progress) {
  check_is_file(file, storage);
  ReadOptions options;
  options.delimiter = ',';
  options.hashed = true;
  auto source = storage.open(file.string(), options, progress);
  if (!certificate.job.spreadsheet_safe) return source;
  return without_apostrophes(std::move(source), rules_of(certificate));
}

// Of rows that have counts: no two have the same values in the first columns.
bool each_once(const GroupRows& rows, std::size_t columns) {
  std::set<std::vector<std::uint32_t>> seen;
  for (std::size_t r = 0; r < rows.counts.size(); ++r) {
    std::vector<std::uint32_t> row;
    for (std::size_t c = 0; c < columns; ++c) row.push_back(rows.exact[c][r]);
    if (!seen.insert(std::move(row)).second) return false;
  }
  return true;
}

// A file that lacks what its certificate says is malformed, whoever asked for it.
std::unique_ptr<TableSource> counted(std::unique_ptr<TableSource> source) {
  const std::vector<std::string>& columns = source->columns();
  if (std::find(columns.begin(), columns.end(), "count") == columns.end()) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: the column count is missing", source->name()));
  }
  return with_counts(std::move(source), "count");
}

// Equal ids together, with the records of their rows.
void add_counts(std::span<const std::uint32_t> values, std::span<const std::uint64_t> of_row,
                std::vector<ValueCount>& counts) {
  std::vector<ValueCount> rows;
  for (std::size_t r = 0; r < values.size(); ++r) rows.push_back({values[r], of_row[r]});
  std::sort(rows.begin(), rows.end(),
            [](const ValueCount& a, const ValueCount& b) { return a.id < b.id; });
  counts.clear();
  for (const ValueCount& row : rows) {
    if (counts.empty() || counts.back().id != row.id) counts.push_back({row.id, 0});
    counts.back().count += row.count;
  }
}

// Equal ids together, with their number. `ids` is scratch.
void count_values(std::span<const std::uint32_t> values, std::span<const std::uint64_t> of_row,
                  std::vector<std::uint32_t>& ids, std::vector<ValueCount>& counts) {
  if (!of_row.empty()) return add_counts(values, of_row, counts);
  ids.assign(values.begin(), values.end());
  std::sort(ids.begin(), ids.end());
  counts.clear();
  for (const std::uint32_t id : ids) {
    if (counts.empty() || counts.back().id != id) counts.push_back({id, 0});
    ++counts.back().count;
  }
}

std::vector<TextIds*> pointers(std::vector<TextIds>& ids) {
  std::vector<TextIds*> result;
  result.reserve(ids.size());
  for (TextIds& one : ids) result.push_back(&one);
  return result;
}

// Of each sensitive column.
std::vector<TextIds*> sensitive_ids(ReleaseIds& ids, std::size_t columns) {
  if (columns == 0) return {};
  std::vector<TextIds*> result = {&ids.sensitive};
  for (TextIds* one : pointers(ids.others)) result.push_back(one);
  return result;
}

ReleasedFiles read_generalized(const std::filesystem::path& folder, const Certificate& certificate,
                               Storage& storage, ReleaseIds& ids, Progress& progress,
                               const std::function<void(const ReleasedGroup&)>& visit) {
  const Roles& roles = certificate.job.roles;
  GroupLayout layout;
  layout.cells = roles.quasi_identifying;
  const std::size_t sensitive = roles.sensitive.size();
  layout.exact = roles.sensitive;
  layout.exact.insert(layout.exact.end(), roles.insensitive.begin(), roles.insensitive.end());
  layout.ids = sensitive_ids(ids, sensitive);
  for (TextIds* one : pointers(ids.insensitive)) layout.ids.push_back(one);

  const std::string name = table_files(certificate)[0];
  auto source = open(folder / name, certificate, storage, progress);
  if (certificate.job.cells == "columns") {
    source = join_cells(std::move(source), roles.quasi_identifying, rules_of(certificate));
  }
  if (certificate.job.counted) source = counted(std::move(source));
  ReleasedFiles result;
  std::vector<ValueCount> values;
  std::vector<std::vector<ValueCount>> others(ids.others.size());
  std::vector<std::uint32_t> ids_of_group;
  result.count =
      read_groups(*source, layout, rules_of(certificate), progress, [&](const GroupRows& rows) {
        for (std::size_t c = 0; c < sensitive; ++c) {
          count_values(rows.exact[c], rows.counts, ids_of_group, c == 0 ? values : others[c - 1]);
        }
        result.distinct = result.distinct && each_once(rows, sensitive);
        visit({rows.first_row,
               rows.size,
               rows.cells,
               rows.cells_agree,
               {},
               std::span(rows.exact).subspan(sensitive),
               values,
               others,
               rows.cell_codes,
               rows.block});
      });
  result.sha256[name] = source->sha256();
  return result;
}

// The sensitive file of the anatomy form: the values of every group, column by column.
struct SensitiveFile {
  // groups[g][c]: of sensitive column c, sorted by id.
  std::vector<std::vector<std::vector<ValueCount>>> groups;
};

// Equal ids, which stand side by side, together.
void merge_values(std::vector<ValueCount>& values) {
  std::vector<ValueCount> merged;
  for (const ValueCount& value : values) {
    if (merged.empty() || merged.back().id != value.id) {
      merged.push_back(value);
    } else {
      merged.back().count += value.count;
    }
  }
  values = std::move(merged);
}

SensitiveFile read_sensitive(const std::filesystem::path& folder, const Certificate& certificate,
                             Storage& storage, ReleaseIds& ids, Progress& progress,
                             ReleasedFiles& result) {
  TextIds counts;
  std::vector<std::uint64_t> number;  // id of a count's text -> the count, 0 for nonsense
  GroupLayout layout;
  const std::vector<std::string>& columns = certificate.job.roles.sensitive;
  layout.exact = columns;
  layout.exact.emplace_back("count");
  layout.ids = sensitive_ids(ids, columns.size());
  layout.ids.push_back(&counts);
  const std::string name = table_files(certificate)[1];
  const auto source = open(folder / name, certificate, storage, progress);
  SensitiveFile file;
  std::uint64_t records = 0;  // what counts add up to must not begin anew at 0
  const auto parse = [](std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : 0;
  };
  const GroupCount count =
      read_groups(*source, layout, rules_of(certificate), progress, [&](const GroupRows& rows) {
        auto& values = file.groups.emplace_back(columns.size());
        std::set<std::vector<std::uint32_t>> seen;
        for (std::size_t r = 0; r < rows.size; ++r) {
          const std::uint32_t text = rows.exact.back()[r];
          while (number.size() < counts.size()) {
            number.push_back(parse(counts.text(static_cast<std::uint32_t>(number.size()))));
          }
          const std::uint64_t times = text == kMissingId ? 0 : number[text];
          if (times == 0) {
            throw Error(ErrorCode::malformed,
                        fmt::format("{}: group {}: a count is not a positive number",
                                    source->name(), file.groups.size()));
          }
          if (times > kMostRecords - records) {
            throw Error(
                ErrorCode::malformed,
                fmt::format("{}: group {}: the counts up to here are more than 140 trillion "
                            "records",
                            source->name(), file.groups.size()));
          }
          records += times;
          std::vector<std::uint32_t> row;  // of several columns: a value may stand in many
          for (std::size_t c = 0; c < columns.size(); ++c) {
            values[c].push_back({rows.exact[c][r], times});
            row.push_back(rows.exact[c][r]);
          }
          if (!seen.insert(std::move(row)).second) result.distinct = false;
        }
        for (auto& own : values) {
          std::sort(own.begin(), own.end(),
                    [](const ValueCount& a, const ValueCount& b) { return a.id < b.id; });
          if (columns.size() > 1) merge_values(own);
        }
      });
  result.count.in_order = count.in_order;
  result.sha256[name] = source->sha256();
  return file;
}

ReleasedFiles read_anatomy(const std::filesystem::path& folder, const Certificate& certificate,
                           Storage& storage, ReleaseIds& ids, Progress& progress,
                           const std::function<void(const ReleasedGroup&)>& visit) {
  ReleasedFiles result;
  const SensitiveFile sensitive =
      read_sensitive(folder, certificate, storage, ids, progress, result);
  const Roles& roles = certificate.job.roles;
  GroupLayout layout;
  layout.exact = roles.quasi_identifying;
  layout.exact.insert(layout.exact.end(), roles.insensitive.begin(), roles.insensitive.end());
  layout.ids = pointers(ids.quasi);
  for (TextIds* one : pointers(ids.insensitive)) layout.ids.push_back(one);

  const std::string name = table_files(certificate)[0];
  const auto source = open(folder / name, certificate, storage, progress);
  const bool sensitive_in_order = result.count.in_order;
  const std::size_t quasi = roles.quasi_identifying.size();
  std::size_t group = 0;
  const std::vector<std::vector<ValueCount>> none(std::max<std::size_t>(1, roles.sensitive.size()));
  result.count =
      read_groups(*source, layout, rules_of(certificate), progress, [&](const GroupRows& rows) {
        const auto& values = group < sensitive.groups.size() ? sensitive.groups[group] : none;
        ++group;
        visit({rows.first_row,
               rows.size,
               {},
               true,
               std::span(rows.exact).first(quasi),
               std::span(rows.exact).subspan(quasi),
               values[0],
               std::span(values).subspan(1)});
      });
  result.count.in_order =
      result.count.in_order && sensitive_in_order && group == sensitive.groups.size();
  result.sha256[name] = source->sha256();
  return result;
}

}  // namespace

std::string read_release_text(const std::filesystem::path& file, Storage& storage,
                              Progress& progress) {
  check_is_file(file, storage);
  return storage.read_text(file.string(), progress);
}

Certificate read_certificate(const std::filesystem::path& folder, Storage& storage,
                             Progress& progress) {
  const std::filesystem::path file = folder / "certificate.json";
  return parse_certificate(read_release_text(file, storage, progress), file.string());
}

Hierarchy read_released_hierarchy(const std::filesystem::path& folder, const std::string& column,
                                  const Certificate& certificate, Storage& storage,
                                  Progress& progress) {
  const std::string file = hierarchy_file(column);
  auto rows = storage.read_rows((folder / file).string(), progress);
  if (certificate.job.spreadsheet_safe) {
    for (auto& row : rows) {
      for (std::string& text : row) {
        const auto plain = without_apostrophe(text);
        if (!plain) {
          throw Error(ErrorCode::malformed,
                      fmt::format("{}: a text that a spreadsheet would run is not quoted", file));
        }
        text = std::string(*plain);
      }
    }
  }
  return Hierarchy::from_rows(file, rows);
}

std::vector<std::string> table_files(const Certificate& certificate) {
  const std::string& format = certificate.job.format;
  if (certificate.form == "generalized") return {"released." + format};
  return {"quasi." + format, "sensitive." + format};
}

ReleasedFiles read_release(const std::filesystem::path& folder, const Certificate& certificate,
                           Storage& storage, ReleaseIds& ids, Progress& progress,
                           const std::function<void(const ReleasedGroup&)>& visit) {
  const std::size_t sensitive = certificate.job.roles.sensitive.size();
  ids.others.resize(sensitive == 0 ? 0 : sensitive - 1);
  if (certificate.job.counted &&
      (certificate.form != "generalized" || !certificate.job.roles.insensitive.empty())) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: the certificate has counts where each record has a row of its own",
                            folder.string()));
  }
  ids.insensitive.resize(certificate.job.roles.insensitive.size());
  ids.quasi.resize(certificate.job.roles.quasi_identifying.size());
  return certificate.form == "generalized"
             ? read_generalized(folder, certificate, storage, ids, progress, visit)
             : read_anatomy(folder, certificate, storage, ids, progress, visit);
}

}  // namespace overt
