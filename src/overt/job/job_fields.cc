#include "overt/job/job_fields.h"

#include <fmt/format.h>

#include <utility>

#include "overt/job/job_codecs.h"
#include "overt/verify/certificate.h"

namespace overt {
namespace {

TomlCodec<Roles> roles() {
  const auto role = [](const char* key, std::vector<std::string> Roles::*member, const char* flag) {
    return field<Roles>(key, member, texts(), Shown::always).by(flag, key);
  };
  return table_of(Fields<Roles>{
      role("identifying", &Roles::identifying, "--identifying"),
      role("quasi_identifying", &Roles::quasi_identifying, "--quasi"),
      role("sensitive", &Roles::sensitive, "--sensitive"),
      role("insensitive", &Roles::insensitive, "--insensitive"),
  });
}

TomlCodec<PropertySpec> property() {
  const auto part = [](std::string_view key, auto member, auto codec) {
    return field<PropertySpec>(key, member, maybe(codec)).by(fmt::format("--{}", key), "property");
  };
  Fields<PropertySpec> fields = {
      field<PropertySpec>("name", &PropertySpec::name, text(), Shown::always)
          .by("--property", "property"),
  };
  for (const PropertyFraction& member : property_fractions()) {
    fields.push_back(part(member.name, member.value, fraction()));
  }
  fields.push_back(part("l", &PropertySpec::l, whole()));
  return table_of(std::move(fields));
}

Fields<StrategyJob> strategy_fields() {
  return {
      field<StrategyJob>("name", &StrategyJob::name, text(), Shown::always)
          .by("--strategy", "strategy"),
      field<StrategyJob>("order", &StrategyJob::order, text(), Shown::always)
          .by("--order", "strategy"),
      field<StrategyJob>("suppress", &StrategyJob::suppress, whole()).by("--suppress", "strategy"),
      job_codecs::jump().by("--jump", "strategy"),
      field<StrategyJob>("chain", &StrategyJob::chain, job_codecs::chain())
          .by("--chain", "strategy"),
      field<StrategyJob>("steps", &StrategyJob::steps, job_codecs::steps()).by("", "strategy"),
  };
}

// Its levels of columns stand in a table beside it, which a file may have without it.
TomlField<JobFile> strategy() {
  const Fields<StrategyJob> fields = strategy_fields();
  const TomlCodec<StrategyJob> codec = table_of(fields);
  return {"strategy",
          [=](const TomlPlace& place, JobFile& job) { read_fields(place, fields, job.strategy); },
          [=](const JobFile& job, toml::table& table) {
            if (!job.strategy.name.empty()) codec.print(job.strategy, table, "strategy");
          },
          inside("strategy", codec.keys)};
}

// --- What a certificate has of a value ---

template <typename T>
void certify_value(const T& from, T& to) {
  to = from;
}
template <typename Name>
void certify_value(const Name& from, std::string& to) {
  to = to_string(from);
}
void certify_value(const char& from, std::string& to) { to = from; }
void certify_value(const std::string& from, std::string& to) { to = from; }
void certify_value(const std::optional<std::int64_t>& from, std::int64_t& to) {
  to = from.value_or(0);
}
// Of files, the columns that have one.
void certify_value(const std::map<std::string, std::string>& from, std::vector<std::string>& to) {
  for (const auto& [column, file] : from) to.push_back(column);
}

// A key that anybody may know, under `job` in the certificate.
template <typename From, typename To>
JobField certified(TomlField<JobFile> key, From from, To to) {
  for (JobKey& one : key.keys) one.certified = true;
  return {std::move(key), [=](const JobFile& job, CertifiedJob& certificate) {
            certify_value(std::invoke(from, job), std::invoke(to, certificate));
          }};
}

// A key of the methods with trees: printed and certified with its default filled in.
JobField of_trees(std::string_view name, std::string JobFile::*member,
                  std::string (ReleaseJob::*filled)() const, std::string CertifiedJob::*to) {
  JobField key = certified(field<JobFile>(name, member, text()).by(fmt::format("--{}", name), name),
                           filled, to);
  key.print = [=](const JobFile& job, toml::table& table) {
    // A job file may name a method that does not exist: to be said when it is checked.
    const bool trees = find_method(job.method) != nullptr && method_row(job.method).trees;
    const std::string value = trees ? std::invoke(filled, job) : job.*member;
    if (!value.empty()) table.insert(name, value);
  };
  return key;
}

// A key that is the custodian's own, or that stands elsewhere in the certificate (the method, the
// form).
JobField uncertified(TomlField<JobFile> key) { return {std::move(key), nullptr}; }

std::vector<JobField> make_fields() {
  const auto missing = [](auto& job) -> auto& { return job.rules.missing; };
  const auto types = [](auto& job) -> auto& { return job.rules.types; };
  const auto decimal = [](auto& job) -> auto& { return job.rules.decimal; };
  const auto generalize = [](auto& job) -> auto& { return job.strategy.generalize; };
  const auto key = [](std::string_view name, auto member, auto codec, const char* flag,
                      const char* argument, Shown shown = Shown::when_set) {
    return field<JobFile>(name, member, codec, shown).by(flag, argument);
  };
  const auto path = [&](std::string_view name, std::string JobFile::*member, const char* flag,
                        const char* argument) {
    return uncertified(key(name, member, text(), flag, argument));
  };
  const auto word = [&](std::string_view name, std::string PublicWords::*member, const char* flag) {
    const auto own = [=](auto& job) -> auto& { return job.words.*member; };
    return certified(key(name, own, text(), flag, flag + 2), own, own);
  };
  const auto cap = [&](const char* name, auto member, auto codec, const char* flag) {
    const auto own = [=](auto& job) -> auto& { return job.caps.*member; };
    return certified(key(name, own, codec, flag, name), own, own);
  };
  constexpr Shown kAlways = Shown::always;
  return {
      // The table.
      uncertified(key("input", &JobFile::input, text(), "input", "table", kAlways)),
      uncertified(key(
          "delimiter", [](auto& job) -> auto& { return job.reading.delimiter; },
          maybe(job_codecs::delimiter()), "--delimiter", "delimiter")),
      uncertified(key(
          "encoding", [](auto& job) -> auto& { return job.reading.encoding; },
          named(parse_encoding), "--encoding", "encoding")),
      uncertified(key(
          "header", [](auto& job) -> auto& { return job.reading.header; }, truth(), "--no-header",
          "header", kAlways)),
      uncertified(key(
          "table", [](auto& job) -> auto& { return job.reading.table; }, text(), "--table", "")),
      uncertified(key(
          "query", [](auto& job) -> auto& { return job.reading.query; }, text(), "--query", "")),
      uncertified(key(
          "count", [](auto& job) -> auto& { return job.reading.count; },
          text("the name of a column"), "--count", "count")),
      certified(field<JobFile>("roles", &JobFile::roles, roles(), kAlways), &JobFile::roles,
                &CertifiedJob::roles),
      uncertified(key("rest", &JobFile::rest, named(parse_rest), "--rest", "rest")),
      uncertified(
          key("person", &JobFile::person, text("the name of a column"), "--person", "person")),
      uncertified(key("allow_determined", &JobFile::allow_determined, texts(), "--allow-determined",
                      "allow_determined")),
      certified(key("decimal", decimal, job_codecs::decimal_sign(), "--decimal", "decimal"),
                decimal, &CertifiedJob::decimal),
      certified(key("missing", missing, texts(), "--missing", "missing", kAlways), missing,
                &CertifiedJob::missing),
      certified(
          key("missing_sensitive", &JobFile::missing_sensitive, named(parse_missing_sensitive),
              "--missing-sensitive", "missing_sensitive", kAlways),
          &JobFile::missing_sensitive, &CertifiedJob::missing_sensitive),
      certified(key("columns", types, by_column(job_codecs::declared_type()), "--type", "columns"),
                types, &CertifiedJob::types),
      certified(key("hierarchies", &JobFile::hierarchies, by_column(text("the name of a file")),
                    "--hierarchy", "hierarchies"),
                &JobFile::hierarchies, &CertifiedJob::hierarchies),

      // The promise.
      certified(key("l", &JobFile::l, maybe(whole()), "--l", "l"), &JobFile::l, &CertifiedJob::l),
      certified(field<JobFile>("property", &JobFile::property, maybe(property())),
                &JobFile::property, &CertifiedJob::property),
      cap("k", &PromiseJob::k, whole(), "--k"),
      cap("max", &PromiseJob::max, job_codecs::max_caps(), "--max"),
      cap("beta", &PromiseJob::beta, maybe(fraction()), "--beta"),
      cap("beta_enhanced", &PromiseJob::beta_enhanced, maybe(fraction()), "--beta-enhanced"),
      cap("band", &PromiseJob::band, by_column(fraction()), "--band"),
      cap("category", &PromiseJob::category, by_column(job_codecs::category_levels()),
          "--category"),
      certified(key("background", &JobFile::background, whole(), "--background", "background"),
                &JobFile::background, &CertifiedJob::background),

      // How groups are formed.
      uncertified(key("method", &JobFile::method, text(), "--method", "method", kAlways)),
      of_trees("tree", &JobFile::tree, &ReleaseJob::tree_or_default, &CertifiedJob::tree),
      of_trees("leaves", &JobFile::leaves, &ReleaseJob::leaves_or_default, &CertifiedJob::leaves),
      certified(key("min_group", &JobFile::min_group, whole(), "--min-group", "min_group"),
                &JobFile::min_group, &CertifiedJob::min_group),
      certified(key("weights", &JobFile::weights, by_column(whole()), "--weight", "weights"),
                &JobFile::weights, &CertifiedJob::weights),
      certified(key("ranks", &JobFile::ranks, by_column(job_codecs::ranks()), "", "ranks"),
                &JobFile::ranks, &CertifiedJob::ranks),
      certified(strategy(), &JobFile::strategy, &CertifiedJob::strategy),
      certified(
          key("generalize", generalize, by_column(job_codecs::column_steps()), "", "generalize"),
          generalize, [](CertifiedJob & job) -> auto& { return job.strategy.generalize; }),

      // What is written.
      path("output", &JobFile::output, "--out", ""),
      path("into", &JobFile::into, "--into", ""),
      uncertified(key("form", &JobFile::form, named(parse_form), "--form", "form", kAlways)),
      certified(key("format", &JobFile::format, named(parse_format), "--format", "format", kAlways),
                &JobFile::format, &CertifiedJob::format),
      certified(key("spreadsheet_safe", &JobFile::spreadsheet_safe, truth(), "--spreadsheet-safe",
                    "spreadsheet_safe"),
                &JobFile::spreadsheet_safe, &CertifiedJob::spreadsheet_safe),

      certified(key("cells", &JobFile::cells, named(parse_cells), "--cells", "cells"),
                &JobFile::cells, &CertifiedJob::cells),
      certified(key("counted", &JobFile::counted, truth(), "--counted", "counted"),
                &JobFile::counted, &CertifiedJob::counted),
      uncertified(key("prefix", &JobFile::prefix, texts(), "--prefix", "prefix")),
      word("title", &PublicWords::title, "--title"),
      word("publisher", &PublicWords::publisher, "--publisher"),
      word("contact", &PublicWords::contact, "--contact"),
      word("licence", &PublicWords::licence, "--licence"),
      word("about", &PublicWords::about, "--about"),

      // The custodian's own.
      path("key_file", &JobFile::key_file, "--key-file", "key_file"),
      uncertified(key("after", &JobFile::after, texts(), "--after", "after")),
      path("keep_groups", &JobFile::keep_groups, "--keep-groups", "keep_groups"),
      path("log", &JobFile::log, "--log", "log"),
      path("custodian_report", &JobFile::custodian_report, "--custodian-report",
           "custodian_report"),
      uncertified(job_codecs::measure()),
      uncertified(field<JobFile>("disclosure", &JobFile::disclosures, job_codecs::disclosures())),
  };
}

}  // namespace

const std::vector<JobField>& job_fields() {
  static const std::vector<JobField> kFields = make_fields();
  return kFields;
}

std::vector<JobKey> job_keys() {
  std::vector<JobKey> keys;
  for (const JobField& one : job_fields()) {
    keys.insert(keys.end(), one.keys.begin(), one.keys.end());
  }
  return keys;
}

}  // namespace overt
