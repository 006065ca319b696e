#pragma once

// Which delimiter a CSV file uses: of , ; tab | the one that occurs equally
// often, and at all, outside quotes in each of the first 100 records. If several
// do, the one under which no text follows a closing quote.

#include <span>
#include <string>

namespace overt::io {

// `head` holds the beginning of the file; `whole` says that it is all of it.
// Throws Error{malformed} that asks for --delimiter when no or more than one
// candidate qualifies; where one comes close it names the line that deviates.
char find_delimiter(std::span<const char> head, bool whole, const std::string& name);

}  // namespace overt::io
