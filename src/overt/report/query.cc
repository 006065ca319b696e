#include "overt/report/query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/report/cell_extent.h"
#include "overt/table/number_text.h"

namespace overt {
namespace {

constexpr std::size_t kMostAnswers = 100'000;

[[noreturn]] void unknown(const std::string& column, std::string_view what) {
  throw Error(ErrorCode::usage, fmt::format("{}: {}", column, what));
}

// How the groups, or of the anatomy form the records, stand to one question about one column:
// by the cell that they have there.
struct CellRelations {
  const SurveyedColumn* column = nullptr;
  std::vector<CellExtents::Relation> of_cell;
};

class Answerer {
 public:
  Answerer(const ReleaseSurvey& survey, const CountQuery& query, Progress& progress)
      : survey_(survey), query_(query), progress_(progress) {
    for (const SurveyedColumn& column : survey.columns) {
      const auto hierarchy = survey.hierarchies.find(column.name);
      const auto& types = survey.certificate.job.types;
      const auto declared = types.find(column.name);
      const bool labels = hierarchy != survey.hierarchies.end() && !survey.anatomy();
      extents_.emplace_back(column, survey.anatomy(), labels ? &hierarchy->second : nullptr,
                            declared == types.end() ? nullptr : &declared->second);
    }
    std::set<std::string> seen;
    for (const auto& [name, text] : query.where) {
      if (!seen.insert(name).second) unknown(name, "it is asked about twice");
      where_.push_back(relations(name, text));
    }
    takes_.assign(survey.names.size(), query.values.empty());
    for (const std::string& value : query.values) takes_[value_named(value)] = true;
  }

  QueryResult run() {
    QueryResult result{query_, sensitive(), survey_.certificate.records, {}};
    std::vector<std::string> key;
    step(0, key, where_, takes_, result);
    return result;
  }

 private:
  std::size_t place_of(const std::string& name) const {
    for (std::size_t c = 0; c < survey_.columns.size(); ++c) {
      if (survey_.columns[c].name == name) return c;
    }
    unknown(name, "no quasi-identifying column of the release is called that");
  }

  // The column whose values are asked about; empty if the release has none.
  std::string sensitive() const {
    const std::vector<std::string>& columns = survey_.certificate.job.roles.sensitive;
    return columns.empty() ? std::string() : columns[0];
  }

  // A value as it is, or after the name of the column: occupation=clerk.
  std::uint32_t value_named(const std::string& value) const {
    const std::string column = sensitive();
    if (column.empty()) unknown(value, "the release has no sensitive column");
    const auto& names = survey_.names;
    auto found = std::find(names.begin(), names.end(), value);
    std::string_view plain = value;
    if (found == names.end() && plain.starts_with(column + "=")) {
      plain.remove_prefix(column.size() + 1);
      found = std::find(names.begin(), names.end(), plain);
    }
    // 5.0 is 5, as it may have stood in the original.
    if (const auto number = parse_any_number(plain); found == names.end() && number) {
      const auto same = [&](const std::string& name) { return parse_any_number(name) == number; };
      if (std::count_if(names.begin(), names.end(), same) == 1) {
        found = std::find_if(names.begin(), names.end(), same);
      }
    }
    if (found == names.end()) unknown(column, "no record of the release has this value");
    return static_cast<std::uint32_t>(found - names.begin());
  }

  CellRelations relations(const std::string& name, const std::string& text) const {
    const std::size_t c = place_of(name);
    CellRelations result{&survey_.columns[c], {}};
    const CellExtents::Asked asked = extents_[c].asked(text, name);
    for (std::uint32_t cell = 0; cell < survey_.columns[c].texts.size(); ++cell) {
      result.of_cell.push_back(extents_[c].relation(cell, asked));
    }
    return result;
  }

