// What the page Promise asks for.

#include <fmt/format.h>

#include <charconv>

#include "overt/base/error.h"
#include "studio/studio.h"

namespace overt::studio {
namespace {

constexpr std::int64_t kMostLevels = 100;  // of a hierarchy, as far as the page has boxes for them

std::int64_t whole_number_of(const Form& form, std::string_view field, std::string_view what) {
  const std::string_view text = form.get(field);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    throw Error(ErrorCode::usage, fmt::format("{}: expected a whole number", what));
  }
  return number;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// "flu=1/4; HIV=1/20"; what is capped may have any sign but a semicolon in it.
void add_values(std::string_view text, MaxJob& max) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view one = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.empty()) continue;
    const std::size_t equals = one.rfind('=');
    if (equals == one.npos || equals == 0) {
      throw Error(ErrorCode::usage, "single values: expected VALUE=SHARE");
    }
    max.of_value[std::string(trimmed(one.substr(0, equals)))] =
        parse_rational(trimmed(one.substr(equals + 1)), "single values");
  }
}

// What the page says of caps. A share for every value comes from a job file, and stays.
PromiseJob caps_of(const Form& form, const Session& session) {
  PromiseJob caps;
  caps.max.every = session.job.caps.max.every;
  if (!form.get("k").empty()) caps.k = whole_number_of(form, "k", "k");
  add_values(form.get("max"), caps.max);
  const auto fraction = [&](const std::string& field, const char* what) -> std::optional<Rational> {
    const std::string_view text = trimmed(form.get(field));
    if (text.empty()) return std::nullopt;
    return parse_rational(text, what);
  };
  caps.beta = fraction("beta", "beta");
  caps.beta_enhanced = fraction("beta_enhanced", "enhanced beta");
  const auto sensitive = session.sensitive();
  for (std::size_t i = 0; i < sensitive.size(); ++i) {
    const auto width = fraction(fmt::format("band.{}", i), "width of bands");
    if (width) caps.band[sensitive[i].column] = *width;
    for (std::int64_t level = 1; level < kMostLevels; ++level) {
      if (!form.has(fmt::format("category.{}.{}", i, level))) continue;
      caps.category[sensitive[i].column].push_back(level);
    }
  }
  return caps;
}

}  // namespace

std::string Studio::set_promise(const Form& form) {
  const std::lock_guard lock(mutex_);
  if (!session_.has_roles()) return "/roles";
  ReleaseJob job = session_.job;
  job.property.reset();
  job.l.reset();
  if (!form.get("l").empty()) job.l = whole_number_of(form, "l", "the promise");
  job.caps = caps_of(form, session_);
  job.background = 1;
  if (!form.get("background").empty()) {
    job.background = whole_number_of(form, "background", "odds of beliefs");
  }
  if (!job.l && !job.caps.given()) {
    throw Error(ErrorCode::usage, "no promise is chosen");
  }
  job.min_group = whole_number_of(form, "min_group", "smallest group");
  job.method = form.get("method");
  job.form = parse_form(form.get("form"));
  job.format = parse_format(form.get("format"));
  if (form.has("tree")) job.tree = form.get("tree");
  if (form.has("leaves")) job.leaves = form.get("leaves");
  if (form.has("rows")) job.counted = form.get("rows") == "counts";
  if (form.has("cells")) job.cells = parse_cells(form.get("cells"));
  if (form.has("texts")) job.spreadsheet_safe = form.get("texts") == "quoted";
  job.hierarchies = session_.hierarchies_for(job.caps);
  job.check_grouping();
  if (job.l && *job.l > session_.largest_l()) {
    throw Error(ErrorCode::usage,
                fmt::format("one value has a larger share of the table than 1/{}; the largest "
                            "possible l is {}",
                            *job.l, session_.largest_l()));
  }
  session_.job = std::move(job);
  return "/promise";
}

}  // namespace overt::studio
