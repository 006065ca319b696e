#pragma once

// What a kept release promises: a property, or caps of values and of sets of values, as they were
// used: those of this table, so that relative caps are fractions here.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "overt/privacy/promise.h"
#include "overt/privacy/property.h"

namespace overt::joint {

struct KeptPromise {
  PropertySpec property;                         // if there are no caps
  std::optional<std::vector<PromisedCap>> caps;  // instead of it
  std::string words;                             // of caps, for messages

  KeptPromise() = default;
  KeptPromise(PropertySpec spec) : property(std::move(spec)) {}  // NOLINT: every property is one
  KeptPromise(std::vector<PromisedCap> of_sets, std::string in_words)
      : caps(std::move(of_sets)), words(std::move(in_words)) {}
};

std::string to_string(const KeptPromise& promise);

// As a test of what is known of one record. `overall[v]` records have the value v.
std::unique_ptr<Property> make_property(const KeptPromise& promise,
                                        std::span<const std::uint64_t> overall);

// Whether whatever keeps `one` keeps `other` as well, where that is plain: from the members of
// properties; of caps because each set of `other` is in one of `one` with a cap that is no larger.
// 1/l is a cap of every value. `values`: how many there are.
bool at_least_as_strong(const KeptPromise& one, const KeptPromise& other, std::size_t values);

}  // namespace overt::joint
