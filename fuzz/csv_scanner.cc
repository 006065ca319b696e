// The structure of a CSV file: in one piece, in two, and as the slow reference sees it.

#include "io/csv_scanner.h"

#include <string>

#include "fuzz/target.h"
#include "io/csv_reference.h"

namespace overt::fuzz {
namespace {

using io::CsvStructure;

// What the scanner says of the bytes, cut at `cut`; the message without the file's name.
CsvStructure scanned(std::string_view bytes, std::size_t cut, char delimiter) {
  CsvStructure result;
  io::CsvScanner scanner("t", delimiter);
  const auto attempt = [](std::string& error, const auto& work) {
    try {
      work();
    } catch (const Error& failure) {
      expect(failure.code() == ErrorCode::malformed, "what is scanned is malformed or not");
      error = failure.what();
      expect(error.rfind("t: line ", 0) == 0, "a message without its place");
      error.erase(0, 3);
    }
  };
  attempt(result.error, [&] {
    result.end = scanner.scan(bytes.substr(0, cut));
    const std::size_t more = scanner.scan(bytes.substr(cut));
    if (more > 0) result.end = cut + more;
  });
  result.records = scanner.records();
  result.next_record_line = scanner.next_record_line();
  if (result.error.empty()) attempt(result.error_at_end, [&] { scanner.finish(); });
  result.line_after_all = scanner.next_record_line();
  return result;
}

bool about_characters(const std::string& error) { return error.find("UTF-8") != error.npos; }

}  // namespace
}  // namespace overt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  std::string_view bytes = text_of(data, size);
  const char delimiter = ",;\t|"[take_byte(bytes) % 4];
  const std::size_t cut = bytes.empty() ? 0 : take_byte(bytes) % (bytes.size() + 1);
  const CsvStructure whole = scanned(bytes, bytes.size(), delimiter);
  const CsvStructure pieces = scanned(bytes, cut, delimiter);
  expect(whole.error == pieces.error, "a cut changes the error");
  expect(whole.error_at_end == pieces.error_at_end, "a cut changes the error at the end");
  if (!whole.error.empty() && about_characters(whole.error)) return 0;  // no matter of structure
  const CsvStructure slow = overt::io::csv_reference(bytes, delimiter);
  if (bytes.find('\0') != bytes.npos || about_characters(whole.error_at_end)) return 0;
  expect(whole.error == slow.error, "another error than the reference");
  if (!slow.error.empty()) return 0;
  expect(whole.error_at_end == slow.error_at_end, "another end than the reference");
  expect(whole.records == slow.records, "other records than the reference");
  expect(whole.next_record_line == slow.next_record_line, "another line than the reference");
  return 0;
}
