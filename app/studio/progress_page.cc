#include <fmt/format.h>

#include "overt/html/page.h"
#include "studio/frame.h"
#include "studio/pages.h"

namespace overt::studio {

Html progress_page(const PageContext& context, const TaskStatus& task) {
  Html body;
  if (task.state == TaskState::failed) {
    body.append(notice(Html().paragraph({strong(task.name + ": it did not work. "),
                                         context.session.in_their_words(task.message)}),
                       true));
    return body.paragraph({go(task.next, "Go back", "button")});
  }
  if (task.state == TaskState::cancelled) {
    body.append(
        notice(Html().paragraph({strong(task.name + ": cancelled. "), "Nothing was written."})));
    return body.paragraph({go(task.next, "Go back", "button")});
  }
  if (!task.running()) {
    body.paragraph({"Nothing is running."});
    return body.paragraph({go("/", "Begin with the table", "button")});
  }
  body.open("div", {{"id", "task"}});
  body.open("p").element("strong", task.name).text(": ");
  body.element("span", task.phase, {{"id", "phase"}, {"role", "status"}}).close();
  if (task.total > 0) {
    body.open("progress", {{"id", "bar"},
                           {"aria-label", task.name},
                           {"max", std::to_string(task.total)},
                           {"value", std::to_string(task.done)}});
  } else {
    body.open("progress", {{"id", "bar"}, {"aria-label", task.name}});
  }
  body.close().close();
  body.paragraph({"You may close this page: the work goes on."});
  body.open("noscript").open("p").append(go("/progress", "Look again")).close().close();
  return body.append(form("/cancel", context.token, button("Cancel", "quiet")));
}

}  // namespace overt::studio