  // Goes through the combinations of `by`, from column `depth` on.
  void step(std::size_t depth, std::vector<std::string>& key, std::vector<CellRelations>& where,
            const std::vector<bool>& takes, QueryResult& result) {
    if (depth == query_.by.size()) {
      if (result.answers.size() == kMostAnswers) {
        throw KeyedError(
            ErrorCode::usage,
            {Key{"by"}, fmt::format(": the table has more than {} cells", kMostAnswers)});
      }
      progress_.check();
      result.answers.push_back(count(where, takes));
      result.answers.back().key = key;
      return;
    }
    const auto& [name, width] = query_.by[depth];
    if (name == sensitive()) {
      for (std::uint32_t v = 0; v < survey_.names.size(); ++v) {
        if (!takes[v]) continue;
        std::vector<bool> one(takes.size(), false);
        one[v] = true;
        key.push_back(survey_.names[v]);
        step(depth + 1, key, where, one, result);
        key.pop_back();
      }
      return;
    }
    const std::vector<std::string> bins = extents_[place_of(name)].bins(width, name);
    for (const std::string& bin : bins) {
      where.push_back(relations(name, bin));
      key.push_back(bin);
      step(depth + 1, key, where, takes, result);
      key.pop_back();
      where.pop_back();
    }
  }

  CountAnswer count(const std::vector<CellRelations>& where, const std::vector<bool>& takes) const {
    CountAnswer answer;
    for (std::size_t g = 0; g < survey_.groups(); ++g) {
      std::uint64_t counted = 0;
      for (const SurveyedValue& value : survey_.values_of(g)) {
        if (takes[value.id]) counted += value.count;
      }
      if (sensitive().empty()) counted = survey_.size(g);
      if (survey_.anatomy()) {
        add_exact(g, counted, where, answer);
      } else {
        add_cells(g, counted, where, answer);
      }
    }
    return answer;
  }

  void add_cells(std::size_t group, std::uint64_t counted, const std::vector<CellRelations>& where,
                 CountAnswer& answer) const {
    double share = 1;
    bool surely = true;
    bool possibly = true;
    for (const CellRelations& one : where) {
      const CellExtents::Relation& relation = one.of_cell[one.column->of[group]];
      share *= relation.share;
      surely = surely && relation.surely;
      possibly = possibly && relation.possibly;
    }
    const std::uint64_t size = survey_.size(group);
    answer.estimate += static_cast<double>(counted) * share;
    answer.all_estimate += static_cast<double>(size) * share;
    if (surely) {
      answer.surely += counted;
      answer.others_surely += size - counted;
    }
    if (possibly) {
      answer.possibly += counted;
      answer.others_possibly += size - counted;
    }
  }

  void add_exact(std::size_t group, std::uint64_t counted, const std::vector<CellRelations>& where,
                 CountAnswer& answer) const {
    std::uint64_t matching = 0;
    for (std::uint64_t r = survey_.first(group); r < survey_.ends[group]; ++r) {
      const bool match = std::all_of(where.begin(), where.end(), [&](const CellRelations& one) {
        return one.of_cell[one.column->of[r]].surely;
      });
      matching += match ? 1 : 0;
    }
    const std::uint64_t size = survey_.size(group);
    const std::uint64_t least = counted + matching > size ? counted + matching - size : 0;
    const std::uint64_t most = std::min(counted, matching);
    answer.surely += least;
    answer.possibly += most;
    answer.others_surely += matching - most;
    answer.others_possibly += matching - least;
    answer.estimate +=
        static_cast<double>(counted) * static_cast<double>(matching) / static_cast<double>(size);
    answer.all_estimate += static_cast<double>(matching);
  }

  const ReleaseSurvey& survey_;
  const CountQuery& query_;
  Progress& progress_;
  std::vector<CellExtents> extents_;
  std::vector<CellRelations> where_;
  std::vector<bool> takes_;  // of each sensitive value
};

}  // namespace

double CountAnswer::least_share() const {
  const auto sure = static_cast<double>(surely);
  return surely == 0 ? 0 : sure / (sure + static_cast<double>(others_possibly));
}

double CountAnswer::greatest_share() const {
  const auto most = static_cast<double>(possibly);
  return possibly == 0 ? 0 : most / (most + static_cast<double>(others_surely));
}

QueryResult answer_query(const ReleaseSurvey& survey, const CountQuery& query, Progress& progress) {
  return Answerer(survey, query, progress).run();
}

QueryResult answer_query(const std::filesystem::path& folder, const CountQuery& query,
                         Storage& storage, Progress& progress) {
  return answer_query(survey_release(folder, storage, progress), query, progress);
}

}  // namespace overt
