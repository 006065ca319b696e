#pragma once

// `overt studio` from its start to its end: the port, the private folder, the browser; and when a
// signal or the page asks for the end, what runs is stopped and everything private removed.

#include <functional>
#include <string>

namespace overt::studio {

struct ServeOptions {
  int port = 0;        // 0: any that is free
  std::string folder;  // that tables are in and releases are written to; it becomes the current one
  bool browser = true;  // open one
  std::function<std::string()> now;
  std::function<void(const std::string& address)> ready;  // it can be opened
  // Returns when a signal asks for the end, or `ended` was called.
  std::function<void()> wait;
  std::function<void()> ended;
};

// Throws Error. Returns when the studio has ended. Whoever calls it leaves the process without
// waiting for threads: work that does not stop in time is left behind.
void serve(const ServeOptions& options);

}  // namespace overt::studio
