#include "overt/html/html.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

TEST(Html, EscapesWhatIsPutIn) {
  EXPECT_EQ(escaped("<a href=\"x\">'&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(Html("<b>").str(), "&lt;b&gt;");
  EXPECT_EQ(Html().element("td", "\"", {{"title", "\"><script>"}}).str(),
            "<td title=\"&quot;&gt;&lt;script&gt;\">&quot;</td>");
}

TEST(Html, ShowsWhatHtmlDoesNotTake) {
  EXPECT_EQ(escaped(std::string_view("a\0b", 3)), "a\\u0000b");
  EXPECT_EQ(escaped("\x1B[0m"), "\\u001b[0m");
  EXPECT_EQ(escaped("txt.\xE2\x80\xAE"
                    "exe"),
            "txt.\\u202eexe");  // would turn the rest round
  EXPECT_EQ(escaped("a\tb\n"), "a\tb\n");
  EXPECT_EQ(escaped("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x99\x82"),
            "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x99\x82");
  for (const char* bad : {"\xC3", "\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80",
                          "\xEF\xBF\xBE", "\xC2\x85", "\xE2\x82"}) {
    const std::string text = escaped(bad);
    EXPECT_EQ(text[0], '\\') << bad;
    for (const char c : text) EXPECT_TRUE(c >= ' ' && c <= '~') << bad;
  }
}

TEST(Html, NestsElements) {
  Html body;
  body.open("ul").open("li", {{"id", "a"}}).text("x").close().close();
  EXPECT_EQ(body.str(), "<ul><li id=\"a\">x</li>\n</ul>\n");
  EXPECT_EQ(Html().leaf("rect", {{"x", "1"}}).str(), "<rect x=\"1\"/>\n");
}

TEST(Html, MixesWordsAndElements) {
  Html body;
  body.paragraph({"a < b, ", strong("c"), " and ", code("d")});
  EXPECT_EQ(body.str(), "<p>a &lt; b, <strong>c</strong> and <code>d</code></p>\n");
  EXPECT_EQ(Html().list({joined({"x", link("y", "z")})}).str(),
            "<ul><li>x<a href=\"#y\">z</a></li>\n</ul>\n");
}

}  // namespace
}  // namespace overt
