#include "arrow_csv.h"

#include <arrow/csv/api.h>
#include <arrow/io/file.h>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <vector>

namespace overt::bench {

void must(const arrow::Status& status) {
  if (!status.ok()) throw std::runtime_error(status.ToString());
}

std::vector<std::string> read_header(const std::filesystem::path& file, char delimiter) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::vector<std::string> names;
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t end = std::min(line.find(delimiter, from), line.size());
    names.push_back(line.substr(from, end - from));
    from = end + 1;
  }
  return names;
}

std::shared_ptr<arrow::Table> read_csv(const std::filesystem::path& file, char delimiter,
                                       const std::set<std::string>& numbers) {
  auto parse = arrow::csv::ParseOptions::Defaults();
  parse.delimiter = delimiter;
  auto convert = arrow::csv::ConvertOptions::Defaults();
  for (const std::string& name : read_header(file, delimiter)) {
    convert.column_types[name] =
        numbers.contains(name) ? arrow::int64() : arrow::dictionary(arrow::int32(), arrow::utf8());
  }
  const auto reader = must(arrow::csv::TableReader::Make(
      arrow::io::default_io_context(), must(arrow::io::ReadableFile::Open(file.string())),
      arrow::csv::ReadOptions::Defaults(), parse, convert));
  return must(reader->Read());
}

void write_csv(const arrow::Table& table, const std::filesystem::path& file) {
  auto options = arrow::csv::WriteOptions::Defaults();
  options.quoting_header = arrow::csv::QuotingStyle::None;
  const auto out = must(arrow::io::FileOutputStream::Open(file.string()));
  must(arrow::csv::WriteCSV(table, options, out.get()));
  must(out->Close());
}

std::string sha256_of(const std::filesystem::path& file) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        EVP_MD_CTX_free);
  EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr);
  const auto in = must(arrow::io::ReadableFile::Open(file.string()));
  std::vector<char> piece(std::size_t{1} << 20);
  while (const auto got = must(in->Read(static_cast<std::int64_t>(piece.size()), piece.data()))) {
    EVP_DigestUpdate(context.get(), piece.data(), static_cast<std::size_t>(got));
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &size);
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace overt::bench
