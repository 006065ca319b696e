#include "overt/assess/released_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "overt/assess/cell_reader.h"
#include "overt/base/error.h"
#include "overt/base/sha256.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/table/joint_column.h"
#include "overt/verify/released_files.h"

namespace overt {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& folder, std::string_view what) {
  throw Error(ErrorCode::malformed, fmt::format("{}: {}", folder.string(), what));
}

// The original's code for an id of TextIds; domain() for a value that it lacks.
Code code_of(const Column& column, std::uint32_t id) {
  if (id == kMissingId) return column.has_missing ? column.missing_code() : column.domain();
  return id < column.values.size() ? id : column.domain();
}

class ReleaseReader {
 public:
  ReleaseReader(const std::filesystem::path& folder, const Certificate& certificate,
                const CountedTable& table, std::size_t sensitive, Storage& storage,
                Progress& progress)
      : folder_(folder),
        original_records_(table.records()),
        number_(sensitive),
        rows_(joint_column(table.rows, one_of(certificate.job.roles.sensitive, sensitive))),
        sensitive_(&rows_.column) {
    const CertifiedJob& job = certificate.job;
    has_sensitive_ = !job.roles.sensitive.empty();
    const Table& original = table.rows;
    if (certificate.records != original_records_) refuse_records();
    const bool generalized = certificate.form == "generalized";
    if (number_ == 0) {
      ids_.sensitive = TextIds(sensitive_->values);
    } else {
      ids_.others.resize(job.roles.sensitive.size() - 1);
      ids_.others[number_ - 1] = TextIds(sensitive_->values);
    }
    for (const std::string& name : job.roles.insensitive) {
      ids_.insensitive.emplace_back(column(original, name).values);
    }
    for (const std::string& name : job.roles.quasi_identifying) {
      quasi_.push_back(&column(original, name));
      ids_.quasi.push_back(generalized ? TextIds() : TextIds(quasi_.back()->values));
    }
    left_ = counts_of(*sensitive_, table.counts);
    if (!generalized) {
      result_.exact.resize(quasi_.size());
      return;
    }
    result_.cells.resize(quasi_.size());
    for (std::size_t c = 0; c < quasi_.size(); ++c) {
      std::optional<BoundHierarchy> hierarchy;
      const std::string& name = quasi_[c]->name;
      if (std::find(job.hierarchies.begin(), job.hierarchies.end(), name) !=
          job.hierarchies.end()) {
        const std::string file = hierarchy_file(name);
        const std::string path = (folder / file).string();
        Sha256 hash;
        hash.update(read_release_text(path, storage, progress));
        expect_certified(certificate, file, hash.finish());
        hierarchy.emplace(read_released_hierarchy(folder, name, certificate, storage, progress),
                          *quasi_[c]);
      }
      cells_.push_back(
          std::make_unique<CellReader>(*quasi_[c], std::move(hierarchy), result_.cells[c]));
    }
  }

  ReleaseIds& ids() { return ids_; }

  void add(const ReleasedGroup& group) {
    if (!group.cells_agree) refuse(folder_, "the records of a group do not share one rectangle");
    std::uint64_t sum = 0;
    const ValueCount none{0, group.size};  // the one value that all have
    for (const ValueCount& value :
         has_sensitive_ ? group.values_of(number_) : std::span(&none, 1)) {
      const Code code = code_of(*sensitive_, value.id);
      if (code == sensitive_->domain() || value.count > left_[code]) {
        refuse(folder_, "the sensitive values are not those of the original table");
      }
      left_[code] -= value.count;
      sum += value.count;
      result_.values.push_back({code, value.count});
    }
    if (sum != group.size) refuse(folder_, "the values of a group do not add up to its records");
    records_ += group.size;
    result_.value_ends.push_back(static_cast<std::uint32_t>(result_.values.size()));
    result_.record_ends.push_back(records_);
    for (std::size_t c = 0; c < quasi_.size(); ++c) {
      const bool known =
          cells_.empty() ? add_exact(c, group.quasi[c]) : cells_[c]->add(group.cells[c]);
      if (!known) {
        refuse(folder_, fmt::format("column {}: a group has values that the original table does "
                                    "not have",
                                    quasi_[c]->name));
      }
    }
  }

  ReleasedTable finish(const Certificate& certificate, const ReleasedFiles& files) {
    for (const auto& [name, hash] : files.sha256) expect_certified(certificate, name, hash);
    if (!files.count.in_order) refuse(folder_, "the groups are not numbered 1, 2, .. in order");
    // As many records, and no value more often than in the original: the same multiset.
    if (records_ != original_records_) refuse_records();
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse_records() const {
    refuse(folder_, "the original table does not have as many records");
  }
  void expect_certified(const Certificate& certificate, const std::string& name,
                        const std::string& hash) const {
    const auto certified = certificate.files.find(name);
    if (certified == certificate.files.end() || certified->second != hash) {
      refuse(folder_ / name, "not the file of the certificate; overt verify says more");
    }
  }
  static std::span<const std::string> one_of(const std::vector<std::string>& names,
                                             std::size_t number) {
    return std::span(names).subspan(names.empty() ? 0 : number, names.empty() ? 0 : 1);
  }
  static const Column& column(const Table& table, const std::string& name) {
    return table.columns[table.find(name)];
  }

  bool add_exact(std::size_t c, std::span<const std::uint32_t> ids) {
    std::vector<Code>& codes = result_.exact[c];
    const Code unknown = quasi_[c]->domain();
    bool known = true;
    for (const std::uint32_t id : ids) {
      codes.push_back(code_of(*quasi_[c], id));
      known = known && codes.back() != unknown;
    }
    return known;
  }

  const std::filesystem::path& folder_;
  std::uint64_t original_records_;
  std::size_t number_;       // of the sensitive column
  JointColumn rows_;         // that column, or one value if there is none
  const Column* sensitive_;  // its column
  bool has_sensitive_ = true;
  std::vector<const Column*> quasi_;
  std::vector<std::unique_ptr<CellReader>> cells_;  // generalized form only
  ReleaseIds ids_;
  std::vector<std::uint64_t> left_;  // of each sensitive value: original minus released
  std::uint64_t records_ = 0;
  ReleasedTable result_;
};

}  // namespace

ReleasedTable read_released_codes(const std::filesystem::path& folder,
                                  const Certificate& certificate, const CountedTable& original,
                                  Storage& storage, Progress& progress, std::size_t sensitive) {
  ReleaseReader reader(folder, certificate, original, sensitive, storage, progress);
  const ReleasedFiles files = read_release(folder, certificate, storage, reader.ids(), progress,
                                           [&](const ReleasedGroup& group) { reader.add(group); });
  return reader.finish(certificate, files);
}

}  // namespace overt
