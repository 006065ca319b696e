#pragma once

// What is known of people, as bars against what is allowed: the picture that attacks, views
// and walks have in common. Exact shares are told as fractions.

#include <optional>
#include <string>
#include <vector>

#include "overt/base/rational.h"
#include "overt/html/bar_chart.h"
#include "overt/html/html.h"
#include "overt/privacy/property.h"
#include "overt/privacy/verdict.h"

namespace overt {

// The largest share that a property allows, as a line to draw; nothing for properties that
// are not about one share.
std::optional<Bound> bound_line(const PropertySpec& property);
Bound bound_at(const Rational& share);

// "1/3 = 33.3 %", or the percentage alone where the fraction is too long to be read.
std::string share_text(const Rational& share);

// One series of bars on a scale from 0 to 1. REQUIRES: at least one bar.
Html share_bars(const FigureText& text, const std::string& what, std::vector<Bar> bars,
                const std::optional<Bound>& bound, std::vector<std::string> series = {"share"});

// A box that says what became of the promise, in words; an estimate does not pass for more.
Html verdict_notice(Verdict verdict, const Html& words, bool estimated = false);

}  // namespace overt
