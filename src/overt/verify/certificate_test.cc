#include "overt/verify/certificate.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "overt/base/error.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

Certificate example() {
  Certificate certificate;
  certificate.method = "rda";
  certificate.level = "transparent";
  certificate.form = "generalized";
  certificate.promise = highest_ratio_at_most(Rational(1, 3));
  certificate.records = 7;
  certificate.groups = 2;
  certificate.smallest_group = 3;
  certificate.largest_share = Rational(1, 3);
  certificate.files = {{"released.csv", "abc"}};
  certificate.job.l = 3;
  certificate.job.missing = {"", "NULL"};
  certificate.job.roles.quasi_identifying = {"age"};
  certificate.job.roles.sensitive = {"condition"};
  certificate.job.types["born"] = {ValueType::date, "%d.%m.%Y"};
  certificate.job.hierarchies = {"age"};
  certificate.date = "2024-05-06";
  return certificate;
}

TEST(Certificate, IsReadBackAsWritten) {
  const std::string text = print_certificate(example());
  EXPECT_EQ(print_certificate(parse_certificate(text, "c")), text);
}

// The keys that the format promises, and no others: nothing of the input, no
// key, no seed, no path, no clock time.
TEST(Certificate, HasExactlyThePromisedKeys) {
  const auto json = nlohmann::ordered_json::parse(print_certificate(example()));
  std::vector<std::string> keys;
  for (const auto& entry : json.items()) keys.push_back(entry.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"version", "method", "level", "level_means", "form",
                                            "promise", "records", "groups", "smallest_group",
                                            "largest_share", "files", "job", "date"}));
  EXPECT_EQ(json["promise"].dump(), R"({"name":"highest_ratio","max":"1/3"})");
  EXPECT_EQ(json["largest_share"], "1/3");
  std::vector<std::string> job;
  for (const auto& entry : json["job"].items()) job.push_back(entry.key());
  EXPECT_EQ(job, (std::vector<std::string>{"l", "format", "missing", "missing_sensitive", "roles",
                                           "types", "hierarchies"}));
}

TEST(Certificate, SaysHowManyReleasesCameBefore) {
  Certificate certificate = example();
  certificate.method = "merge";
  certificate.after = 2;
  const std::string text = print_certificate(certificate);
  EXPECT_EQ(nlohmann::json::parse(text)["after"], 2);
  EXPECT_EQ(parse_certificate(text, "c").after, 2U);
  EXPECT_EQ(parse_certificate(print_certificate(example()), "c").after, 0U);
}

TEST(Certificate, PrintsAndReadsAPromiseAlone) {
  const PropertySpec promise = highest_ratio_at_most(Rational(1, 3));
  EXPECT_EQ(print_promise(promise), R"({"name":"highest_ratio","max":"1/3"})");
  EXPECT_EQ(parse_promise(print_promise(promise), "f"), promise);
  EXPECT_THROW(parse_promise("{}", "f"), Error);
  EXPECT_THROW(parse_promise("[", "f"), Error);
  EXPECT_THROW(parse_promise(R"({"name":"magic"})", "f"), Error);
}

TEST(Certificate, SaysWhatALevelBelowTransparentMeans) {
  Certificate certificate = example();
  certificate.method = "gda";
  certificate.level = "family";
  certificate.job.min_group = 10;
  certificate.job.weights = {{"age", 3}};
  certificate.job.ranks = {{"age", {{"old", 1}, {"young", 0}}}};
  const std::string text = print_certificate(certificate);
  EXPECT_EQ(print_certificate(parse_certificate(text, "c")), text);
  const auto json = nlohmann::ordered_json::parse(text);
  EXPECT_NE(
      json["level_means"].get<std::string>().find("does NOT hold against an adversary who reruns"),
      std::string::npos);
  EXPECT_EQ(json["job"]["min_group"], 10);
  EXPECT_EQ(json["job"]["weights"].dump(), R"({"age":3})");
  EXPECT_EQ(json["job"]["ranks"].dump(), R"({"age":{"old":1,"young":0}})");
}

TEST(Certificate, SaysWhatEveryLevelMeansAndAssumes) {
  Certificate certificate = example();
  for (const auto& [method, strategy, level] : {std::tuple{"local", "", "transparent"},
                                                {"gda", "", "family"},
                                                {"strategy", "naive", "release"}}) {
    certificate.method = method;
    certificate.job.strategy.name = strategy;
    certificate.level = level;
    const auto json = nlohmann::ordered_json::parse(print_certificate(certificate));
    const std::string means = json["level_means"];
    EXPECT_TRUE(means.starts_with(meaning_of(level))) << means;
    EXPECT_NE(means.find("no view of how the public columns go with the sensitive value"),
              std::string::npos);
  }
}

