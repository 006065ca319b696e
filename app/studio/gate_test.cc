#include "studio/gate.h"

#include <gtest/gtest.h>

#include <set>

namespace overt::studio {
namespace {

constexpr int kPort = 4711;

struct Visitor {
  Gate gate{kPort, 1000};
  std::string token = gate.address().substr(gate.address().find('=') + 1);

  HttpRequest opening() const {
    HttpRequest request;
    request.method = "GET";
    request.path = "/";
    request.host = "127.0.0.1:4711";
    request.query = {{"token", token}};
    return request;
  }
  // With the cookie of whoever has opened it.
  HttpRequest asking(const std::string& method) const {
    HttpRequest request = opening();
    const HttpResponse opened = *gate.refuse(request);
    request.query.clear();
    request.method = method;
    const std::string cookie = opened.headers.at(0).second;
    request.cookie = cookie.substr(0, cookie.find(';'));
    if (method == "POST") {
      request.origin = "http://127.0.0.1:4711";
      request.content_length = 10;
    }
    return request;
  }
  int status(const HttpRequest& request) const {
    const auto refused = gate.refuse(request);
    return refused ? refused->status : 200;
  }
};

TEST(Gate, WordsAreLongAndNeverTheSame) {
  std::set<std::string> words;
  for (int i = 0; i < 100; ++i) words.insert(secret_word());
  EXPECT_EQ(words.size(), 100U);
  EXPECT_EQ(words.begin()->size(), 64U);
  EXPECT_TRUE(same_word("abc", "abc"));
  EXPECT_FALSE(same_word("abc", "abd"));
  EXPECT_FALSE(same_word("abc", "ab"));
}

TEST(Gate, TheTokenBecomesAStrictCookieThatScriptsDoNotSee) {
  const Visitor visitor;
  const HttpResponse opened = *visitor.gate.refuse(visitor.opening());
  EXPECT_EQ(opened.status, 200);
  const auto& [name, cookie] = opened.headers.at(0);
  EXPECT_EQ(name, "Set-Cookie");
  EXPECT_NE(cookie.find("; HttpOnly; SameSite=Strict"), std::string::npos);
  EXPECT_EQ(cookie.find(visitor.token), std::string::npos);
  EXPECT_EQ(opened.body.find(visitor.token), std::string::npos);
  EXPECT_EQ(visitor.status(visitor.asking("GET")), 200);
  EXPECT_EQ(visitor.status(visitor.asking("POST")), 200);
}

TEST(Gate, NobodyPassesWithoutTheToken) {
  const Visitor visitor;
  HttpRequest request = visitor.opening();
  request.query.clear();
  EXPECT_EQ(visitor.status(request), 403);
  request.query = {{"token", ""}};
  EXPECT_EQ(visitor.status(request), 403);
  request.query = {{"token", secret_word()}};
  EXPECT_EQ(visitor.status(request), 403);
  request.cookie = "overt_studio_4711=";
  EXPECT_EQ(visitor.status(request), 403);
  request.cookie = "overt_studio_4711=" + visitor.token;  // the token is not the cookie
  EXPECT_EQ(visitor.status(request), 403);
  // Among others the cookie is found.
  request.cookie = "a=b; " + visitor.asking("GET").cookie + "; c=d";
  EXPECT_EQ(visitor.status(request), 200);
}

TEST(Gate, ForeignNamesLeadNowhere) {
  const Visitor visitor;
  for (const char* host : {"", "evil.example", "evil.example:4711", "127.0.0.1", "127.0.0.1:4712",
                           "localhost:4711.evil.example", "0.0.0.0:4711"}) {
    HttpRequest request = visitor.asking("GET");
    request.host = host;
    EXPECT_EQ(visitor.status(request), 403) << host;
    request = visitor.opening();  // not even with the token
    request.host = host;
    EXPECT_EQ(visitor.status(request), 403) << host;
  }
}

TEST(Gate, OnlyOurPagesChangeSomething) {
  const Visitor visitor;
  for (const char* origin : {"", "null", "http://evil.example", "https://127.0.0.1:4711",
                             "http://127.0.0.1:4712", "http://127.0.0.1:4711.evil.example"}) {
    HttpRequest request = visitor.asking("POST");
    request.origin = origin;
    EXPECT_EQ(visitor.status(request), 403) << origin;
  }
  HttpRequest request = visitor.asking("POST");
  request.fetch_site = "cross-site";
  EXPECT_EQ(visitor.status(request), 403);
  request.fetch_site = "same-site";  // another port of this machine
  EXPECT_EQ(visitor.status(request), 403);
  request.fetch_site = "same-origin";
  EXPECT_EQ(visitor.status(request), 200);
  request.method = "PUT";
  EXPECT_EQ(visitor.status(request), 405);
}

TEST(Gate, WhatIsSentIsAnnouncedAndNotTooLong) {
  const Visitor visitor;
  HttpRequest request = visitor.asking("POST");
  request.content_length = 1000;
  EXPECT_EQ(visitor.status(request), 200);
  request.content_length = 1001;
  EXPECT_EQ(visitor.status(request), 413);
  request.content_length = 0;
  EXPECT_EQ(visitor.status(request), 411);
  request.content_length = 10;
  request.encoded = true;
  EXPECT_EQ(visitor.status(request), 411);
}

}  // namespace
}  // namespace overt::studio
