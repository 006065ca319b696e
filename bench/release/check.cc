#include <algorithm>
#include <charconv>
#include <functional>
#include <map>

#include "arrow_csv.h"
#include "release/competitors.h"

namespace overt::bench {
namespace {

// Calls use(text) for every record of a column, in order.
void for_texts(const arrow::ChunkedArray& column,
               const std::function<void(std::string_view)>& use) {
  for (const auto& chunk : column.chunks()) {
    if (chunk->type_id() == arrow::Type::INT64) {
      const auto& numbers = static_cast<const arrow::Int64Array&>(*chunk);
      for (std::int64_t i = 0; i < numbers.length(); ++i) use(std::to_string(numbers.Value(i)));
      continue;
    }
    const auto& array = static_cast<const arrow::DictionaryArray&>(*chunk);
    const auto& texts = static_cast<const arrow::StringArray&>(*array.dictionary());
    for (std::int64_t i = 0; i < array.length(); ++i) use(texts.GetView(array.GetValueIndex(i)));
  }
}

// Texts as numbers in the order of their appearance.
class Codes {
 public:
  std::size_t operator()(std::string_view text) {
    const auto found = known_.find(text);
    if (found != known_.end()) return found->second;
    return known_.emplace(text, known_.size()).first->second;
  }
  std::size_t size() const { return known_.size(); }

 private:
  std::map<std::string, std::size_t, std::less<>> known_;
};

std::vector<std::size_t> codes_of(const arrow::Table& table, const std::string& name,
                                  Codes& codes) {
  const auto column = table.GetColumnByName(name);
  expect(column != nullptr, "release: a column is missing");
  std::vector<std::size_t> result;
  result.reserve(static_cast<std::size_t>(table.num_rows()));
  for_texts(*column, [&](std::string_view text) { result.push_back(codes(text)); });
  return result;
}

std::vector<std::int64_t> group_numbers(const arrow::Table& table) {
  std::vector<std::int64_t> result;
  for (const auto& chunk : table.GetColumnByName("group")->chunks()) {
    const auto& numbers = static_cast<const arrow::Int64Array&>(*chunk);
    result.insert(result.end(), numbers.raw_values(), numbers.raw_values() + numbers.length());
  }
  return result;
}

}  // namespace

Task census_task(const std::filesystem::path& file) {
  return {file, ',', {"age", "gender", "education", "birthplace"}, "occupation", 8};
}

std::set<std::string> number_columns(const Task& task) {
  const auto input = read_csv(task.input, task.delimiter, {});
  bool integer = true;
  for_texts(*input->GetColumnByName(task.sensitive), [&](std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    integer = integer && error == std::errc() && end == text.data() + text.size();
  });
  std::set<std::string> result = {"group"};
  if (integer) result.insert(task.sensitive);
  return result;
}

std::shared_ptr<arrow::Table> check_released(const Task& task, const std::filesystem::path& folder,
                                             const Certificate& certificate) {
  const std::filesystem::path file = folder / "released.csv";
  const auto table = read_csv(file, ',', number_columns(task));
  const auto input = read_csv(task.input, task.delimiter, {});
  Codes codes;
  const auto original = codes_of(*input, task.sensitive, codes);
  const auto values = codes_of(*table, task.sensitive, codes);
  const auto groups = group_numbers(*table);
  expect(values.size() == original.size(), "release: records are missing");

  std::vector<std::int64_t> balance(codes.size(), 0);
  for (const std::size_t value : original) ++balance[value];
  for (const std::size_t value : values) --balance[value];
  expect(std::all_of(balance.begin(), balance.end(), [](std::int64_t n) { return n == 0; }),
         "release: the sensitive values are not the input's");

  std::int64_t number = 0;
  for (std::size_t from = 0, to = 0; from < groups.size(); from = to) {
    expect(groups[from] == ++number, "release: groups are not numbered in order");
    while (to < groups.size() && groups[to] == number) ++balance[values[to++]];
    for (std::size_t i = from; i < to; ++i) {
      expect(static_cast<std::size_t>(balance[values[i]] * task.l) <= to - from,
             "release: a value has more than 1/l of a group");
    }
    for (std::size_t i = from; i < to; ++i) balance[values[i]] = 0;
  }
  expect(certificate.records == values.size() &&
             certificate.groups == static_cast<std::uint64_t>(number),
         "release: records or groups are not as certified");
  const auto hash = certificate.files.find("released.csv");
  expect(hash != certificate.files.end() && hash->second == sha256_of(file),
         "release: the SHA-256 is not the certificate's");
  return table;
}

}  // namespace overt::bench
