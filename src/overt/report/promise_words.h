#pragma once

// What a certificate promises, in words for people who are not from the field: to be read in
// a report instead of the certificate's names.

#include <optional>
#include <string>

#include "overt/html/html.h"
#include "overt/html/page.h"
#include "overt/verify/certificate.h"

namespace overt {

// The share that a promise bounds: 1/3 of highest_ratio; nothing for other properties.
std::optional<Rational> allowed_share(const PropertySpec& promise);

// "no value has a share above 1/2 (highest_ratio, max 1/2)".
std::string property_in_words(const PropertySpec& property);

// "local recoding with veiled stops", "the strategy safe over a sequence of generalizations".
std::string method_in_words(const Certificate& certificate);
// How the method made its groups, a few sentences.
Html method_explained(const Certificate& certificate);

// Against whom the promise holds, what it assumes, what it does not cover.
Html promise_section(const Certificate& certificate);

// The words of the field that the report uses.
std::vector<Term> definitions(const Certificate& certificate);

}  // namespace overt
