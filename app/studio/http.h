#pragma once

// Requests and answers as the studio sees them. The library that speaks HTTP stays behind
// http_server.cc.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overt::studio {

// A file that came with a form; it lies in the private folder.
struct UploadedFile {
  std::string field;
  std::string name;  // as the browser calls it: written by others
  std::filesystem::path path;
  std::uint64_t bytes = 0;
};

// What a form has sent, in its order.
struct Form {
  std::vector<std::pair<std::string, std::string>> fields;
  std::vector<UploadedFile> files;

  // The first field of this name; empty if there is none.
  std::string_view get(std::string_view name) const;
  bool has(std::string_view name) const;
  const UploadedFile* file(std::string_view field) const;
};

// The last part of what a browser calls a file, which may be a path of its own system.
std::string plain_name(const std::string& name);

struct HttpRequest {
  std::string method;
  std::string path;
  std::vector<std::pair<std::string, std::string>> query;
  // Headers that decide on who asks. Several of one name come as none.
  std::string host, origin, fetch_site, cookie;
  bool encoded = false;              // the body is compressed or in chunks
  std::uint64_t content_length = 0;  // that is announced
  Form form;                         // of a POST

  std::string_view get(std::string_view name) const;
};

using Write = std::function<bool(std::string_view)>;  // false: nobody listens any more

struct HttpResponse {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::function<void(const Write&)> stream;  // instead of the body, if there is one
};

// Go and look there. By GET, whatever the request was.
HttpResponse see_other(const std::string& path);

}  // namespace overt::studio
