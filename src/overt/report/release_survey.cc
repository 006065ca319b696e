#include "overt/report/release_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overt/base/error.h"

namespace overt {

// Cells of one column, equal ones once.
class SurveyBuilder::CellPool {
 public:
  void add(const std::optional<std::string_view>& text, SurveyedColumn& column) {
    if (!text) {
      if (!missing_) missing_ = fresh(std::nullopt, column);
      column.of.push_back(*missing_);
      return;
    }
    const std::uint32_t id = ids_.id(*text);
    if (id == place_.size()) place_.push_back(fresh(std::string(*text), column));
    column.of.push_back(place_[id]);
  }

 private:
  static std::uint32_t fresh(std::optional<std::string> text, SurveyedColumn& column) {
    column.texts.push_back(std::move(text));
    return static_cast<std::uint32_t>(column.texts.size() - 1);
  }

  TextIds ids_;
  std::vector<std::uint32_t> place_;  // of an id in texts
  std::optional<std::uint32_t> missing_;
};

namespace {

// Ids become places in the sorted list of names, and each group's values stand in that order.
void sort_values(const TextIds& ids, ReleaseSurvey& survey) {
  std::vector<std::uint32_t> order(ids.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return ids.text(a) < ids.text(b); });
  std::vector<std::uint32_t> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = static_cast<std::uint32_t>(i);
    survey.names.push_back(ids.text(order[i]));
  }
  bool missing = false;
  for (SurveyedValue& value : survey.values) {
    missing = missing || value.id == kMissingId;
    value.id = value.id == kMissingId ? static_cast<std::uint32_t>(order.size()) : rank[value.id];
  }
  if (missing) survey.names.emplace_back("NULL");
  std::size_t from = 0;
  for (const std::size_t end : survey.value_ends) {
    std::sort(survey.values.begin() + static_cast<std::ptrdiff_t>(from),
              survey.values.begin() + static_cast<std::ptrdiff_t>(end),
              [](const SurveyedValue& a, const SurveyedValue& b) { return a.id < b.id; });
    from = end;
  }
}

}  // namespace

std::uint64_t ReleaseSurvey::count(std::size_t group, std::uint32_t value) const {
  for (const SurveyedValue& one : values_of(group)) {
    if (one.id == value) return one.count;
  }
  return 0;
}

std::uint64_t ReleaseSurvey::largest_count(std::size_t group) const {
  std::uint64_t most = 0;
  for (const SurveyedValue& value : values_of(group)) most = std::max(most, value.count);
  return most;
}

std::vector<std::uint64_t> ReleaseSurvey::totals() const {
  std::vector<std::uint64_t> result(names.size());
  for (const SurveyedValue& value : values) result[value.id] += value.count;
  return result;
}

SurveyBuilder::SurveyBuilder(const Roles& roles, bool anatomy) : anatomy_(anatomy) {
  for (const std::string& name : roles.quasi_identifying) {
    survey_.columns.push_back({name, {}, {}});
  }
  if (!anatomy_) pools_.resize(survey_.columns.size());
}

SurveyBuilder::~SurveyBuilder() = default;

void SurveyBuilder::add(const ReleasedGroup& group) {
  for (std::size_t c = 0; c < survey_.columns.size(); ++c) {
    SurveyedColumn& column = survey_.columns[c];
    if (anatomy_) {
      column.of.insert(column.of.end(), group.quasi[c].begin(), group.quasi[c].end());
    } else {
      pools_[c].add(group.cells[c], column);
    }
  }
  for (const ValueCount& value : group.values) survey_.values.push_back({value.id, value.count});
  survey_.value_ends.push_back(survey_.values.size());
  survey_.ends.push_back(group.first_row + group.size);
}

void SurveyBuilder::finish(const ReleaseIds& ids) {
  for (std::size_t c = 0; anatomy_ && c < survey_.columns.size(); ++c) {
    SurveyedColumn& column = survey_.columns[c];
    for (std::uint32_t id = 0; id < ids.quasi[c].size(); ++id) {
      column.texts.emplace_back(ids.quasi[c].text(id));
    }
    const auto missing = static_cast<std::uint32_t>(column.texts.size());
    bool any = false;
    for (std::uint32_t& id : column.of) {
      if (id != kMissingId) continue;
      id = missing;
      any = true;
    }
    if (any) column.texts.emplace_back(std::nullopt);
  }
  sort_values(ids.sensitive, survey_);
}

ReleaseSurvey SurveyBuilder::take(const std::filesystem::path& folder, Storage& storage,
                                  Progress& progress) {
  survey_.certificate = read_certificate(folder, storage, progress);
  for (const std::string& column : survey_.certificate.job.hierarchies) {
    survey_.hierarchies.emplace(
        column, read_released_hierarchy(folder, column, survey_.certificate, storage, progress));
  }
  return std::move(survey_);
}

ReleaseSurvey survey_release(const std::filesystem::path& folder, Storage& storage,
                             Progress& progress) {
  const Certificate certificate = read_certificate(folder, storage, progress);
  SurveyBuilder builder(certificate.job.roles, certificate.form == "anatomy");
  ReleaseIds ids;
  const ReleasedFiles files = read_release(folder, certificate, storage, ids, progress,
                                           [&](const ReleasedGroup& group) { builder.add(group); });
  if (!files.count.in_order || files.count.groups == 0) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: the groups are not numbered 1, 2, .. in order; overt verify says "
                            "more",
                            folder.string()));
  }
  builder.finish(ids);
  return builder.take(folder, storage, progress);
}

}  // namespace overt
