#pragma once

// Promises as a certificate has them: properties and caps. Fractions are texts, as in problem
// files: no number of JSON is a third.

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "overt/privacy/promise.h"
#include "overt/privacy/property.h"
#include "overt/verify/json_reader.h"

namespace overt {

nlohmann::ordered_json property_json(const PropertySpec& property);
nlohmann::ordered_json caps_json(const Promise& promise);

// They throw Error{malformed}, also for what no promise can be.
PropertySpec parse_property(const JsonReader& reader);
Promise parse_caps(const JsonReader& reader);
// An object of fractions.
std::map<std::string, Rational> parse_fractions(const JsonReader& reader);

}  // namespace overt
