#pragma once

// Text that was written by others, made fit for a terminal or a page. Names of columns and files
// and values of a table may hold what moves the cursor, changes colours, answers for the keyboard
// (control characters), turns the order of letters round (bidirectional marks), or cannot be seen
// at all; on a screen they could pass for words of ours. They are shown as JSON writes them:
//
//   visible("a\x1b[31m")           // a\u001b[31m
//   visible("txt.\u202Eexe")       // txt.\u202eexe
//   visible("caf\xe9")             // caf\xe9: a byte that is not UTF-8
//
// Letters of every script, marks that belong to them and joiners stay as they are. In the texts
// of a JSON document a sequence stands for the very character, so visible_lines() may be
// applied to a whole document and changes nothing of what it says.
//
// Cost: O(bytes).

#include <string>
#include <string_view>

namespace overt {

// A name or a value: line breaks and tabs are made visible as well.
std::string visible(std::string_view text);
// A text of several lines: line breaks and tabs stay.
std::string visible_lines(std::string_view text);

}  // namespace overt
