#include "overt/table/time_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "overt/base/digit.h"

namespace overt {
namespace {

constexpr Nanoseconds kSecond = 1'000'000'000;
constexpr Nanoseconds kMinute = 60 * kSecond;
constexpr std::size_t kMostDigits = 9;
constexpr std::int64_t kLastDay = 2'932'896;  // 9999-12-31
constexpr std::int64_t kFirstDay = -719'162;  // 0001-01-01

std::int64_t floor_of(Nanoseconds at, Nanoseconds width) {
  return static_cast<std::int64_t>((at - ((at % width) + width) % width) / width);
}

std::string day_text(std::int64_t day) {
  const std::chrono::year_month_day date(
      std::chrono::sys_days(std::chrono::days(static_cast<int>(day))));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

// The parts of a text that one form has in common, and how many digits its fraction has.
struct Shape {
  char between = '\0';
  bool seconds = false;
  std::size_t digits = 0;
  std::string_view offset;
};

// REQUIRES: `text` is a time, or with `timestamp` a timestamp.
Shape shape_of(std::string_view text, bool timestamp) {
  Shape shape;
  if (timestamp) {
    shape.between = text[10];
    text.remove_prefix(11);
  }
  text.remove_prefix(5);
  shape.seconds = text.starts_with(':');
  if (shape.seconds) text.remove_prefix(3);
  if (text.starts_with('.')) {
    const auto end = std::find_if_not(text.begin() + 1, text.end(), is_digit);
    shape.digits = static_cast<std::size_t>(end - text.begin()) - 1;
    text.remove_prefix(shape.digits + 1);
  }
  shape.offset = text;
  return shape;
}

std::optional<Nanoseconds> parse(std::string_view text, bool timestamp) {
  if (!timestamp) return parse_time(text);
  const auto parsed = parse_iso_timestamp(text);
  return parsed ? std::optional(parsed->at) : std::nullopt;
}

// Takes `front` away, if it is there.
bool take(std::string_view& rest, std::string_view front) {
  if (!rest.starts_with(front)) return false;
  rest.remove_prefix(front.size());
  return true;
}

bool prints_all(const TimeForm& form, const std::vector<std::string_view>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](std::string_view value) { return form.count(value).has_value(); });
}

std::vector<std::string_view> occurring(const OutColumn& column) {
  std::vector<char> used(column.values.size(), 0);
  for (const std::uint32_t code : column.codes) {
    if (code < used.size()) used[code] = 1;
  }
  std::vector<std::string_view> result;
  for (std::size_t code = 0; code < used.size(); ++code) {
    if (used[code] != 0) result.emplace_back(column.values[code]);
  }
  return result;
}

}  // namespace

std::int64_t nanoseconds_of(TimeUnit unit) {
  return unit == TimeUnit::milli ? 1'000'000 : unit == TimeUnit::micro ? 1'000 : 1;
}

TimeUnit TimeForm::unit() const {
  return digits <= 3 ? TimeUnit::milli : digits <= 6 ? TimeUnit::micro : TimeUnit::nano;
}

std::string TimeForm::text() const {
  std::string result = timestamp() ? std::string(1, between) : std::string();
  result += seconds ? "HH:MM:SS" : "HH:MM";
  if (digits > 0) result += "." + std::string(digits, 'f');
  if (fraction != Fraction::always) result += fraction == Fraction::shortest ? '*' : '?';
  return result + offset;
}

