#include "overt/job/job.h"

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <nlohmann/json.hpp>
#include <set>

#include "overt/base/error.h"
#include "overt/job/certified_job.h"
#include "overt/job/job_keys.h"

namespace overt {
namespace {

constexpr const char* kJob = R"(
input = "patients.csv"
output = "release"
l = 3
form = "anatomy"
format = "parquet"
missing = ["?", ""]
missing_sensitive = "drop"
delimiter = "tab"
header = false
key_file = "key"
[roles]
identifying = ["name"]
quasi_identifying = ["age", "zip"]
sensitive = "condition"
[columns.born]
type = "date"
format = "%d.%m.%Y"
[measure]
pairs = ["age+zip"]
)";

std::string message_of(const std::string& toml) {
  try {
    parse_job(toml, "job.toml").check();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ReleaseJob, ReadsEveryKey) {
  const ReleaseJob job = parse_job(kJob, "job.toml");
  job.check();
  EXPECT_EQ(job.input, "patients.csv");
  EXPECT_EQ(job.output, "release");
  EXPECT_EQ(job.l, 3);
  EXPECT_EQ(job.form, ReleaseForm::anatomy);
  EXPECT_EQ(job.format, FileFormat::parquet);
  EXPECT_EQ(job.rules.missing, (std::vector<std::string>{"?", ""}));
  EXPECT_EQ(job.missing_sensitive, MissingSensitive::drop);
  EXPECT_EQ(job.reading.delimiter, '\t');
  EXPECT_FALSE(job.reading.header);
  EXPECT_EQ(job.key_file, "key");
  EXPECT_EQ(job.roles.sensitive, std::vector<std::string>{"condition"});
  EXPECT_EQ(job.roles.quasi_identifying, (std::vector<std::string>{"age", "zip"}));
  EXPECT_EQ(job.rules.types.at("born").format, "%d.%m.%Y");
  EXPECT_EQ(job.measure_pairs, std::vector<std::string>{"age+zip"});
}

TEST(ReleaseJob, PrintsKeysThatNeedQuotes) {
  ReleaseJob job = parse_job(kJob, "job.toml");
  job.caps.max.of_value = {
      {"Crohn's", Rational(1, 3)}, {"'", Rational(1, 4)},     {"a'b c", 1},
      {"keyx0_", Rational(1, 5)},  {"\"'\"", Rational(1, 6)}, {"'\t\x7f\\", Rational(1, 7)}};
  job.caps.max.every = Rational(1, 8);  // its key is empty
  job.rules.types["patient's"].type = ValueType::text;
  job.hierarchies["patient's"] = "keyx1_";
  const ReleaseJob again = parse_job(print_job(job), "again");
  EXPECT_EQ(again.caps.max.of_value, job.caps.max.of_value);
  EXPECT_EQ(again.caps.max.every, job.caps.max.every);
  EXPECT_EQ(again.hierarchies, job.hierarchies);
  EXPECT_EQ(again.rules.types.count("patient's"), 1U);
  EXPECT_EQ(print_job(again), print_job(job));
}

TEST(ReleaseJob, PrintsWhatItReads) {
  const ReleaseJob job = parse_job(kJob, "job.toml");
  const std::string printed = print_job(job);
  EXPECT_EQ(print_job(parse_job(printed, "again")), printed);
  ReleaseJob other;
  other.input = "quote\"and\\slash.csv";
  other.roles.quasi_identifying = {"zip"};
  other.hierarchies["zip"] = "zip h.csv";
  const ReleaseJob again = parse_job(print_job(other), "again");
  EXPECT_EQ(again.input, other.input);
  EXPECT_EQ(again.hierarchies, other.hierarchies);
  EXPECT_FALSE(again.l);
  EXPECT_FALSE(again.measure_pairs);
  other.measure_pairs = std::vector<std::string>();  // no pairs: not the same as nothing said
  EXPECT_EQ(parse_job(print_job(other), "again").measure_pairs, other.measure_pairs);
}

// Every key that a release has.
constexpr const char* kWhole = R"(
input = "INPUT"
output = "OUTPUT"
delimiter = ";"
encoding = "latin1"
decimal = ","
header = false
missing = ["?"]
missing_sensitive = "value"
l = 3
method = "local"
tree = "steered"
leaves = "whole"
min_group = 2
background = 2
rest = "drop"
person = "i"
allow_determined = ["n"]
k = 2
max = {flu = "1/2"}
beta = "1"
beta_enhanced = "1/2"
band = {age = "5"}
category = {age = [1, 2]}
form = "anatomy"
format = "parquet"
spreadsheet_safe = true
counted = true
into = "INTO"
table = "TABLE"
query = "QUERY"
count = "COUNT"
cells = "columns"
prefix = ["age"]
title = "t"
publisher = "p"
contact = "c"
licence = "l"
about = "a"
key_file = "KEY"
log = "LOG"
after = ["AFTER"]
keep_groups = "GROUPS"
custodian_report = "REPORT"
hierarchies = {age = "HIERARCHY"}
weights = {age = 2}
ranks = {age = ["young", "old"]}
columns = {age = {type = "date", format = "%Y"}}
generalize = {age = {interval = [5], prefix = [1]}}
property = {name = "p", max = "1/2", below = "1/3", c = 2, t = "1/5", l = 2}
strategy = {name = "k_jump", jump = [1, 2], order = "loss", chain = ["age"], steps = [[0]], suppress = 2}
roles = {identifying = ["i"], quasi_identifying = ["age"], sensitive = ["s"], insensitive = ["n"]}
measure = {pairs = ["age+zip"]}
)";

std::string path_of(std::string key) {
  const auto at = key.find("COLUMN");
  if (at != key.npos) key.replace(at, 6, "age");
  return key;
}

TEST(JobKeys, AreAllReadAndPrinted) {
  const std::string printed = print_job(parse_job(kWhole, "job.toml"));
  EXPECT_EQ(print_job(parse_job(printed, "again")), printed);
  const toml::table root = toml::parse(printed);
  const toml::table given = toml::parse(kWhole);
  std::set<std::string> names;
  for (const JobKey& key : job_keys()) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    if (key.name.starts_with("disclosure")) continue;  // of overt views, which prints no job
    EXPECT_TRUE(toml::at_path(given, path_of(key.name))) << key.name;
    EXPECT_TRUE(toml::at_path(root, path_of(key.name))) << key.name;
  }
  EXPECT_GT(names.size(), 40U);
}

