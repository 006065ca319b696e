#pragma once

// Who may ask. The studio holds a secret table and listens on a port that every program and every
// web page on this machine can reach. So each request has to pass, before its body is read:
//
//   Host     one of our own names with our port: a foreign name that was made to lead here
//            (DNS rebinding) has another
//   cookie   set once, for whoever opened the address with the token that the terminal shows;
//            HttpOnly, and SameSite=Strict, so that no other site sends it
//   Origin   of a POST: our own; and no Sec-Fetch-Site that says another
//   size     what is announced, in one piece and not compressed
//
// A form moreover carries a token of its own as its first field (form_reader.h), which only pages
// of ours can know. Secrets are compared in constant time.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "studio/http.h"

namespace overt::studio {

// 256 bits from the system, as 64 hexadecimal digits.
std::string secret_word();
// Whether two words are the same, in a time that depends on their lengths alone.
bool same_word(std::string_view a, std::string_view b);

class Gate {
 public:
  // REQUIRES: the port is the one that is listened on.
  Gate(int port, std::uint64_t most_bytes);

  // The answer to whoever may not pass; nothing for those who may.
  std::optional<HttpResponse> refuse(const HttpRequest& request) const;

  // The address to open, with the token.
  std::string address() const;
  // The first field of every form.
  const std::string& form_token() const { return form_token_; }

 private:
  bool own_host(std::string_view host) const;

  int port_;
  std::uint64_t most_bytes_;
  std::string token_ = secret_word(), session_ = secret_word(), form_token_ = secret_word();
};

}  // namespace overt::studio
