#include "overt/base/nesting.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "overt/base/error.h"

namespace overt {
namespace {

class Scanner {
 public:
  Scanner(std::string_view text, std::string_view name, Syntax syntax)
      : text_(text), name_(name), toml_(syntax == Syntax::toml) {}

  void run() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"' || (toml_ && c == '\'')) {
        skip_string(c);
      } else if (toml_ && c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        dots_ = 0;
      } else if (c == '[' || c == '{') {
        if (++open_ > kDeepestNesting) {
          fail(fmt::format("nested deeper than {} levels", kDeepestNesting));
        }
        dots_ = 0;
      } else if (c == ']' || c == '}') {
        if (open_ > 0) --open_;
        dots_ = 0;
      } else if (toml_ && c == '.') {
        // Dots of a number are taken for those of a key: there is one of them.
        if (++dots_ >= kLongestKey) fail(fmt::format("a key of more than {} parts", kLongestKey));
      } else if (c == '=' || c == ',' || c == '\n') {
        dots_ = 0;
      }
    }
  }

 private:
  // From the opening quote to the closing one, which may be three. Only " knows escapes.
  void skip_string(char quote) {
    const bool long_one = toml_ && text_.substr(at_).starts_with(std::string(3, quote));
    const std::string closing(long_one ? 3 : 1, quote);
    for (at_ += closing.size(); at_ < text_.size(); ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        ++at_;
      } else if (text_.compare(at_, closing.size(), closing) == 0) {
        at_ += closing.size() - 1;
        // Up to two quotes may stand before the closing three.
        while (long_one && at_ + 1 < text_.size() && text_[at_ + 1] == quote) ++at_;
        return;
      } else if (toml_ && !long_one && text_[at_] == '\n') {
        return;  // not valid: the parser ends here
      }
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t last = before.rfind('\n');
    const std::size_t column = before.size() - (last == before.npos ? 0 : last + 1) + 1;
    throw Error(ErrorCode::malformed,
                fmt::format("{}: line {}, column {}: {}", name_, line, column, what));
  }

  std::string_view text_;
  std::string_view name_;
  bool toml_;
  std::size_t at_ = 0;
  std::size_t open_ = 0;  // brackets
  std::size_t dots_ = 0;  // of the key that is being read
};

}  // namespace

void check_nesting(std::string_view text, std::string_view name, Syntax syntax) {
  Scanner(text, name, syntax).run();
}

}  // namespace overt