// The certificate is published: no path is in it, and nothing that the table does not name.
TEST(JobKeys, SayWhatIsCertified) {
  Certificate certificate;
  certificate.form = "generalized";
  certificate.promise = highest_ratio_at_most(Rational(1, 3));
  const auto certify = [&](const std::string& job) {
    certificate.job = certified_job(parse_job(job, "job.toml"));
    return nlohmann::json::parse(print_certificate(certificate))["job"];
  };
  const nlohmann::json job = certify(kWhole);
  for (const char* path : {"INPUT", "OUTPUT", "KEY", "AFTER", "GROUPS", "LOG", "REPORT",
                           "HIERARCHY", "INTO", "TABLE", "QUERY", "COUNT"}) {
    EXPECT_EQ(job.dump().find(path), std::string::npos) << path;
  }
  std::set<std::string> certified, kept;
  for (const JobKey& key : job_keys()) {
    (key.certified ? certified : kept).insert(key.name.substr(0, key.name.find('.')));
  }
  // Paths, how the input was read, what stands beside the job, and what is no part of a release.
  EXPECT_EQ(kept, (std::set<std::string>{"after",     "allow_determined",
                                         "count",     "custodian_report",
                                         "delimiter", "disclosure",
                                         "encoding",  "form",
                                         "header",    "input",
                                         "into",      "keep_groups",
                                         "key_file",  "log",
                                         "measure",   "method",
                                         "output",    "person",
                                         "prefix",    "query",
                                         "rest",      "table"}));
  EXPECT_TRUE(certified.erase("l") == 1 && certify("l = 3")["l"] == 3);  // or a property
  EXPECT_TRUE(certified.erase("generalize") == 1 && job["strategy"].contains("generalize"));
  EXPECT_TRUE(certified.erase("columns") == 1 && certified.insert("types").second);
  std::set<std::string> found;
  for (const auto& entry : job.items()) found.insert(entry.key());
  EXPECT_EQ(found, certified);
}

