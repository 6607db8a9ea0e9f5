// The page's files: served from the program to everybody, with a policy of their own; they hold no data.
#include "tests/e2e/web_site.hpp"

#include <zlib.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string unpacked(std::string const& packed) {
  z_stream stream{};
  ::inflateInit2(&stream, 15 + 16);
  std::string text(std::size_t{4} << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  auto const ended = ::inflate(&stream, Z_FINISH);
  text.resize(stream.total_out);
  ::inflateEnd(&stream);
  return ended == Z_STREAM_END ? text : "not packed";
}

class WebPage : public WebSite {
protected:
  void SetUp() override {
    if (file("/").headers["content-type"].starts_with("text/plain")) GTEST_SKIP() << "built without the page";
  }
  HttpAnswer file(std::string const& path, std::map<std::string, std::string> headers = {}) {
    return raw(request("GET", path, {.headers = std::move(headers)}));
  }
};

TEST_F(WebPage, IsServedWithoutATokenUnderItsPolicy) {
  for (auto const& [path, type] :
       {std::pair("/", "text/html"), std::pair("/page/app.js", "text/javascript"),
        std::pair("/page/style.css", "text/css"), std::pair("/page/events-worker.js", "text/javascript")}) {
    auto answer = file(path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.headers["content-type"], std::string(type) + "; charset=utf-8");
    EXPECT_EQ(
        answer.headers["content-security-policy"],
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'");
    EXPECT_EQ(answer.headers["x-content-type-options"], "nosniff");
    EXPECT_EQ(answer.headers["cache-control"], "no-cache");
    EXPECT_FALSE(answer.headers.contains("content-encoding"));
    EXPECT_FALSE(answer.headers.contains("set-cookie"));
    EXPECT_EQ(answer.headers["connection"], "close") << "a browser's other connections are no strangers";
  }
  EXPECT_THAT(file("/").body, StartsWith("<!doctype html>"));
  EXPECT_EQ(file("/page/nothing.js").status, 401);
  EXPECT_EQ(file("/page/../page/app.js").status, 400);
  EXPECT_EQ(post("/", {.body = "{}"}).status, 405);
}

TEST_F(WebPage, IsPackedForThoseThatUnpackIt) {
  auto const plain = file("/page/app.js");
  auto packed = file("/page/app.js", {{"Accept-Encoding", "gzip, deflate, br"}});
  EXPECT_EQ(packed.headers["content-encoding"], "gzip");
  EXPECT_EQ(packed.headers["vary"], "Accept-Encoding");
  EXPECT_LT(packed.body.size(), plain.body.size());
  EXPECT_EQ(unpacked(packed.body), plain.body);
  EXPECT_FALSE(file("/page/app.js", {{"Accept-Encoding", "gzip;q=0"}}).headers.contains("content-encoding"));
}

TEST_F(WebPage, IsNotSentAgainWhileItIsTheSame) {
  auto first = file("/page/app.js");
  auto const etag = first.headers["etag"];
  ASSERT_FALSE(etag.empty());
  auto again = file("/page/app.js", {{"If-None-Match", etag}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(again.headers["etag"], etag);
  EXPECT_EQ(file("/page/app.js", {{"If-None-Match", "\"other\""}}).status, 200);
}

TEST_F(WebPage, ALinkOfAnotherSiteMayOpenItAndNothingElse) {
  std::map<std::string, std::string> const link{{"Sec-Fetch-Site", "cross-site"},
                                                {"Sec-Fetch-Mode", "navigate"}};
  EXPECT_EQ(file("/", link).status, 200);
  EXPECT_EQ(file("/healthz", link).status, 403);
  EXPECT_EQ(file("/page/app.js", link).status, 403);
  EXPECT_EQ(file("/", {{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "cors"}}).status, 403);
  EXPECT_EQ(file("/", {{"Host", "evil.example"}}).status, 421);
}

} // namespace
} // namespace artifactd::test
