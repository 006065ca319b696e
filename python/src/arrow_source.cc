#include "python/src/arrow_source.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/parallel.h"
#include "overt/table/column_names.h"
#include "python/src/arrow_check.h"
#include "python/src/arrow_column.h"

namespace overt::python {
namespace {

// What pandas calls an index without a name when it becomes a column: no column of the table.
bool is_pandas_index(std::string_view name) {
  constexpr std::string_view kBegin = "__index_level_";
  return name.starts_with(kBegin) && name.ends_with("__");
}

// A struct of columns, each of which is there and says its format.
bool is_table(const ArrowSchema& schema) {
  if (schema.format == nullptr || std::string_view(schema.format) != "+s") return false;
  if (schema.n_children < 0 || (schema.n_children > 0 && schema.children == nullptr)) return false;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema* const field = schema.children[i];
    if (field == nullptr || field->format == nullptr) return false;
    if (field->dictionary != nullptr && field->dictionary->format == nullptr) return false;
  }
  return true;
}

class ArrowSource final : public TableSource {
 public:
  ArrowSource(OpenedTable table, std::string name)
      : stream_(std::move(table.stream)),
        name_(std::move(name)),
        sha256_(std::move(table.sha256)),
        note_(std::move(table.note)) {
    ArrowSchema schema{};
    if (!stream_ || stream_->get_schema(stream_.get(), &schema) != 0) broken();
    const Owned<ArrowSchema> owned(schema);
    if (!is_table(*owned.get())) {
      throw Error(ErrorCode::malformed, fmt::format("{}: not a table", name_));
    }
    children_ = owned->n_children;
    for (std::int64_t i = 0; i < owned->n_children; ++i) {
      const ArrowSchema& field = *owned->children[i];
      const std::string column = field.name == nullptr ? "" : field.name;
      if (is_pandas_index(column)) continue;
      if (!is_utf8_text(column)) {
        throw Error(ErrorCode::malformed,
                    fmt::format("{}: column {}: the name is not UTF-8 text", name_, i + 1));
      }
      const auto kind = column_kind(field);
      if (!kind) {
        throw Error(ErrorCode::malformed,
                    fmt::format("{}: column {}: nested columns, and values of the type {}, cannot "
                                "be read",
                                name_, column, field.format));
      }
      selected_.push_back(columns_.size());
      columns_.push_back(column);
      places_.push_back(static_cast<std::size_t>(i));
      kinds_.push_back(*kind);
    }
    if (columns_.empty()) {
      throw Error(ErrorCode::malformed, fmt::format("{}: the table has no columns", name_));
    }
    columns_ = distinct_names(columns_).names;  // Python warns
  }

  std::string name() const override { return name_; }
  const std::vector<std::string>& columns() const override { return columns_; }
  void select(const std::vector<std::size_t>& columns) override { selected_ = columns; }
  std::string sha256() override { return sha256_; }
  std::string note() const override { return note_; }
  std::string where(std::uint64_t record) const override {
    return fmt::format("record {}", record + 1);
  }

  std::optional<TextBlock> next() override {
    while (true) {
      ArrowArray taken{};
      if (stream_->get_next(stream_.get(), &taken) != 0) broken();
      if (taken.release == nullptr) return std::nullopt;
      const auto batch = std::make_shared<const Owned<ArrowArray>>(taken);
      if (const auto defect = defect_of_batch(*batch->get(), children_); !defect.empty()) {
        throw Error(ErrorCode::malformed, fmt::format("{}: {}", name_, defect));
      }
      if ((*batch)->length > 0) return convert(batch);
    }
  }

 private:
  [[noreturn]] void broken() {
    // What the producer says of it may quote values.
    throw Error(ErrorCode::malformed, fmt::format("{}: the producer of the table failed", name_));
  }

  TextBlock convert(const std::shared_ptr<const Owned<ArrowArray>>& batch) const {
    TextBlock block;
    block.records = static_cast<std::size_t>((*batch)->length);
    block.columns.resize(selected_.size());
    parallel_for(selected_.size(), [&](std::size_t i) {
      const std::size_t c = selected_[i];
      const ArrowArray& column = *(*batch)->children[places_[c]];
      const ColumnSlice slice{column, kinds_[c], (*batch)->offset + column.offset, block.records};
      std::string_view wrong = defect_of_column(slice);
      if (wrong.empty()) block.columns[i] = text_chunk(slice, batch, wrong);
      if (!wrong.empty()) {
        throw Error(ErrorCode::malformed,
                    fmt::format("{}: column {}: {}", name_, columns_[c], wrong));
      }
    });
    return block;
  }

  Owned<ArrowArrayStream> stream_;
  std::string name_;
  std::string sha256_;
  std::string note_;
  std::int64_t children_ = 0;
  std::vector<std::string> columns_;
  std::vector<std::size_t> places_;  // of each column among the children
  std::vector<ColumnKind> kinds_;
  std::vector<std::size_t> selected_;
};

}  // namespace

std::unique_ptr<TableSource> arrow_source(OpenedTable table, std::string name) {
  return std::make_unique<ArrowSource>(std::move(table), std::move(name));
}

}  // namespace overt::python
