#include "overt/report/walk_drawing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "overt/html/figure.h"
#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr double kLine = 17;         // of text
constexpr double kGroup = 28;        // a group without its values, and the gap below it
constexpr double kGap = 18;          // between columns
constexpr double kNarrow = 118;      // a column, at least
constexpr double kWide = 190;        // and at most
constexpr double kNothing = 84;      // the column of those that release nothing
constexpr double kTrack = 112;       // height of a strategy's line
constexpr double kRadius = 7;        // of a step on it
constexpr std::size_t kGroups = 9;   // drawn of a generalization, at most
constexpr std::size_t kDigits = 12;  // of a number of tables

std::string names_of(std::span<const Record> group, const Problem& problem) {
  std::vector<std::string> names;
  for (const Record record : group) names.push_back(problem.records[record]);
  return fmt::format("{}", fmt::join(names, " "));
}

// "cancer ×2, flu": what a group shows.
std::string values_of(std::span<const Record> group, const Problem& problem) {
  std::map<Code, std::size_t> counts;
  for (const Record record : group) ++counts[problem.table[record]];
  std::vector<std::string> parts;
  for (const auto& [value, count] : counts) {
    parts.push_back(count == 1 ? problem.values[value]
                               : fmt::format("{} \u00D7{}", problem.values[value], count));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// The text on as many lines as it needs, broken behind commas.
std::vector<std::string> lines_of(const std::string& text, std::size_t room) {
  std::vector<std::string> lines = {""};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t comma = text.find(", ", at);
    const std::size_t end = comma == std::string::npos ? text.size() : comma + 1;
    const std::string part = text.substr(at, end - at);
    if (!lines.back().empty() && text_width(lines.back()) + 1 + text_width(part) > room) {
      lines.emplace_back();
    }
    lines.back() += lines.back().empty() ? part : " " + part;
    at = end == text.size() ? end : end + 1;
  }
  return lines;
}

std::string size_text(const SetSummary& set) {
  if (!set.tables) return "not counted";
  const std::string digits = set.tables->get_str();
  return digits.size() > kDigits ? fmt::format("10^{}", digits.size() - 1) : digits;
}

std::string verdict_text(Verdict verdict) {
  return verdict == Verdict::not_proven ? "not proven" : std::string(to_string(verdict));
}

std::string_view verdict_class(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : "fails";
}

std::string set_share_text(const SetSummary& set) {
  return set.worst ? "worst " + to_string(set.worst->share) : "";
}

const StepSummary* summary_of(const Walk& walk, std::size_t step) {
  const auto found = std::find_if(walk.steps.begin(), walk.steps.end(),
                                  [&](const StepSummary& one) { return one.step == step; });
  return found == walk.steps.end() ? nullptr : &*found;
}

// What was found at a step: the last question is the one that decided.
const Evaluation* decision_at(const Walk& walk, std::size_t step) {
  const Evaluation* last = nullptr;
  for (const Evaluation& one : walk.path) {
    if (one.step == step) last = &one;
  }
  return last;
}

std::vector<std::size_t> visited(const Walk& walk) {
  std::vector<std::size_t> steps;
  for (const Evaluation& one : walk.path) {
    if (steps.empty() || steps.back() != one.step) steps.push_back(one.step);
  }
  return steps;
}

class WalkDrawing {
 public:
  WalkDrawing(const LoadedProblem& loaded, const std::vector<DrawnWalk>& walks)
      : loaded_(loaded), walks_(walks), steps_(loaded.steps()) {
    double widest = kNarrow;
    for (std::size_t step = 0; step < steps_; ++step) {
      const Groups& groups = loaded.sequence[step];
      for (std::size_t g = 0; g < std::min(groups.size(), kGroups); ++g) {
        const std::size_t characters = std::max(text_width(names_of(groups[g], loaded.problem)),
                                                text_width(values_of(groups[g], loaded.problem)));
        widest = std::max(widest, kCharacter * static_cast<double>(characters) + 16);
      }
    }
    column_ = std::min(widest, kWide);
    for (std::size_t step = 0; step < steps_; ++step) {
      const Groups& groups = loaded.sequence[step];
      double height = 26 + (groups.size() > kGroups ? kLine : 0);
      for (std::size_t g = 0; g < std::min(groups.size(), kGroups); ++g) {
        height += group_height(groups[g]);
      }
      sets_ = std::max(sets_, height);
    }
    tracks_ = sets_ + (sized() ? 3 * kLine + 12 : 8);
  }

  double width() const { return static_cast<double>(steps_) * (column_ + kGap) + kNothing; }
  double height() const { return tracks_ + kTrack * static_cast<double>(walks_.size()); }

  void draw(Drawing& drawing) const {
    for (std::size_t step = 0; step < steps_; ++step) draw_step(step, drawing);
    for (std::size_t i = 0; i < walks_.size(); ++i) {
      draw_walk(walks_[i], tracks_ + kTrack * static_cast<double>(i), drawing);
    }
  }

 private:
  std::size_t room() const { return static_cast<std::size_t>((column_ - 14) / kCharacter); }
  double group_height(std::span<const Record> group) const {
    const auto lines = lines_of(values_of(group, loaded_.problem), room()).size();
    return kGroup + 16 * static_cast<double>(lines);
  }
  bool sized() const { return !walks_[0].walk.steps.empty(); }
  double left(std::size_t step) const { return static_cast<double>(step) * (column_ + kGap); }
  double middle(std::size_t step) const {
    return step < steps_ ? left(step) + column_ / 2 : width() - kNothing / 2;
  }

  void draw_step(std::size_t step, Drawing& drawing) const {
    const Groups& groups = loaded_.sequence[step];
    const double x = left(step);
    drawing.text(x, 14, fmt::format("step {}", step + 1), "start", "strong");
    double y = 24;
    for (std::size_t g = 0; g < std::min(groups.size(), kGroups); ++g) {
      const double height = group_height(groups[g]);
      drawing.rectangle(x, y, column_, height - 6, "box");
      drawing.text(x + 8, y + 15, shortened(names_of(groups[g], loaded_.problem), room()));
      double at = y + 31;
      for (const std::string& line : lines_of(values_of(groups[g], loaded_.problem), room())) {
        drawing.text(x + 8, at, shortened(line, room()), "start", "quiet");
        at += 16;
      }
      y += height;
    }
    if (groups.size() > kGroups) {
      drawing.text(x + 8, y + 15, fmt::format("and {} groups more", groups.size() - kGroups),
                   "start", "quiet");
    }
    if (!sized()) return;
    for (const DrawnWalk& one : walks_) {
      const StepSummary* found = summary_of(one.walk, step);
      if (found == nullptr) continue;
      y = sets_ + kLine;
      drawing.text(x, y, fmt::format("per {}", size_text(found->per)), "start", "strong");
      drawing.text(x, y + kLine, set_share_text(found->per), "start", "quiet");
      drawing.text(x, y + 2 * kLine, verdict_text(found->per.verdict), "start",
                   verdict_class(found->per.verdict));
      return;
    }
    drawing.text(x, sets_ + kLine, "not looked at", "start", "quiet");
  }

  void draw_walk(const DrawnWalk& drawn, double top, Drawing& drawing) const {
    const double y = top + 44;
    drawing.line(0, top, width(), top, "grid");
    drawing.text(0, top + 18, drawn.name, "start", "strong");
    drawing.line(middle(0), y, middle(steps_ - 1), y, "grid");
    std::vector<std::size_t> way = visited(drawn.walk);
    if (!drawn.walk.released) way.push_back(steps_);
    for (std::size_t i = 1; i < way.size(); ++i) {
      const bool jump = way[i] > way[i - 1] + 1;
      drawing.arrow(middle(way[i - 1]), y, middle(way[i]), jump ? 26 : 0, kRadius + 1);
    }
    for (std::size_t step = 0; step < steps_; ++step) {
      const Evaluation* decision = decision_at(drawn.walk, step);
      if (decision == nullptr) {
        drawing.circle(middle(step), y, 3, "passed");
        continue;
      }
      draw_decision(drawn.walk, *decision, y, drawing);
    }
    if (!drawn.walk.released) {
      drawing.circle(middle(steps_), y, kRadius, "point fails");
      drawing.text(middle(steps_), y + 24, "nothing", "middle", "strong");
    }
  }

  void draw_decision(const Walk& walk, const Evaluation& decision, double y,
                     Drawing& drawing) const {
    const double x = middle(decision.step);
    const bool released = walk.released == decision.step;
    drawing.circle(x, y, released ? kRadius + 2 : kRadius, released ? "point holds" : "stop");
    const auto room = static_cast<std::size_t>((column_ + kGap - 6) / kCharacter);
    double at = y + 24;
    const auto line = [&](const std::string& text, std::string_view kind) {
      if (text.empty()) return;
      drawing.text(x, at, shortened(text, room), "middle", kind);
      at += kLine;
    };
    const StepSummary* found = summary_of(walk, decision.step);
    if (found != nullptr && decision.set == SetName::ds) {
      line("ds " + size_text(*found->ds), "");
      line(set_share_text(*found->ds), "quiet");
    } else {
      line(decision.set == SetName::ds ? "ds" : "per", "");
    }
    line(released ? "holds: released" : verdict_text(decision.verdict),
         verdict_class(decision.verdict));
  }

  const LoadedProblem& loaded_;
  const std::vector<DrawnWalk>& walks_;
  std::size_t steps_;
  double column_ = 0, sets_ = 0, tracks_ = 0;
};

DataTable numbers(const LoadedProblem& loaded, const std::vector<DrawnWalk>& walks) {
  DataTable table{"What each strategy looks at, step by step.",
                  {{"strategy"}, {"step", true}, {"per"}, {"ds"}, {"then"}},
                  {}};
  const auto told = [&](const SetSummary& set) {
    std::string text = fmt::format("{}, {}", tables_text(set), verdict_text(set.verdict));
    if (set.worst) {
      text += fmt::format(": {} has {} with {}", loaded.problem.records[set.worst->record],
                          loaded.problem.values[set.worst->value], to_string(set.worst->share));
    }
    return text;
  };
  for (const DrawnWalk& drawn : walks) {
    const std::vector<std::size_t> way = visited(drawn.walk);
    for (std::size_t i = 0; i < way.size(); ++i) {
      const StepSummary* found = summary_of(drawn.walk, way[i]);
      const Evaluation& decision = *decision_at(drawn.walk, way[i]);
      const bool last = i + 1 == way.size();
      const std::string asked = verdict_text(decision.verdict);
      table.rows.push_back({drawn.name, std::to_string(way[i] + 1),
                            found != nullptr               ? told(found->per)
                            : decision.set == SetName::per ? asked
                                                           : "holds",
                            found != nullptr && found->ds ? told(*found->ds)
                            : decision.set == SetName::ds ? asked
                                                          : "",
                            !last                 ? fmt::format("on to step {}", way[i + 1] + 1)
                            : drawn.walk.released ? "released"
                                                  : "nothing is released"});
    }
  }
  return table;
}

std::string description(const std::vector<DrawnWalk>& walks) {
  std::string text;
  for (const DrawnWalk& drawn : walks) {
    std::vector<std::string> way;
    for (const std::size_t step : visited(drawn.walk)) way.push_back(std::to_string(step + 1));
    text += fmt::format(
        "{}{} looks at step {} and releases {}.", text.empty() ? "" : " ", drawn.name,
        fmt::join(way, ", "),
        drawn.walk.released ? fmt::format("step {}", *drawn.walk.released + 1) : "nothing");
  }
  return text;
}

}  // namespace

std::string tables_text(const SetSummary& set) {
  if (!set.tables) return "not counted";
  return fmt::format("{} table{}", set.tables->get_str(), *set.tables == 1 ? "" : "s");
}

Html walk_drawing(const LoadedProblem& loaded, const std::vector<DrawnWalk>& walks) {
  const WalkDrawing walk(loaded, walks);
  Drawing drawing(walk.height(), walk.width());
  walk.draw(drawing);
  return figure(
      {"walk", "The walk.",
       "The generalizations from left to right, with the records of each group, the values that "
       "they show, and the permutation set (per). Below, where each strategy looks, what the "
       "disclosure set (ds) is there, where it goes next, and what it releases.",
       description(walks)},
      drawing, numbers(loaded, walks));
}

}  // namespace overt
