#include "overt/verify/joined_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "overt/base/error.h"
#include "overt/table/cell.h"
#include "overt/verify/group_reader.h"

namespace overt {
namespace {

// A column of the joined table: that of the file at `low`, or a cell made of several.
struct Joined {
  std::size_t low = 0;
  std::optional<std::size_t> high;
  std::optional<std::size_t> null;
};

struct OwnedCells {
  std::deque<std::string> texts;
  std::vector<std::int32_t> codes;
};

class JoinedCells final : public TableSource {
 public:
  JoinedCells(std::unique_ptr<TableSource> source, const std::vector<std::string>& columns,
              ReadingRules rules)
      : source_(std::move(source)), rules_(std::move(rules)) {
    const std::vector<std::string>& names = source_->columns();
    const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) return std::nullopt;
      return static_cast<std::size_t>(found - names.begin());
    };
    std::map<std::size_t, std::string> at;  // position of a low part -> column
    std::vector<bool> part(names.size(), false);
    for (const std::string& column : columns) {
      const auto low = find(column + kLowSuffix);
      const auto high = find(column + kHighSuffix);
      if (find(column) || !low || !high) continue;
      at[*low] = column;
      part[*high] = true;
      if (const auto null = find(column + kNullSuffix)) part[*null] = true;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (const auto found = at.find(i); found != at.end()) {
        names_.push_back(found->second);
        joined_.push_back(
            {i, find(found->second + kHighSuffix), find(found->second + kNullSuffix)});
      } else if (!part[i]) {
        names_.push_back(names[i]);
        joined_.push_back({i, {}, {}});
      }
    }
    selected_.resize(names_.size());
    std::iota(selected_.begin(), selected_.end(), std::size_t{0});
  }

  std::string name() const override { return source_->name(); }
  const std::vector<std::string>& columns() const override { return names_; }
  void select(const std::vector<std::size_t>& columns) override { selected_ = columns; }
  std::string where(std::uint64_t record) const override { return source_->where(record); }
  std::uint64_t bytes_total() const override { return source_->bytes_total(); }
  std::uint64_t bytes_read() const override { return source_->bytes_read(); }
  std::string note() const override { return source_->note(); }
  std::string sha256() override { return source_->sha256(); }

  std::optional<TextBlock> next() override {
    if (!begun_) {
      std::vector<std::size_t> parts;
      for (const std::size_t i : selected_) {
        parts.push_back(joined_[i].low);
        if (joined_[i].high) parts.push_back(*joined_[i].high);
        if (joined_[i].null) parts.push_back(*joined_[i].null);
      }
      source_->select(parts);
      begun_ = true;
    }
    auto read = source_->next();
    if (!read) return std::nullopt;
    TextBlock block;
    block.records = read->records;
    std::size_t at = 0;
    for (const std::size_t i : selected_) {
      TextChunk* const low = &read->columns[at++];
      if (!joined_[i].high) {
        block.columns.push_back(std::move(*low));
        continue;
      }
      const TextChunk* const high = &read->columns[at++];
      const TextChunk* const null = joined_[i].null ? &read->columns[at++] : nullptr;
      block.columns.push_back(join(*low, *high, null, block.records, names_[i]));
    }
    records_ += block.records;
    return block;
  }

 private:
  TextChunk join(const TextChunk& low, const TextChunk& high, const TextChunk* null,
                 std::size_t records, const std::string& column) const {
    const auto own = std::make_shared<OwnedCells>();
    TextChunk result;
    std::map<std::array<std::int32_t, 3>, std::int32_t> known;  // codes of the parts -> a cell
    own->codes.reserve(records);
    for (std::size_t r = 0; r < records; ++r) {
      const std::array<std::int32_t, 3> key = {low.codes[r], high.codes[r],
                                               null == nullptr ? 0 : null->codes[r]};
      const auto [entry, fresh] = known.emplace(key, -1);
      if (fresh) {
        const auto from = text_in(low, r, rules_);
        const auto to = text_in(high, r, rules_);
        const auto flag =
            null == nullptr ? std::optional<std::string_view>("0") : text_in(*null, r, rules_);
        const bool missing = flag == "1";
        if (!flag || (*flag != "0" && !missing) || from.has_value() != to.has_value() ||
            (!from && null != nullptr && !missing)) {
          throw Error(ErrorCode::malformed,
                      fmt::format("{}: {}: column {}: its parts do not make a cell",
                                  source_->name(), source_->where(records_ + r), column));
        }
        if (from) {
          entry->second = static_cast<std::int32_t>(own->texts.size());
          own->texts.push_back(*from == *to ? set_text({&*from, 1}, missing)
                                            : interval_text(*from, *to, missing));
        }
      }
      own->codes.push_back(entry->second);
    }
    result.values.assign(own->texts.begin(), own->texts.end());
    result.codes = own->codes;
    result.owner = own;
    return result;
  }

  std::unique_ptr<TableSource> source_;
  ReadingRules rules_;
  std::vector<std::string> names_;
  std::vector<Joined> joined_;
  std::vector<std::size_t> selected_;
  bool begun_ = false;
  std::uint64_t records_ = 0;
};

}  // namespace

std::unique_ptr<TableSource> join_cells(std::unique_ptr<TableSource> source,
                                        const std::vector<std::string>& columns,
                                        const ReadingRules& rules) {
  return std::make_unique<JoinedCells>(std::move(source), columns, rules);
}

}  // namespace overt