TEST(ReleaseJob, SaysWhereItIsWrong) {
  EXPECT_EQ(message_of("l = "), "job.toml: line 1, column 5: not valid TOML");
  EXPECT_EQ(message_of("input = \"a\"\nlevel = 3\n"),
            "job.toml: line 2, column 9: level: there is no such key");
  EXPECT_EQ(message_of("l = \"3\""), "job.toml: line 1, column 5: l: expected a whole number");
  EXPECT_EQ(message_of("l = 2.5"), "job.toml: line 1, column 5: l: expected a whole number");
  EXPECT_EQ(message_of("[roles]\nquasi = [\"a\"]"),
            "job.toml: line 2, column 9: roles.quasi: there is no such key");
  EXPECT_EQ(message_of("[measure]\npair = [\"a+b\"]"),
            "job.toml: line 2, column 8: measure.pair: there is no such key");
  EXPECT_EQ(message_of("[roles]\nsensitive = [1]"),
            "job.toml: line 2, column 14: roles.sensitive: expected a text");
  EXPECT_EQ(message_of("form = \"rectangles\""), "form: expected generalized or anatomy");
  EXPECT_EQ(
      message_of("[columns.a]\ntype = \"float\""),
      "columns.a.type: no such type; expected text, integer, decimal, number, date, timestamp "
      "or time");
}

// toml++ frees what it has read by recursion: 50,000 levels are more than the stack has.
TEST(ReleaseJob, IsNotDeep) {
  std::string key = "a";
  for (int i = 1; i < 50000; ++i) key += ".a";
  const std::string wrong = ": a key of more than 64 parts";
  EXPECT_EQ(message_of(key + " = 1"), "job.toml: line 1, column 128" + wrong);
  EXPECT_EQ(message_of("l = 2\n[" + key + "]"), "job.toml: line 2, column 129" + wrong);
  EXPECT_EQ(message_of("ranks = " + std::string(50000, '[')),
            "job.toml: line 1, column 73: nested deeper than 64 levels");
  // The deepest that is let through is freed and complained of as anything else.
  std::string deepest = "1";
  for (int i = 0; i < 64; ++i) deepest = "{" + key.substr(0, 127) + " = " + deepest + "}";
  EXPECT_NE(message_of("l = " + deepest).find("l: expected a whole number"), std::string::npos);
}

constexpr const char* kStrategy =
    "input = \"a\"\noutput = \"b\"\nmethod = \"strategy\"\n"
    "roles = {quasi_identifying = [\"age\", \"zip\"], sensitive = \"s\"}\n";

TEST(ReleaseJob, TakesEveryProperty) {
  const auto read = [](const std::string& property) {
    const ReleaseJob job =
        parse_job(std::string(kStrategy) + "strategy = {name = \"safe\"}\nproperty = " + property,
                  "job.toml");
    job.check();
    EXPECT_EQ(parse_job(print_job(job), "again").property, job.property);
    return job.promise();
  };
  EXPECT_EQ(read("{name = \"highest_ratio\", max = \"2/5\"}"),
            highest_ratio_at_most(Rational(2, 5)));
  EXPECT_EQ(read("{name = \"highest_ratio\", below = \"0.4\"}"),
            (PropertySpec{"highest_ratio", {}, Rational(2, 5), {}, {}, {}}));
  EXPECT_EQ(read("{name = \"distinct_diversity\", l = 3}"),
            (PropertySpec{"distinct_diversity", {}, {}, {}, {}, 3}));
  EXPECT_EQ(read("{name = \"entropy_diversity\", l = 3}"),
            (PropertySpec{"entropy_diversity", {}, {}, {}, {}, 3}));
  EXPECT_EQ(read("{name = \"recursive_diversity\", c = \"2\", l = 2}"),
            (PropertySpec{"recursive_diversity", {}, {}, Rational(2), {}, 2}));
  EXPECT_EQ(read("{name = \"recursive_diversity\", c = 2, l = 2}"),
            (PropertySpec{"recursive_diversity", {}, {}, Rational(2), {}, 2}));
  EXPECT_EQ(read("{name = \"t_closeness\", t = \"1/5\"}"),
            (PropertySpec{"t_closeness", {}, {}, {}, Rational(1, 5), {}}));
  ReleaseJob share;
  share.l = 4;
  EXPECT_EQ(share.promise(), highest_ratio_at_most(Rational(1, 4)));
}

