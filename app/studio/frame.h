#pragma once

// What all pages of the studio share: the frame with its steps, forms, and how long work is shown.
// The stylesheet is that of the reports (html/stylesheet.h) with a few lines for forms. A page
// loads its stylesheet and its script from the studio and nothing else, and works without the
// script: it only shows progress as it comes, copies texts, and says when the studio has gone.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "overt/html/html.h"
#include "studio/task_runner.h"

namespace overt::studio {

enum class Step { table, roles, promise, compare, release, none };

struct FramedPage {
  std::string path;  // of the page itself
  std::string title;
  std::string notice;  // as Page::notice
  Html body;
};

struct FrameOptions {
  std::string form_token;
  TaskStatus task;
  std::string error;           // what was wrong with what was sent
  std::size_t steps_open = 1;  // of the five, how many can be gone to
};

std::string print_frame(const FramedPage& page, const FrameOptions& options);

// --- Forms ---

// A form that is sent to `action`; its first field is the token.
Html form(std::string_view action, std::string_view token, const Html& fields);
// A button of a form; with a name it says which one was pressed.
Html button(std::string_view text, std::string_view kind = "", std::string_view name = "",
            std::string_view value = "");
Html hidden(std::string_view name, std::string_view value);
// A line to fill in, with its label above and what is meant below.
Html text_field(std::string_view label, std::string_view name, std::string_view value,
                std::string_view help = "", std::string_view list = "");
Html number_field(std::string_view label, std::string_view name, std::string_view value,
                  std::string_view help = "");
Html file_field(std::string_view label, std::string_view name, std::string_view help = "");
struct Choice {
  std::string value;
  std::string text;
};
Html select_field(std::string_view label, std::string_view name, const std::vector<Choice>& choices,
                  std::string_view chosen, std::string_view help = "");
Html check_field(std::string_view label, std::string_view name, bool checked,
                 std::string_view help = "");
// A link to another page of the studio.
Html go(std::string_view path, std::string_view text, std::string_view kind = "");
// A text that can be copied by a button.
Html copied(std::string_view id, std::string_view text);

}  // namespace overt::studio
