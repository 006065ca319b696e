#include "overt/runlog/fingerprint.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "overt/table/counted_table.h"

namespace overt {
namespace {

using Hash = LogKey::Bytes;

// The hash of each value of a column, by its code; the missing one is like no text.
std::vector<Hash> value_hashes(const Column& column, const LogKey& key) {
  std::vector<Hash> hashes;
  for (Code code = 0; code < column.domain(); ++code) {
    KeyedHash hash(key.table);
    hash.add(column.name);
    const bool missing = code == column.missing_code();
    hash.add(missing ? "missing" : "value");
    hash.add(missing ? "" : column.values[code]);
    hashes.push_back(hash.finish());
  }
  return hashes;
}

std::string_view view(const Hash& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

// Adds so many of `one` modulo 2^256, the lowest byte first.
// REQUIRES: times <= 2^55.
void add(Hash& sum, const Hash& one, std::uint64_t times) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    carry += sum[i] + times * one[i];
    sum[i] = static_cast<unsigned char>(carry & 0xFFU);
    carry >>= 8U;
  }
}

}  // namespace

Fingerprint fingerprint(const Table& table, std::string_view sensitive, const LogKey& key,
                        std::span<const std::uint64_t> counts) {
  // By name: the order of the columns in a file says nothing.
  std::vector<const Column*> columns;
  for (const Column& column : table.columns) columns.push_back(&column);
  std::sort(columns.begin(), columns.end(),
            [](const Column* a, const Column* b) { return a->name < b->name; });
  std::vector<std::vector<Hash>> hashes;
  for (const Column* column : columns) hashes.push_back(value_hashes(*column, key));

  Hash sum{};
  std::string record(columns.size() * sizeof(Hash), '\0');
  for (std::size_t r = 0; r < table.records(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      std::memcpy(record.data() + c * sizeof(Hash), hashes[c][columns[c]->codes[r]].data(),
                  sizeof(Hash));
    }
    KeyedHash hash(key.table);
    hash.add(record);
    add(sum, hash.finish(), counts.empty() ? 1 : counts[r]);
  }

  const Column& secret = table.columns[table.find(sensitive)];
  const std::vector<Hash> secrets = value_hashes(secret, key);
  KeyedHash sequence(key.table);
  if (counts.empty()) {
    for (const Code code : secret.codes) sequence.add(view(secrets[code]));
  } else {
    const std::vector<std::uint64_t> records = counts_of(secret, counts);
    for (Code code = 0; code < secret.domain(); ++code) {
      sequence.add(view(secrets[code]));
      sequence.add(std::to_string(records[code]));
    }
  }
  return {to_hex(sum), to_hex(sequence.finish())};
}

}  // namespace overt