std::optional<std::string> TimeForm::print(Nanoseconds at) const {
  at += ahead * kMinute;
  const std::int64_t day = floor_of(at, kNanosecondsOfDay);
  if (timestamp() ? day < kFirstDay || day > kLastDay : day != 0) return std::nullopt;
  const auto clock = static_cast<std::int64_t>(at - Nanoseconds{day} * kNanosecondsOfDay);
  const auto of_second = static_cast<std::int64_t>(clock % kSecond);
  const std::int64_t whole = clock / static_cast<std::int64_t>(kSecond);
  if (!seconds && (whole % 60 != 0 || of_second != 0)) return std::nullopt;

  std::string result = timestamp() ? day_text(day) + between : std::string();
  result += fmt::format("{:02}:{:02}", whole / 3600, whole / 60 % 60);
  if (seconds) result += fmt::format(":{:02}", whole % 60);
  std::string decimals = fmt::format("{:09}", of_second);
  if (decimals.find_first_not_of('0', digits) != decimals.npos) return std::nullopt;
  decimals.resize(fraction == Fraction::shortest ? decimals.find_last_not_of('0') + 1 : digits);
  if (fraction == Fraction::unless_zero && of_second == 0) decimals.clear();
  if (!decimals.empty()) result += '.' + decimals;
  return result + offset;
}

std::optional<std::int64_t> TimeForm::count(std::string_view text) const {
  const auto at = parse(text, timestamp());
  if (!at || print(*at) != text) return std::nullopt;
  const Nanoseconds result = *at / nanoseconds_of(unit());
  using Limits = std::numeric_limits<std::int64_t>;
  if (result < Limits::min() || result > Limits::max()) return std::nullopt;
  return static_cast<std::int64_t>(result);
}

std::optional<TimeForm> parse_time_form(std::string_view text) {
  TimeForm form;
  if (text.starts_with(' ') || text.starts_with('T')) {
    form.between = text[0];
    text.remove_prefix(1);
  }
  if (!take(text, "HH:MM")) return std::nullopt;
  form.seconds = take(text, ":SS");
  if (form.seconds && take(text, ".")) {
    while (take(text, "f")) ++form.digits;
    if (form.digits == 0 || form.digits > kMostDigits) return std::nullopt;
    if (take(text, "*")) {
      form.fraction = TimeForm::Fraction::shortest;
    } else if (take(text, "?")) {
      form.fraction = TimeForm::Fraction::unless_zero;
    }
  }
  if (text.empty()) return form;
  const auto ahead = parse_offset(text);
  if (!ahead || !form.timestamp()) return std::nullopt;
  form.offset = text;
  form.ahead = *ahead;
  return form;
}

std::optional<TimeForm> find_time_form(ValueType type,
                                       const std::vector<std::string_view>& values) {
  const bool timestamp = type == ValueType::timestamp;
  if (values.empty() || (!timestamp && type != ValueType::time)) return std::nullopt;
  std::optional<Shape> first;
  std::size_t most = 0;
  for (const std::string_view value : values) {
    if (!parse(value, timestamp)) return std::nullopt;
    const Shape shape = shape_of(value, timestamp);
    if (!first) first = shape;
    if (shape.between != first->between || shape.seconds != first->seconds ||
        shape.offset != first->offset) {
      return std::nullopt;
    }
    most = std::max(most, shape.digits);
  }
  TimeForm form;
  form.between = first->between;
  form.seconds = first->seconds;
  form.digits = most;
  form.offset = first->offset;
  form.ahead = form.offset.empty() ? 0 : parse_offset(form.offset).value_or(0);
  using Fraction = TimeForm::Fraction;
  for (const Fraction fraction : {Fraction::always, Fraction::unless_zero, Fraction::shortest}) {
    form.fraction = fraction;
    if (prints_all(form, values)) return form;
    if (most == 0) break;
  }
  return std::nullopt;
}

std::vector<std::optional<TimeForm>> time_forms(const OutTable& table) {
  std::vector<std::optional<TimeForm>> result(table.columns.size());
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const OutColumn& column = table.columns[c];
    if (column.type != ValueType::timestamp && column.type != ValueType::time) continue;
    std::vector<std::string_view> values = occurring(column);
    if (!column.as_next) {
      result[c] = find_time_form(column.type, values);
      continue;
    }
    const auto more = occurring(table.columns.at(c + 1));
    values.insert(values.end(), more.begin(), more.end());
    result[c + 1] = result[c] = find_time_form(column.type, values);
    ++c;
  }
  return result;
}

}  // namespace overt
