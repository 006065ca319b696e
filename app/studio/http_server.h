#pragma once

// HTTP for the studio, on the loopback interface alone: the one place that knows cpp-httplib, which
// is large, as cli/verb.h is for CLI11.
//
//   HttpServer server({gate, form_token, uploads, answer});
//   int port = server.bind(0);
//   server.run();     // until stop() is called from another thread
//
// Each connection takes one request: so what of a body was not read can never pass for the next
// request, and a connection that is kept holds no thread.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "studio/http.h"

namespace overt::studio {

struct HttpHandlers {
  // Asked before anything of a body is read; an answer ends the request.
  std::function<std::optional<HttpResponse>(const HttpRequest&)> refuse;
  std::function<std::string()> form_token;
  // A form that is not one, is too large or lacks the token.
  std::function<HttpResponse(int status)> refuse_form;
  std::function<HttpResponse(const HttpRequest&)> answer;
  std::filesystem::path uploads;  // the private folder that files of forms are written to
  std::uint64_t most_bytes = 0;   // of one form
};

class HttpServer {
 public:
  explicit HttpServer(HttpHandlers handlers);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  // Takes the port, or any that is free for 0, and returns it. Throws Error{io}.
  int bind(int port);
  void run();
  // Safe from any thread but its own. run() returns when the answers that are being given are.
  // REQUIRES: run() is called, sooner or later.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace overt::studio
