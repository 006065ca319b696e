#pragma once

// Prints an object of JSON member by member, and a member that is a list entry by entry, in the
// very bytes of ordered_json::dump(2). A list of millions is then never held as a tree of values,
// and whoever waits for it may stop the work after any entry.

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "overt/base/progress.h"

namespace overt {

class JsonPrinter {
 public:
  explicit JsonPrinter(Progress& progress) : progress_(progress) {}

  void member(std::string_view name, const nlohmann::ordered_json& value);
  // entry(i) for i below count.
  void list(std::string_view name, std::size_t count,
            const std::function<nlohmann::ordered_json(std::size_t)>& entry);

  // The text so far, which is then forgotten: a long text can be handed on in parts.
  std::string take();
  // Closes the object.
  std::string finish();

 private:
  void name(std::string_view name);

  Progress& progress_;
  std::string text_;
  bool first_ = true;
};

// The value as it stands `spaces` to the right: every line but the first is moved.
std::string indented_json(const nlohmann::ordered_json& value, std::size_t spaces);

}  // namespace overt