TEST(ReleaseJob, SaysWhatIsWrongWithAProperty) {
  const auto message = [](const std::string& lines) {
    return message_of(std::string(kStrategy) + "strategy = {name = \"safe\"}\n" + lines);
  };
  EXPECT_EQ(message("property = {name = \"t_closeness\", t = 0.2}"),
            "job.toml: line 6, column 39: property.t: expected a fraction as a text, such as "
            "\"1/2\"");
  EXPECT_EQ(message("property = {name = \"t_closeness\", t = \"1/0\"}"),
            "job.toml: line 6, column 39: property.t: expected a fraction as a text, such as "
            "\"1/2\"");
  EXPECT_EQ(message("property = {name = \"t_closeness\", k = 2}"),
            "job.toml: line 6, column 39: property.k: there is no such key");
  EXPECT_EQ(message("property = \"t_closeness\""),
            "job.toml: line 6, column 12: property: expected a table");
  EXPECT_EQ(message("property = {l = 2}"), "property: no name is given");
  EXPECT_EQ(message("property = {name = \"t_closeness\"}"), "property t_closeness: needs t");
  EXPECT_EQ(message("property = {name = \"entropy_diversity\", l = 1}"),
            "property: entropy_diversity, l 1 promises nothing: what is known for certain passes");
  EXPECT_EQ(message("property = {name = \"highest_ratio\", max = 1}"),
            "property: highest_ratio, max 1 promises nothing: what is known for certain passes");
  EXPECT_EQ(message("property = {name = \"entropy_diversity\", l = 2}\nl = 2"),
            "l: it stands for the property highest_ratio with max 1/l, and the job has a property "
            "as well; give one of them");
  EXPECT_EQ(message_of("input = \"a\"\noutput = \"b\"\nmethod = \"gda\"\n"
                       "property = {name = \"entropy_diversity\", l = 2}"),
            "property: the method gda promises a share of 1/l (l); other properties need the "
            "method strategy");
}

TEST(ReleaseJob, TakesAChain) {
  const auto with = [](const std::string& strategy) {
    return std::string(kStrategy) + "l = 2\nstrategy = {name = \"safe\", " + strategy + "}";
  };
  const ReleaseJob job = parse_job(with("chain = [\"age\", \"zip\", \"age\"]"), "job.toml");
  job.check();
  EXPECT_EQ(job.strategy.chain, (std::vector<std::string>{"age", "zip", "age"}));
  EXPECT_EQ(parse_job(print_job(job), "again").strategy, job.strategy);
  EXPECT_EQ(message_of(with("chain = \"zip\"")), "no error");
  EXPECT_EQ(message_of(with("chain = []")),
            "job.toml: line 6, column 36: strategy.chain: the list is empty");
  EXPECT_EQ(message_of(with("chain = [1]")),
            "job.toml: line 6, column 37: strategy.chain: expected a text");
  EXPECT_EQ(message_of(with("chain = [\"age\", \"sex\"]")),
            "chain: sex is not a quasi-identifying column");
  EXPECT_EQ(message_of(with("chain = [\"age\"], steps = [[0, 0]]")),
            "chain: the job has steps as well; give one of them");
}

