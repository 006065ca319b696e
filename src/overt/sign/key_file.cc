#include "overt/sign/key_file.h"

#include <fmt/format.h>
#include <sodium.h>

#include "overt/base/error.h"

namespace overt {
namespace {

[[noreturn]] void fail(std::string_view name, std::string_view what) {
  throw Error(ErrorCode::malformed, fmt::format("{}: not a {}", name, what));
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the NUL that it ends with
  return text;
}

std::vector<std::string> lines_of(std::string_view text, std::size_t lines, std::string_view name,
                                  std::string_view what) {
  if (text.size() > kLongestFile) fail(name, what);
  std::vector<std::string> result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    result.emplace_back(line);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  if (result.size() != lines || !result[0].starts_with(kUntrusted)) fail(name, what);
  return result;
}

std::string bytes_of(std::string_view line, std::size_t size, std::string_view begin,
                     std::string_view name, std::string_view what) {
  std::string bytes(size, '\0');
  std::size_t got = 0;
  const char* end = nullptr;
  const bool read =
      sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), size, line.data(),
                        line.size(), nullptr, &got, &end, sodium_base64_VARIANT_ORIGINAL) == 0;
  if (!read || got != size || end != line.data() + line.size() || !bytes.starts_with(begin)) {
    fail(name, what);
  }
  return bytes;
}

}  // namespace overt
