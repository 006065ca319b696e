#include "overt/html/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace overt {
namespace {

// Without zeros at the end, and without -0.
std::string trimmed(std::string text) {
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

}  // namespace

std::string whole_number(Wide value) {
  std::string text = fmt::format("{}", value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string short_number(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "-" : value > 0 ? "infinite" : "-infinite";
  const double size = std::abs(value);
  if (size >= 1e15) return fmt::format("{:.2e}", value);
  if (size >= 999.5) {
    return (value < 0 ? "-" : "") + whole_number(static_cast<std::uint64_t>(std::llround(size)));
  }
  if (size != 0 && size < 1e-4) return fmt::format("{:.2e}", value);
  if (size == 0) return "0";
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
  return trimmed(fmt::format("{:.{}f}", value, digits));
}

std::string percent(double share) { return fmt::format("{:.1f}\u00A0%", 100 * share); }

std::string place(double value) { return trimmed(fmt::format("{:.1f}", value)); }

std::vector<double> axis_ticks(double low, double high, std::size_t wanted) {
  const double rough = (high - low) / static_cast<double>(wanted);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double ratio = rough / power;
  const double step = power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
  std::vector<double> result;
  const double slack = step * 1e-9;
  for (double n = std::ceil((low - slack) / step); n * step <= high + slack; ++n) {
    result.push_back(n * step);
  }
  return result;
}

namespace {

// The width of the character that begins with `byte`; 0 inside one.
std::size_t width_of(char byte) {
  const auto bits = static_cast<unsigned char>(byte);
  if ((bits & 0xC0U) == 0x80U) return 0;
  return bits >= 0xE3 ? 2 : 1;
}

}  // namespace

std::size_t text_width(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += width_of(c);
  return width;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t width = 0;
  std::size_t end = 0;  // of what fits with the ellipsis behind it
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t wide = width_of(text[at]);
    if (wide > 0 && width + 1 <= most) end = at;
    width += wide;
    if (width > most) return std::string(text.substr(0, end)) + "\u2026";
  }
  return std::string(text);
}

}  // namespace overt
