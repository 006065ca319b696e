#include "overt/joint/kept_promise.h"

#include <algorithm>

#include "overt/privacy/caps_property.h"

namespace overt::joint {
namespace {

// As caps; nothing for a property that is none.
std::optional<std::vector<PromisedCap>> as_caps(const KeptPromise& promise, std::size_t values) {
  if (promise.caps) return promise.caps;
  if (!promise.property.max) return std::nullopt;
  std::vector<PromisedCap> result;
  for (Code value = 0; value < values; ++value) result.push_back({*promise.property.max, {value}});
  return result;
}

// REQUIRES: both sorted.
bool contains(const std::vector<Code>& set, const std::vector<Code>& part) {
  return std::includes(set.begin(), set.end(), part.begin(), part.end());
}

}  // namespace

std::string to_string(const KeptPromise& promise) {
  return promise.caps ? "the caps (" + promise.words + ")" : overt::to_string(promise.property);
}

std::unique_ptr<Property> make_property(const KeptPromise& promise,
                                        std::span<const std::uint64_t> overall) {
  if (promise.caps) return std::make_unique<CapsProperty>(*promise.caps);
  return overt::make_property(promise.property, overall);
}

bool at_least_as_strong(const KeptPromise& one, const KeptPromise& other, std::size_t values) {
  if (!one.caps && !other.caps) return overt::at_least_as_strong(one.property, other.property);
  const auto kept = as_caps(one, values);
  const auto asked = as_caps(other, values);
  if (!kept || !asked) return false;
  return std::all_of(asked->begin(), asked->end(), [&](const PromisedCap& wanted) {
    return std::any_of(kept->begin(), kept->end(), [&](const PromisedCap& own) {
      return own.cap <= wanted.cap && contains(own.values, wanted.values);
    });
  });
}

}  // namespace overt::joint
