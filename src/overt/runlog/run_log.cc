#include "overt/runlog/run_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/nesting.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

// Members that are left out where they are empty.
struct TextMember {
  const char* key;
  std::string& (*of)(LogEntry& entry);
};
constexpr std::array<TextMember, 9> kTexts = {{
    {"event", [](LogEntry& entry) -> std::string& { return entry.event; }},
    {"time", [](LogEntry& entry) -> std::string& { return entry.time; }},
    {"program", [](LogEntry& entry) -> std::string& { return entry.program; }},
    {"records", [](LogEntry& entry) -> std::string& { return entry.table.records; }},
    {"values", [](LogEntry& entry) -> std::string& { return entry.table.values; }},
    {"job", [](LogEntry& entry) -> std::string& { return entry.job; }},
    {"again", [](LogEntry& entry) -> std::string& { return entry.again; }},
    {"reason", [](LogEntry& entry) -> std::string& { return entry.reason; }},
    {"certificate", [](LogEntry& entry) -> std::string& { return entry.certificate; }},
}};

Json to_json(LogEntry entry) {
  Json json = {{"run", entry.run}};
  for (const TextMember& member : kTexts) {
    if (!member.of(entry).empty()) json[member.key] = member.of(entry);
  }
  return json;
}

// Nothing if the line is not one that line() prints. Bytes that are not UTF-8 are printed as
// replacements, so they are not read.
bool parse_entry(std::string_view line, LogEntry& entry, std::string& chain) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("run") || !json["run"].is_number_unsigned()) return false;
  entry.run = json["run"].get<std::uint64_t>();
  for (const TextMember& member : kTexts) {
    if (!json.contains(member.key)) continue;
    if (!json[member.key].is_string()) return false;
    member.of(entry) = json[member.key].get<std::string>();
  }
  if (!json.contains("chain") || !json["chain"].is_string()) return false;
  chain = json["chain"].get<std::string>();
  return true;
}

// Texts of the operating system may hold anything.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

LogKey::Bytes chained(const LogKey& key, const LogKey::Bytes& before, const LogEntry& entry) {
  KeyedHash hash(key.chain);
  hash.add({reinterpret_cast<const char*>(before.data()), before.size()});
  hash.add(dump(to_json(entry)));
  return hash.finish();
}

}  // namespace

RunLog::RunLog(std::string_view text, const LogKey& key, std::string_view name) : key_(key) {
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const auto fail = [&](const char* what) {
      throw Error(ErrorCode::malformed, fmt::format("{}: line {}: {}", name, number, what));
    };
    const std::size_t end = text.find('\n');
    if (end == text.npos) fail("is cut off");
    const std::string_view line = text.substr(0, end);
    check_nesting(line, name, Syntax::json);
    LogEntry entry;
    std::string chain;
    if (!parse_entry(line, entry, chain)) fail("is not a line of a run log");
    const LogKey::Bytes own = chained(key_, head_, entry);
    // To the last byte: there is one way to write a line.
    Json printed = to_json(entry);
    printed["chain"] = to_hex(own);
    if (dump(printed) != line) fail("was not written by a run, or a line before it is gone");
    head_ = own;
    entries_.push_back(std::move(entry));
    text.remove_prefix(end + 1);
  }
}

std::uint64_t RunLog::next_run() const {
  std::uint64_t last = 0;
  for (const LogEntry& entry : entries_) last = std::max(last, entry.run);
  return last + 1;
}

const LogEntry* RunLog::earlier_run(const Fingerprint& table) const {
  std::set<std::uint64_t> without;
  for (const LogEntry& entry : entries_) {
    if (entry.event == log_event::kNotPossible) without.insert(entry.run);
  }
  const LogEntry* found = nullptr;
  for (const LogEntry& entry : entries_) {
    if (entry.event == log_event::kBegun && !without.contains(entry.run) &&
        entry.table.same_table(table)) {
      found = &entry;
    }
  }
  return found;
}

std::string RunLog::line(const LogEntry& entry) const {
  // What is hashed is what will be read.
  LogEntry readable;
  std::string ignored;
  Json json = to_json(entry);
  json["chain"] = "";
  static_cast<void>(parse_entry(dump(json), readable, ignored));
  Json printed = to_json(readable);
  printed["chain"] = to_hex(chained(key_, head_, readable));
  return dump(printed) + "\n";
}

}  // namespace overt
