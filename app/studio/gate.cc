#include "studio/gate.h"

#include <fmt/format.h>

#include "overt/base/random.h"
#include "overt/html/page.h"

namespace overt::studio {
namespace {

std::string cookie_name(int port) {
  return fmt::format("overt_studio_{}", port);  // cookies do not know ports
}

// Whether one of the cookies is name=value.
bool has_cookie(std::string_view cookies, const std::string& name, std::string_view value) {
  const std::string begin = name + "=";
  while (!cookies.empty()) {
    const std::size_t end = std::min(cookies.find(';'), cookies.size());
    std::string_view one = cookies.substr(0, end);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(begin) && same_word(one.substr(begin.size()), value)) return true;
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
  }
  return false;
}

HttpResponse refusal(int status, std::string_view title, const Html& why) {
  Page page;
  page.title = title;
  page.kind = "Overt Studio";
  page.summary = why;
  HttpResponse response;
  response.status = status;
  response.body = print_page(page);
  return response;
}

}  // namespace

std::string secret_word() {
  SecretRandom coins = SecretRandom::from_system();
  std::string word;
  for (int i = 0; i < 16; ++i) word += fmt::format("{:04x}", coins.below(65536));
  return word;
}

bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return different == 0;
}

Gate::Gate(int port, std::uint64_t most_bytes) : port_(port), most_bytes_(most_bytes) {}

std::string Gate::address() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", port_, token_);
}

bool Gate::own_host(std::string_view host) const {
  return host == fmt::format("127.0.0.1:{}", port_) || host == fmt::format("localhost:{}", port_);
}

std::optional<HttpResponse> Gate::refuse(const HttpRequest& request) const {
  if (!own_host(request.host)) {
    return refusal(403, "Not for this name",
                   Html().paragraph({"Open the address that the terminal shows."}));
  }
  const bool get = request.method == "GET" || request.method == "HEAD";
  if (!get && request.method != "POST") {
    return refusal(405, "Not a way to ask", Html().paragraph({"GET and POST are known."}));
  }
  if (get && request.path == "/" && !request.get("token").empty() &&
      same_word(request.get("token"), token_)) {
    // A page of our own goes on, not a redirect: the browser counts that as coming from whoever
    // opened the address, and would hold a strict cookie back.
    HttpResponse response;
    response.body =
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<link rel=\"icon\" href=\"/studio.svg\">\n"
        "<meta http-equiv=\"refresh\" content=\"0; url=/\">\n"
        "<title>Overt Studio</title>\n<p><a href=\"/\">Go on to Overt Studio</a></p>\n";
    response.headers.emplace_back(
        "Set-Cookie",
        fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(port_), session_));
    return response;
  }
  if (!has_cookie(request.cookie, cookie_name(port_), session_)) {
    return refusal(403, "This studio is somebody's own",
                   Html().paragraph({"Its pages are for whoever opened the address that the "
                                     "terminal shows, with its token. If that was you: open it "
                                     "again in this browser."}));
  }
  if (get) return std::nullopt;
  const bool own_site = request.fetch_site.empty() || request.fetch_site == "same-origin";
  if (!request.origin.starts_with("http://") || !own_host(request.origin.substr(7)) || !own_site) {
    return refusal(403, "Not from another page",
                   Html().paragraph({"What changes something comes from pages of the studio."}));
  }
  if (request.encoded || request.content_length == 0) {
    return refusal(411, "How long?",
                   Html().paragraph({"A form is sent in one piece that says how long it is."}));
  }
  if (request.content_length > most_bytes_) {
    return refusal(
        413, "Too large to be uploaded",
        Html().paragraph({"Put the file into the folder of the studio, and choose it there: then "
                          "it is read in place."}));
  }
  return std::nullopt;
}

}  // namespace overt::studio
