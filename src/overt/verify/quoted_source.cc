#include "overt/verify/quoted_source.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "overt/base/error.h"
#include "overt/table/formula.h"

namespace overt {
namespace {

class QuotedSource final : public TableSource {
 public:
  QuotedSource(std::unique_ptr<TableSource> source, ReadingRules rules)
      : source_(std::move(source)), rules_(std::move(rules)) {
    for (const std::string& name : source_->columns()) columns_.emplace_back(unquoted(name));
  }

  std::string name() const override { return source_->name(); }
  const std::vector<std::string>& columns() const override { return columns_; }
  void select(const std::vector<std::size_t>& columns) override { source_->select(columns); }
  std::optional<TextBlock> next() override {
    std::optional<TextBlock> block = source_->next();
    if (!block) return block;
    for (TextChunk& column : block->columns) {
      for (std::string_view& text : column.values) {
        if (!rules_.is_missing(text)) text = unquoted(text);
      }
    }
    return block;
  }
  std::string where(std::uint64_t record) const override { return source_->where(record); }
  std::uint64_t bytes_total() const override { return source_->bytes_total(); }
  std::uint64_t bytes_read() const override { return source_->bytes_read(); }
  std::string note() const override { return source_->note(); }
  std::string sha256() override { return source_->sha256(); }

 private:
  std::string_view unquoted(std::string_view text) const {
    if (const auto plain = without_apostrophe(text)) return *plain;
    throw Error(ErrorCode::malformed,
                fmt::format("{}: a text that a spreadsheet would run is not quoted, as the "
                            "certificate says it is",
                            source_->name()));
  }

  std::unique_ptr<TableSource> source_;
  ReadingRules rules_;
  std::vector<std::string> columns_;
};

}  // namespace

std::unique_ptr<TableSource> without_apostrophes(std::unique_ptr<TableSource> source,
                                                 ReadingRules rules) {
  return std::make_unique<QuotedSource>(std::move(source), std::move(rules));
}

}  // namespace overt
