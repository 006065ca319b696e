// A run log and its key, as files that somebody may have changed; and an entry with these texts in
// it, which is read back as it was written, and not at all once a byte of it is another one.

#include "overt/runlog/run_log.h"

#include <string>

#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  static const overt::LogKey key = [] {
    overt::SeededRandom coins(1);
    return overt::parse_log_key(overt::make_log_key(coins), "t");
  }();
  std::string_view text = text_of(data, size);
  succeeds([&] { overt::parse_log_key(text, "t"); });
  succeeds([&] { overt::RunLog(text, key, "t"); });

  const std::size_t place = take_byte(text);
  const auto other = static_cast<char>(take_byte(text));
  overt::LogEntry entry;
  entry.run = 1;
  entry.event = overt::log_event::kFailed;
  entry.reason = text;
  const overt::RunLog empty("", key, "t");
  std::string line = empty.line(entry);
  const overt::RunLog again(line, key, "t");
  expect(again.entries().size() == 1 && again.entries()[0].event == entry.event, "another entry");
  expect(again.line(entry) != line, "two lines of one chain");
  char& changed = line[place % line.size()];
  if (changed == other) return 0;
  changed = other;
  expect(!succeeds([&] { overt::RunLog(line, key, "t"); }), "a changed line passes");
  return 0;
}
