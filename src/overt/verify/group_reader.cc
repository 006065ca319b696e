#include "overt/verify/group_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <list>

#include "overt/base/error.h"

namespace overt {
namespace {

constexpr std::uint64_t kCheckEvery = 1 << 16;  // records between two looks at progress

// A group's number, or 0 for what is no such number.
std::uint64_t parse_group(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool canonical = error == std::errc() && end == text.data() + text.size() && text[0] != '0';
  return canonical ? number : 0;
}

std::vector<std::size_t> positions(const TableSource& source, const GroupLayout& layout) {
  const std::vector<std::string>& columns = source.columns();
  std::vector<std::size_t> result = {0};
  const auto find = [&](const std::string& name) {
    const auto found = std::find(columns.begin() + 1, columns.end(), name);
    if (found == columns.end()) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: the column {} is missing", source.name(), name));
    }
    result.push_back(static_cast<std::size_t>(found - columns.begin()));
  };
  if (columns[0] != "group") {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: the first column is not called group", source.name()));
  }
  for (const std::string& name : layout.cells) find(name);
  for (const std::string& name : layout.exact) find(name);
  if (result.size() != columns.size()) {
    throw Error(
        ErrorCode::malformed,
        fmt::format("{}: there are columns that the certificate does not name", source.name()));
  }
  return result;
}

// Collects the rows of the group at hand while blocks come and go.
class GroupCollector {
 public:
  GroupCollector(const GroupLayout& layout, const ReadingRules& rules,
                 const std::function<void(const GroupRows&)>& visit, Progress& progress)
      : layout_(layout), rules_(rules), visit_(visit), progress_(progress) {
    group_.cells.resize(layout.cells.size());
    group_.exact.resize(layout.exact.size());
    group_.cell_codes.resize(layout.cells.size());
  }

  void add(const TextBlock& block) {
    const std::size_t cells = layout_.cells.size();
    std::vector<std::uint64_t> numbers;
    for (const std::string_view text : block.columns[0].values) {
      numbers.push_back(parse_group(text));
    }
    std::vector<std::vector<std::uint32_t>> ids(layout_.exact.size());
    for (std::size_t e = 0; e < ids.size(); ++e) {
      for (const std::string_view text : block.columns[1 + cells + e].values) {
        ids[e].push_back(rules_.is_missing(text) ? kMissingId : layout_.ids[e]->id(text));
      }
    }
    for (std::size_t r = 0; r < block.records; ++r) {
      const std::int32_t code = block.columns[0].codes[r];
      const std::uint64_t number = code < 0 ? 0 : numbers[static_cast<std::size_t>(code)];
      if (number != number_) {
        finish();
        count_.in_order = count_.in_order && number == number_ + 1;
        number_ = number;
      }
      if (group_.size == 0 || r == 0) {
        take_cells(block, r);
      } else {
        for (std::size_t c = 0; c < cells; ++c) {
          const TextChunk& chunk = block.columns[1 + c];
          // Two codes may both say that nothing is there.
          const bool same = chunk.codes[r] == group_.cell_codes[c] ||
                            text_in(chunk, r, rules_) == group_.cells[c];
          group_.cells_agree = group_.cells_agree && same;
        }
      }
      for (std::size_t e = 0; e < ids.size(); ++e) {
        const std::int32_t value = block.columns[1 + cells + e].codes[r];
        group_.exact[e].push_back(value < 0 ? kMissingId : ids[e][static_cast<std::size_t>(value)]);
      }
      if (!block.counts.empty()) group_.counts.push_back(block.counts[r]);
      group_.size += block.counts.empty() ? 1 : block.counts[r];
    }
    keep_texts();
    ++blocks_;
  }

  GroupCount finish_file() {
    finish();
    count_.in_order = count_.in_order && count_.groups == number_;
    return count_;
  }

 private:
  // The cells of a group's first row, or of the first row of a block inside it.
  void take_cells(const TextBlock& block, std::size_t row) {
    group_.block = blocks_;
    for (std::size_t c = 0; c < layout_.cells.size(); ++c) {
      const TextChunk& chunk = block.columns[1 + c];
      const auto text = text_in(chunk, row, rules_);
      if (group_.size > 0 && text != group_.cells[c]) group_.cells_agree = false;
      if (group_.size == 0) group_.cells[c] = text;
      group_.cell_codes[c] = chunk.codes[row];
    }
  }

  // The block is about to go: what is left of it must stand on its own.
  void keep_texts() {
    std::list<std::string> kept;
    for (auto& cell : group_.cells) {
      if (cell) cell = kept.emplace_back(*cell);
    }
    kept_ = std::move(kept);
  }

  void finish() {
    if (group_.size == 0) return;
    ++count_.groups;
    count_.records += group_.size;
    if (count_.records >= next_look_) {  // a block may be the whole table
      progress_.check();
      next_look_ = count_.records + kCheckEvery;
    }
    visit_(group_);
    group_.first_row += group_.size;
    group_.size = 0;
    group_.cells_agree = true;
    for (auto& ids : group_.exact) ids.clear();
    group_.counts.clear();
  }

  const GroupLayout& layout_;
  const ReadingRules& rules_;
  const std::function<void(const GroupRows&)>& visit_;
  Progress& progress_;
  GroupRows group_;
  std::size_t blocks_ = 0;  // before the one at hand
  std::uint64_t number_ = 0;
  std::list<std::string> kept_;
  GroupCount count_;
  std::uint64_t next_look_ = 0;
};

}  // namespace

TextIds::TextIds(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) id(text);
}

std::uint32_t TextIds::id(std::string_view text) {
  if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
  const auto fresh = ids_.emplace(text, static_cast<std::uint32_t>(ids_.size())).first;
  texts_.push_back(&fresh->first);
  return fresh->second;
}

std::optional<std::string_view> text_in(const TextChunk& chunk, std::size_t row,
                                        const ReadingRules& rules) {
  const std::int32_t code = chunk.codes[row];
  if (code < 0) return std::nullopt;
  const std::string_view text = chunk.values[static_cast<std::size_t>(code)];
  if (rules.is_missing(text)) return std::nullopt;
  return text;
}

GroupCount read_groups(TableSource& source, const GroupLayout& layout, const ReadingRules& rules,
                       Progress& progress, const std::function<void(const GroupRows&)>& visit) {
  source.select(positions(source, layout));
  progress.begin("verifying", source.bytes_total());
  GroupCollector collector(layout, rules, visit, progress);
  while (const auto block = source.next()) {
    collector.add(*block);
    progress.advance(source.bytes_read());
  }
  return collector.finish_file();
}

}  // namespace overt
