#include "overt/verify/released_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "overt/base/error.h"
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

// Equal ids together, with their number. `ids` is scratch.
void count_values(std::span<const std::uint32_t> values, std::vector<std::uint32_t>& ids,
                  std::vector<ValueCount>& counts) {
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

ReleasedFiles read_generalized(const std::filesystem::path& folder, const Certificate& certificate,
                               Storage& storage, ReleaseIds& ids, Progress& progress,
                               const std::function<void(const ReleasedGroup&)>& visit) {
  const Roles& roles = certificate.job.roles;
  GroupLayout layout;
  layout.cells = roles.quasi_identifying;
  layout.exact = roles.sensitive;
  layout.exact.insert(layout.exact.end(), roles.insensitive.begin(), roles.insensitive.end());
  layout.ids = {&ids.sensitive};
  for (TextIds* one : pointers(ids.insensitive)) layout.ids.push_back(one);

  const std::string name = table_files(certificate)[0];
  auto source = open(folder / name, certificate, storage, progress);
  if (certificate.job.cells == "columns") {
    source = join_cells(std::move(source), roles.quasi_identifying, rules_of(certificate));
  }
  ReleasedFiles result;
  std::vector<ValueCount> values;
  std::vector<std::uint32_t> ids_of_group;
  result.count =
      read_groups(*source, layout, rules_of(certificate), progress, [&](const GroupRows& rows) {
        count_values(rows.exact[0], ids_of_group, values);
        visit({rows.first_row,
               rows.size,
               rows.cells,
               rows.cells_agree,
               {},
               std::span(rows.exact).subspan(1),
               values});
      });
  result.sha256[name] = source->sha256();
  return result;
}

// The sensitive file of the anatomy form: the values of every group.
struct SensitiveFile {
  std::vector<ValueCount> values;
  std::vector<std::size_t> ends;  // of each group in values
};

SensitiveFile read_sensitive(const std::filesystem::path& folder, const Certificate& certificate,
                             Storage& storage, ReleaseIds& ids, Progress& progress,
                             ReleasedFiles& result) {
  TextIds counts;
  std::vector<std::uint64_t> number;  // id of a count's text -> the count, 0 for nonsense
  GroupLayout layout;
  layout.exact = {certificate.job.roles.sensitive[0], "count"};
  layout.ids = {&ids.sensitive, &counts};
  const std::string name = table_files(certificate)[1];
  const auto source = open(folder / name, certificate, storage, progress);
  SensitiveFile file;
  const auto parse = [](std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : 0;
  };
  const GroupCount count =
      read_groups(*source, layout, rules_of(certificate), progress, [&](const GroupRows& rows) {
        const std::size_t start = file.values.size();
        for (std::size_t r = 0; r < rows.size; ++r) {
          const std::uint32_t text = rows.exact[1][r];
          while (number.size() < counts.size()) {
            number.push_back(parse(counts.text(static_cast<std::uint32_t>(number.size()))));
          }
          const std::uint64_t times = text == kMissingId ? 0 : number[text];
          if (times == 0) {
            throw Error(ErrorCode::malformed,
                        fmt::format("{}: group {}: a count is not a positive number",
                                    source->name(), file.ends.size() + 1));
          }
          file.values.push_back({rows.exact[0][r], times});
        }
        std::sort(file.values.begin() + static_cast<std::ptrdiff_t>(start), file.values.end(),
                  [](const ValueCount& a, const ValueCount& b) { return a.id < b.id; });
        for (std::size_t i = start + 1; i < file.values.size(); ++i) {
          if (file.values[i].id == file.values[i - 1].id) result.distinct = false;
        }
        file.ends.push_back(file.values.size());
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
  result.count =
      read_groups(*source, layout, rules_of(certificate), progress, [&](const GroupRows& rows) {
        std::span<const ValueCount> values;
        if (group < sensitive.ends.size()) {
          const std::size_t from = group == 0 ? 0 : sensitive.ends[group - 1];
          values = std::span(sensitive.values).subspan(from, sensitive.ends[group] - from);
        }
        ++group;
        visit({rows.first_row,
               rows.size,
               {},
               true,
               std::span(rows.exact).first(quasi),
               std::span(rows.exact).subspan(quasi),
               values});
      });
  result.count.in_order =
      result.count.in_order && sensitive_in_order && group == sensitive.ends.size();
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
  ids.insensitive.resize(certificate.job.roles.insensitive.size());
  ids.quasi.resize(certificate.job.roles.quasi_identifying.size());
  return certificate.form == "generalized"
             ? read_generalized(folder, certificate, storage, ids, progress, visit)
             : read_anatomy(folder, certificate, storage, ids, progress, visit);
}

}  // namespace overt
