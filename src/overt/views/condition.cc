#include "overt/views/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>
#include <string>

#include "overt/base/error.h"
#include "overt/table/value_order.h"

namespace overt::views {
namespace {

constexpr int kMostNested = 200;

enum class Kind { word, name, number, text, sign, end };

struct Token {
  Kind kind = Kind::end;
  std::string text;    // without quotes
  std::size_t at = 0;  // its first character, from 0
};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & '\x80') != 0;
}

class Parser {
 public:
  Parser(std::string_view text, const Table& table, std::string_view secret,
         const ReadingRules& rules, std::string_view what)
      : text_(text), table_(table), secret_(secret), rules_(rules), what_(what) {
    advance();
  }

  std::vector<bool> parse() {
    std::vector<bool> result = condition();
    if (token_.kind != Kind::end) fail("expected and, or, or the end");
    return result;
  }

 private:
  using Chosen = std::vector<bool>;  // of the records

  [[noreturn]] void fail(std::string_view what) const { fail_at(token_.at, what); }
  [[noreturn]] void fail_at(std::size_t at, std::string_view what) const {
    throw Error(ErrorCode::malformed, fmt::format("{}: character {}: {}", what_, at + 1, what));
  }

  void advance() {
    while (next_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[next_])) != 0) {
      ++next_;
    }
    token_ = {Kind::end, "", next_};
    if (next_ == text_.size()) return;
    const char first = text_[next_];
    if (first == '\'' || first == '"') {
      token_.kind = first == '"' ? Kind::name : Kind::text;
      quoted(first);
    } else if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '-' ||
               first == '+') {
      token_.kind = Kind::number;
      do {
        token_.text += text_[next_++];
      } while (next_ < text_.size() && (is_word(text_[next_]) || text_[next_] == '.'));
    } else if (is_word(first)) {
      token_.kind = Kind::word;
      while (next_ < text_.size() && is_word(text_[next_])) token_.text += text_[next_++];
    } else {
      token_.kind = Kind::sign;
      for (const char* sign : {"==", "!=", "<=", ">=", "=", "<", ">", "(", ")", ","}) {
        if (text_.substr(next_).starts_with(sign)) {
          token_.text = sign;
          next_ += token_.text.size();
          return;
        }
      }
      fail("this sign has no meaning here");
    }
  }

  void quoted(char quote) {
    for (++next_; next_ < text_.size(); ++next_) {
      if (text_[next_] == quote) {
        ++next_;
        if (next_ == text_.size() || text_[next_] != quote) return;
      }
      token_.text += text_[next_];
    }
    fail("the quote that opens here is never closed");
  }

  bool is(Kind kind, std::string_view text) const {
    return token_.kind == kind && token_.text == text;
  }
  bool take(Kind kind, std::string_view text) {
    if (!is(kind, text)) return false;
    advance();
    return true;
  }

  Chosen condition() {
    Chosen result = all();
    while (take(Kind::word, "or")) {
      const Chosen other = all();
      for (std::size_t r = 0; r < result.size(); ++r) result[r] = result[r] || other[r];
    }
    return result;
  }

  Chosen all() {
    Chosen result = each();
    while (take(Kind::word, "and")) {
      const Chosen other = each();
      for (std::size_t r = 0; r < result.size(); ++r) result[r] = result[r] && other[r];
    }
    return result;
  }

  Chosen each() {
    if (++nested_ > kMostNested) fail("the condition is nested too deeply");
    Chosen result;
    if (take(Kind::word, "not")) {
      result = each();
      result.flip();
    } else if (take(Kind::sign, "(")) {
      result = condition();
      if (!take(Kind::sign, ")")) fail("expected )");
    } else {
      result = comparison();
    }
    --nested_;
    return result;
  }

  const Column& column() {
    const bool reserved = is(Kind::word, "and") || is(Kind::word, "or") || is(Kind::word, "in");
    if (reserved || (token_.kind != Kind::word && token_.kind != Kind::name)) {
      fail("expected the name of a column, not or (");
    }
    if (token_.text == secret_) {
      fail("this is the sensitive column; a condition speaks of public ones");
    }
    const std::size_t found = table_.find(token_.text);
    if (found == table_.columns.size()) fail("there is no column with this name");
    advance();
    return table_.columns[found];
  }

  Chosen comparison() {
    const Column& of = column();
    bool turned = take(Kind::word, "not");
    std::vector<bool> fits(of.domain(), false);  // the missing value fits nothing
    if (take(Kind::word, "in")) {
      if (!take(Kind::sign, "(")) fail("expected (");
      do {
        compare(of, "==", fits);
      } while (take(Kind::sign, ","));
      if (!take(Kind::sign, ")")) fail("expected , or )");
    } else {
      if (turned) fail("expected in");
      const Token sign = token_;
      static constexpr std::string_view kSigns[] = {"==", "=", "!=", "<", "<=", ">", ">="};
      if (sign.kind != Kind::sign ||
          std::find(std::begin(kSigns), std::end(kSigns), sign.text) == std::end(kSigns)) {
        fail("expected a comparison (== != < <= > >=) or in");
      }
      advance();
      turned = sign.text == "!=";
      if (sign.text.front() != '=' && !turned && !of.ordered()) {
        fail_at(sign.at, "a column of text has no order; it knows == != and in");
      }
      compare(of, turned ? "==" : sign.text, fits);
    }
    Chosen result(of.codes.size());
    for (std::size_t r = 0; r < result.size(); ++r) result[r] = fits[of.codes[r]] != turned;
    return result;
  }

  // Sets those values of the column that compare so with the value that stands here.
  void compare(const Column& of, std::string_view sign, std::vector<bool>& fits) {
    if (token_.kind != Kind::number && token_.kind != Kind::text) {
      fail("expected a number, or a text in single quotes");
    }
    const auto set = [&](const auto& order) {
      for (Code v = 0; v < of.values.size(); ++v) {
        const int side = order(v);
        const bool less = side < 0, equal = side == 0;
        fits[v] = fits[v] || (sign.front() == '<' && less) ||
                  (sign.front() == '>' && !less && !equal) || (sign.back() == '=' && equal);
      }
    };
    if (of.ordered()) {
      std::vector<std::string_view> values(of.values.begin(), of.values.end());
      values.push_back(token_.text);
      DeclaredType type{of.type, ""};
      const auto declared = rules_.types.find(of.name);
      if (declared != rules_.types.end()) type = declared->second;
      // Whole numbers may be compared with 2.5, timestamps with a day.
      if (type.type == ValueType::integer) type.type = ValueType::decimal;
      std::optional<std::size_t> bad;
      const ValueOrder order = declared_order(values, type, bad);
      if (bad) fail(fmt::format("the column holds values of type {}", to_string(of.type)));
      const OrderKey key = order.keys.back();
      set([&](Code v) { return order.keys[v] < key ? -1 : order.keys[v] > key ? 1 : 0; });
    } else {
      set([&](Code v) { return of.values[v].compare(token_.text); });
    }
    advance();
  }

  std::string_view text_;
  const Table& table_;
  std::string_view secret_;
  const ReadingRules& rules_;
  std::string_view what_;
  Token token_;
  std::size_t next_ = 0;
  int nested_ = 0;
};

}  // namespace

std::vector<Record> records_where(std::string_view condition, const Table& table,
                                  std::string_view secret, const ReadingRules& rules,
                                  std::string_view what) {
  const std::vector<bool> chosen = Parser(condition, table, secret, rules, what).parse();
  std::vector<Record> records;
  for (Record r = 0; r < chosen.size(); ++r) {
    if (chosen[r]) records.push_back(r);
  }
  return records;
}

}  // namespace overt::views