TEST(ReleaseJob, DisclosuresAreForViews) {
  const std::string toml =
      "input = 'patients.csv'\n[roles]\nsensitive = 'condition'\n"
      "[[disclosure]]\nname = 'young'\nwhere = 'age <= 40'\n[[disclosure]]\nwhere = 'age > 40'\n";
  const ViewsJob job = parse_views_job(toml, "job.toml");
  ASSERT_EQ(job.disclosures.size(), 2U);
  EXPECT_EQ(job.disclosures[0].name, "young");
  EXPECT_EQ(job.disclosures[0].where, "age <= 40");
  EXPECT_EQ(job.disclosures[0].line, 6U);
  EXPECT_EQ(job.disclosures[0].column, 9U);
  EXPECT_EQ(job.disclosures[1].name, "2");
  EXPECT_EQ(job.disclosures[1].where, "age > 40");
  EXPECT_EQ(job.roles.sensitive, std::vector<std::string>{"condition"});
  EXPECT_EQ(message_of("output = 'r'\n" + toml),
            "disclosure: these are for overt views; a release does not take them into account");
  EXPECT_EQ(message_of("disclosure = 3\n"),
            "job.toml: line 1, column 14: disclosure: expected [[disclosure]]");
  EXPECT_EQ(message_of("[[disclosure]]\nname = 'x'\n"),
            "job.toml: line 1, column 1: disclosure.where: is missing");
  EXPECT_EQ(message_of("[[disclosure]]\nwhere = 3\n"),
            "job.toml: line 2, column 9: disclosure.where: expected a text");
  EXPECT_EQ(message_of("[[disclosure]]\nwhen = 'x'\n"),
            "job.toml: line 2, column 8: disclosure.when: there is no such key");
}

TEST(ReleaseJob, TakesEarlierReleasesWhereTheirLikelihoodIsKnown) {
  const std::string start = "input = \"a\"\noutput = \"b\"\nl = 2\n";
  const ReleaseJob job = parse_job(start + "after = ['x', 'y']\nkeep_groups = 'z'\n", "job.toml");
  EXPECT_EQ(job.after, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(job.keep_groups, "z");
  const ReleaseJob again = parse_job(print_job(job), "again");
  EXPECT_EQ(again.after, job.after);
  EXPECT_EQ(again.keep_groups, "z");
  for (const char* key : {"after = 'x'\n", "keep_groups = 'x'\n"}) {
    EXPECT_EQ(message_of(start + key), "no error");
    EXPECT_EQ(message_of(start + key + "min_group = 3\n"), "no error");
    for (const char* method : {"rda", "ria"}) {
      const std::string one = start + key + "method = '" + method + "'\n";
      EXPECT_EQ(message_of(one), "no error");
      EXPECT_NE(message_of(one + "min_group = 3\n").find("merged by min_group"), std::string::npos);
    }
    EXPECT_NE(message_of(start + key + "method = 'gda'\n").find("by gda"), std::string::npos);
  }
  EXPECT_NE(message_of(start + "method = 'merge'\n").find("(after)"), std::string::npos);
  EXPECT_EQ(message_of(start + "method = 'merge'\nmin_group = 3\nafter = 'x'\n"), "no error");
}

TEST(ReleaseJob, GroupsNeedNoOutput) {
  const std::string toml = "input = 'a'\nl = 2\nmissing = ['a,b']\nmethod = 'merge'\n";
  EXPECT_EQ(message_of(toml), "no output folder is given (output)");
  EXPECT_NO_THROW(parse_job(toml, "job.toml").check_grouping());
  EXPECT_NE(message_of("output = 'b'\nafter = 'x'\n" + toml).find("can be written"),
            std::string::npos);
  EXPECT_EQ(parse_table_spec(toml, "job.toml").input, "a");
}

TEST(ReleaseJob, AsksForWhatIsMissing) {
  EXPECT_EQ(message_of(""), "no input table is given");
  EXPECT_EQ(message_of("input = \"a\""), "no output folder is given (output)");
  const std::string start = "input = \"a\"\noutput = \"b\"\n";
  EXPECT_EQ(message_of(start),
            "no l is given (l): the promise is a share of 1/l, or caps (max, beta), or groups of k "
            "records, at least 2 (k)");
  EXPECT_EQ(message_of(start + "l = 1"), "l is at least 2: a share of 1/1 promises nothing");
  EXPECT_EQ(message_of(start + "l = 0"), "l is at least 2: a share of 1/1 promises nothing");
  EXPECT_EQ(message_of(start + "l = 2\nmethod = \"magic\""),
            "method: expected " + list_methods([](const MethodRow&) { return true; }));
  EXPECT_EQ(message_of(start + "l = 2\n[hierarchies]\nzip = \"z.csv\""),
            "hierarchies: zip is not a quasi-identifying column");
}

}  // namespace
}  // namespace overt
