#include "studio/http_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <charconv>
#include <thread>
#include <utility>

#include "overt/base/error.h"
#include "studio/form_reader.h"

namespace overt::studio {
namespace {

constexpr const char* kHost = "127.0.0.1";
// Pages are small and answers short; a stream of news holds a thread for a while.
constexpr std::size_t kThreads = 24;
constexpr std::size_t kLongestPath = 500;

// A header that stands there twice says two things to two readers.
std::string only(const httplib::Request& request, const char* name) {
  return request.get_header_value_count(name) == 1 ? request.get_header_value(name) : "";
}

HttpRequest translated(const httplib::Request& from) {
  HttpRequest request;
  request.method = from.method;
  request.path = from.path;
  for (const auto& [name, value] : from.params) request.query.emplace_back(name, value);
  request.host = only(from, "Host");
  request.origin = only(from, "Origin");
  request.fetch_site = only(from, "Sec-Fetch-Site");
  request.cookie = only(from, "Cookie");
  request.encoded = from.has_header("Content-Encoding") || from.has_header("Transfer-Encoding");
  const std::string length = only(from, "Content-Length");
  const auto [end, error] =
      std::from_chars(length.data(), length.data() + length.size(), request.content_length);
  if (error != std::errc() || end != length.data() + length.size()) request.content_length = 0;
  return request;
}

// What every answer says to the browser. Nothing is kept, nothing is framed, nothing is loaded from
// elsewhere; an answer may ask for more (a report is sandboxed).
void harden(httplib::Response& response) {
  const auto otherwise = [&](const char* name, const char* value) {
    if (!response.has_header(name)) response.set_header(name, value);
  };
  otherwise("Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
            "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
  otherwise("Cache-Control", "no-store");
  otherwise("X-Content-Type-Options", "nosniff");
  otherwise("X-Frame-Options", "DENY");
  otherwise("Referrer-Policy", "same-origin");  // none at all would make a form's Origin null
  otherwise("Cross-Origin-Opener-Policy", "same-origin");
  otherwise("Cross-Origin-Resource-Policy", "same-origin");
}

void translate(HttpResponse from, httplib::Response& to) {
  to.status = from.status;
  for (const auto& [name, value] : from.headers) to.set_header(name, value);
  harden(to);
  if (!from.stream) {
    to.set_content(from.body, from.type);
    return;
  }
  to.set_chunked_content_provider(
      from.type, [stream = std::move(from.stream)](std::size_t, httplib::DataSink& sink) {
        stream([&](std::string_view bytes) { return sink.write(bytes.data(), bytes.size()); });
        sink.done();
        return true;
      });
}

}  // namespace

class HttpServer::Impl {
 public:
  explicit Impl(HttpHandlers handlers) : handlers_(std::move(handlers)) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    server_.set_keep_alive_max_count(1);
    server_.set_payload_max_length(handlers_.most_bytes);
    server_.set_tcp_nodelay(true);
    server_.set_pre_routing_handler([this](const httplib::Request& from, httplib::Response& to) {
      using Answer = httplib::Server::HandlerResponse;
      // Patterns are matched against a path: a long one would take long.
      HttpRequest request = translated(from);
      if (request.path.size() > kLongestPath) request.path = "/nowhere";
      if (auto refused = handlers_.refuse(request)) {
        translate(std::move(*refused), to);
        return Answer::Handled;
      }
      if (request.method == "POST" && from.path.size() <= kLongestPath) return Answer::Unhandled;
      translate(handlers_.answer(request), to);
      return Answer::Handled;
    });
    server_.Post(".*",
                 [this](const httplib::Request& from, httplib::Response& to,
                        const httplib::ContentReader& body) { translate(post(from, body), to); });
    server_.set_exception_handler(
        [this](const httplib::Request&, httplib::Response& to, std::exception_ptr) {
          translate(handlers_.refuse_form(500), to);
        });
    server_.set_error_handler([](const httplib::Request&, httplib::Response& to) {
      harden(to);  // what the library itself refuses
    });
  }

  httplib::Server& server() { return server_; }
  std::atomic<bool> ended = false;

 private:
  HttpResponse post(const httplib::Request& from, const httplib::ContentReader& body) {
    HttpRequest request = translated(from);
    if (!from.is_multipart_form_data()) return handlers_.refuse_form(415);
    FormReader reader(handlers_.form_token(), handlers_.uploads);
    const bool whole = body(
        [&](const httplib::MultipartFormData& part) {
          return reader.part(part.name, part.filename);
        },
        [&](const char* data, std::size_t size) {
          return reader.data({data, size});
        });
    if (const int failure = reader.finish(); failure != 0) return handlers_.refuse_form(failure);
    if (!whole) return handlers_.refuse_form(400);
    request.form = reader.take();
    return handlers_.answer(request);
  }

  HttpHandlers handlers_;
  httplib::Server server_;
};

HttpServer::HttpServer(HttpHandlers handlers)
    : impl_(std::make_unique<Impl>(std::move(handlers))) {}

HttpServer::~HttpServer() = default;

int HttpServer::bind(int port) {
  httplib::Server& server = impl_->server();
  // Not the library's own options, which let two programs share a port: another one of this
  // machine could then take our visitors.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    static_cast<void>(::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)));
  });
  const int taken = port == 0                          ? server.bind_to_any_port(kHost)
                    : server.bind_to_port(kHost, port) ? port
                                                       : -1;
  if (taken < 0) {
    throw Error(ErrorCode::io, port == 0 ? "no port is free on 127.0.0.1"
                                         : fmt::format("port {} of 127.0.0.1 is taken", port));
  }
  return taken;
}

void HttpServer::run() {
  impl_->server().listen_after_bind();
  impl_->ended = true;
}

void HttpServer::stop() {
  // The library stops what runs, and nothing else.
  while (!impl_->ended && !impl_->server().is_running()) std::this_thread::yield();
  impl_->server().stop();
}

}  // namespace overt::studio