TEST(Certificate, SaysWhichKeyIsWrong) {
  auto json = nlohmann::ordered_json::parse(print_certificate(example()));
  const auto message = [](const nlohmann::ordered_json& changed) {
    try {
      parse_certificate(changed.dump(), "c");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  json.erase("level_means");  // words for people: older certificates have none
  for (const auto& entry : json.items()) {
    auto without = json;
    without.erase(entry.key());
    EXPECT_EQ(message(without), "c: " + entry.key() + " is missing");
    auto wrong = json;
    wrong[entry.key()] = nullptr;
    EXPECT_NE(message(wrong), "no error") << entry.key();
  }
  json["promise"]["max"] = "1/0";
  EXPECT_NE(message(json).find("promise.max"), std::string::npos);
  EXPECT_THROW(parse_certificate("{", "c"), Error);
  EXPECT_THROW(parse_certificate("[]", "c"), Error);
}

// Nothing may stand in a certificate that nobody has read: a reader would believe it.
TEST(Certificate, HoldsNothingThatIsNotRead) {
  const auto message = [](const std::string& text) {
    try {
      parse_certificate(text, "c");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const auto json = nlohmann::ordered_json::parse(print_certificate(example()));
  const auto with = [&](const char* pointer, const nlohmann::ordered_json& value) {
    auto changed = json;
    changed[nlohmann::ordered_json::json_pointer(pointer)] = value;
    return message(changed.dump());
  };
  EXPECT_EQ(with("/approved_by", "x"), "c: approved_by does not belong in a certificate");
  EXPECT_EQ(with("/promise/note", "x"), "c: promise.note does not belong in a certificate");
  EXPECT_EQ(with("/job/roles/secret", nlohmann::ordered_json::array()),
            "c: job.roles.secret does not belong in a certificate");
  EXPECT_EQ(with("/job/types/born/unit", "x"),
            "c: job.types.born.unit does not belong in a certificate");
  EXPECT_EQ(with("/job/strategy", {{"name", "safe"}, {"order", "dm"}, {"walk", 1}}),
            "c: job.strategy.walk does not belong in a certificate");
  EXPECT_EQ(with("/program", "0.0.1"), "no error");
  const std::string text = json.dump();
  for (const char* after : {" {}", "x", ",", "]", "\"\"", "//"}) {
    EXPECT_NE(message(text + after).find("not valid JSON"), std::string::npos) << after;
  }
  EXPECT_EQ(message(text + "\n"), "no error");
  EXPECT_EQ(message(R"({"level":"release",)" + text.substr(1)), "c: level: the key stands twice");
  std::string twice = text;
  twice.insert(twice.find(R"("roles":{)") + 9, R"("sensitive":["x"],)");
  EXPECT_EQ(message(twice), "c: a key of the job stands twice");
}

TEST(Certificate, SaysInWhichKeysJobsDiffer) {
  CertifiedJob a = example().job;
  a.roles.quasi_identifying = {"age", "zip"};
  CertifiedJob b = a;
  EXPECT_EQ(differing_keys(a, b), std::vector<std::string>());
  b.format = "parquet";
  b.roles.quasi_identifying = {"zip", "age"};
  EXPECT_EQ(differing_keys(a, b), std::vector<std::string>()) << "nothing that is promised";
  b.l = 4;
  b.min_group = 10;
  b.roles.quasi_identifying = {"zip"};
  b.roles.insensitive = {"age"};
  EXPECT_EQ(differing_keys(a, b), (std::vector<std::string>{"l", "roles", "min_group"}));
}

// Certificates of releases by 1/l are what they always were, but for the words.
TEST(Certificate, OfAShareIsReadAsBefore) {
  const char* text = R"({"version": 1, "method": "strategy", "level": "transparent",
    "form": "generalized", "promise": {"name": "highest_ratio", "max": "1/4"}, "records": 8,
    "groups": 2, "smallest_group": 4, "largest_share": "1/4", "files": {"released.csv": "abc"},
    "job": {"l": 4, "format": "csv", "missing": [""], "missing_sensitive": "error",
      "roles": {"identifying": [], "quasi_identifying": ["age"], "sensitive": ["condition"],
                "insensitive": []}, "types": {}, "hierarchies": [],
      "strategy": {"name": "safe", "order": "dm"}}, "date": "2024-05-06"})";
  const Certificate certificate = parse_certificate(text, "c");
  EXPECT_EQ(certificate.promise, highest_ratio_at_most(Rational(1, 4)));
  EXPECT_EQ(certificate.job.l, 4);
  EXPECT_FALSE(certificate.job.property);
  auto printed = nlohmann::ordered_json::parse(print_certificate(certificate));
  printed.erase("level_means");
  EXPECT_EQ(printed, nlohmann::ordered_json::parse(text));
}

// Exactly, as texts; and instead of l.
TEST(Certificate, HasTheProperty) {
  Certificate certificate = example();
  certificate.method = "strategy";
  certificate.job.strategy.name = "safe";
  certificate.job.strategy.chain = {"age", "zip", "age"};
  const std::vector<std::pair<PropertySpec, std::string>> properties = {
      {{"highest_ratio", {}, Rational(2, 3), {}, {}, {}},
       R"({"name":"highest_ratio","below":"2/3"})"},
      {{"distinct_diversity", {}, {}, {}, {}, 3}, R"({"name":"distinct_diversity","l":3})"},
      {{"entropy_diversity", {}, {}, {}, {}, 3}, R"({"name":"entropy_diversity","l":3})"},
      {{"recursive_diversity", {}, {}, Rational(2), {}, 2},
       R"({"name":"recursive_diversity","c":"2","l":2})"},
      {{"t_closeness", {}, {}, {}, Rational(1, 5), {}}, R"({"name":"t_closeness","t":"1/5"})"}};
  for (const auto& [property, written] : properties) {
    certificate.promise = property;
    certificate.job.property = property;
    const std::string text = print_certificate(certificate);
    const auto json = nlohmann::ordered_json::parse(text);
    EXPECT_EQ(json["promise"].dump(), written);
    EXPECT_EQ(json["job"]["property"].dump(), written);
    EXPECT_FALSE(json["job"].contains("l"));
    EXPECT_EQ(json["job"]["strategy"].dump(), R"({"name":"safe","chain":["age","zip","age"]})");
    const Certificate again = parse_certificate(text, "c");
    EXPECT_EQ(again.promise, property);
    EXPECT_EQ(again.job.property, property);
    EXPECT_EQ(again.job.strategy, certificate.job.strategy);
    EXPECT_EQ(print_certificate(again), text);
  }
}

TEST(Certificate, RefusesPropertiesThatAreNone) {
  const auto message = [](const char* key, const nlohmann::ordered_json& value) {
    auto json = nlohmann::ordered_json::parse(print_certificate(example()));
    json["promise"] = {{"name", "recursive_diversity"}, {"c", "2"}, {"l", 2}};
    json["promise"][key] = value;
    try {
      parse_certificate(json.dump(), "c");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message("l", 3), "no error");
  EXPECT_EQ(message("l", 2.5), "c: promise.l is not a whole number");
  EXPECT_EQ(message("l", 0),
            "c: promise.name: property recursive_diversity: l is 0; it must be "
            "at least 1");
  EXPECT_EQ(message("t", "1/2"), "c: promise.name: property recursive_diversity: has no t");
  EXPECT_EQ(message("c", 2), "c: promise.c is not what it should be");
  EXPECT_NE(message("name", "magic").find("there is no magic; the names are"), std::string::npos);
}

// Found by the fuzz target: a number that int has no room for. What is cut off would be a forgery.
TEST(Certificate, RefusesNumbersThatAreNotWholeOrTooLarge) {
  const auto message = [](const char* path, const nlohmann::ordered_json& value) {
    auto json = nlohmann::ordered_json::parse(print_certificate(example()));
    json["job"]["strategy"] = {{"name", "k_jump"}, {"jump", {1}}};
    json[nlohmann::ordered_json::json_pointer(path)] = value;
    try {
      parse_certificate(json.dump(), "c");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  using Json = nlohmann::ordered_json;
  EXPECT_EQ(message("/version", 1), "no error");
  for (const Json& wrong : {Json(1e71), Json(1.5), Json(-1e300), Json(4294967297)}) {
    EXPECT_EQ(message("/version", wrong), "c: version is not what it should be");
  }
  const char* const jump = "/job/strategy/jump";
  EXPECT_EQ(message(jump, {2, 1}), "no error");
  for (const Json& wrong : {Json(1e71), Json(1.5), Json(-1), Json(4294967297)}) {
    EXPECT_EQ(message(jump, {1, wrong}), "c: job.strategy.jump is not what it should be");
  }
}

TEST(HierarchyFile, IsAPlainNameInsideTheFolder) {
  EXPECT_EQ(hierarchy_file("zip"), "hierarchies/zip.csv");
  EXPECT_EQ(hierarchy_file("marital-status"), "hierarchies/marital-status.csv");
  EXPECT_EQ(hierarchy_file("a/b"), "hierarchies/a%2Fb.csv");
  EXPECT_EQ(hierarchy_file(".."), "hierarchies/%2E..csv");
  EXPECT_NE(hierarchy_file("a b"), hierarchy_file("a%20b"));
}

}  // namespace
}  // namespace overt
