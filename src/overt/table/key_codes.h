#pragma once

// The values of a column, numbered in the order of their first appearance: an open hash table of
// numbers into a list of keys. Keys are texts (views) or whole numbers. No node is allocated for
// a key, so that millions of them are also freed at once.

#include <cstdint>
#include <functional>
#include <vector>

namespace overt {

template <typename Key>
class KeyCodes {
 public:
  KeyCodes() : slots_(kFirst, kNone), hashes_(kFirst, 0) {}

  // The number of the key, a new one if it was not seen before.
  std::uint32_t code(const Key& key) {
    if (last_ != kNone && keys_[last_] == key) return last_;  // runs
    const std::size_t hash = mixed(std::hash<Key>{}(key));
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const std::uint32_t found = slots_[at];
      if (found == kNone) return last_ = add(key, hash, at);
      if (hashes_[at] == hash && keys_[found] == key) {
        return last_ = found;
      }
    }
  }

  const std::vector<Key>& keys() const { return keys_; }

 private:
  static constexpr std::size_t kFirst = 64;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // std::hash of a number is the number.
  static std::size_t mixed(std::size_t hash) {
    hash *= 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 32U);
  }

  std::uint32_t add(const Key& key, std::size_t hash, std::size_t at) {
    const auto code = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key);
    slots_[at] = code;
    hashes_[at] = hash;
    if (keys_.size() * 2 > slots_.size()) grow();
    return code;
  }

  void grow() {
    std::vector<std::uint32_t> slots(slots_.size() * 2, kNone);
    std::vector<std::size_t> hashes(slots.size(), 0);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i] == kNone) continue;
      std::size_t at = hashes_[i] & (slots.size() - 1);
      while (slots[at] != kNone) at = (at + 1) & (slots.size() - 1);
      slots[at] = slots_[i];
      hashes[at] = hashes_[i];
    }
    slots_.swap(slots);
    hashes_.swap(hashes);
  }

  std::vector<Key> keys_;
  std::vector<std::uint32_t> slots_;  // code, or kNone
  std::vector<std::size_t> hashes_;
  std::uint32_t last_ = kNone;
};

}  // namespace overt
