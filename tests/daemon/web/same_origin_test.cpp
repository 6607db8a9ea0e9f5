#include "daemon/web/same_origin.hpp"

#include <gmock/gmock.h>

namespace artifactd::web {
namespace {

HostNames const ours{"127.0.0.1:8470", "localhost:8470", "artifactd.example.org"};

unsigned verdict(std::map<std::string, std::string> headers, std::string method = "GET") {
  HttpRequest const request{.method = std::move(method), .path = {}, .headers = std::move(headers)};
  auto const fault = foreign(request, ours);
  return fault ? fault->status : 200;
}

TEST(SameOrigin, OwnNamesAreKnownInAnyCase) {
  EXPECT_EQ(verdict({{"host", "localhost:8470"}}), 200U);
  EXPECT_EQ(verdict({{"host", "Artifactd.Example.ORG"}}), 200U);
  for (auto const* host :
       {"", "localhost", "localhost:8471", "evil.example", "artifactd.example.org.", "127.0.0.1:8470 "})
    EXPECT_EQ(verdict({{"host", host}}), 421U) << host;
}

TEST(SameOrigin, PagesOfOthersAreRefused) {
  auto const from = [](std::string const& origin) {
    return verdict({{"host", "localhost:8470"}, {"origin", origin}});
  };
  EXPECT_EQ(from("http://localhost:8470"), 200U);
  EXPECT_EQ(from("https://artifactd.example.org"), 200U);
  for (auto const* origin :
       {"null", "", "http://evil.example", "http://localhost:8470/", "file://", "localhost:8470",
        "http://localhost:8470.evil.example", "http://evil.example#localhost:8470"})
    EXPECT_EQ(from(origin), 403U) << origin;
}

TEST(SameOrigin, ABrowserSaysWhereARequestComesFrom) {
  for (auto const& [site, status] : {std::pair("same-origin", 200U), std::pair("none", 200U),
                                     std::pair("cross-site", 403U), std::pair("same-site", 403U)})
    EXPECT_EQ(verdict({{"host", "localhost:8470"}, {"sec-fetch-site", site}}), status) << site;
}

TEST(SameOrigin, ABodyIsJson) {
  auto const of = [](std::string const& type) {
    return verdict({{"host", "localhost:8470"}, {"content-type", type}}, "POST");
  };
  EXPECT_EQ(of("application/json"), 200U);
  EXPECT_EQ(of("application/json; charset=utf-8"), 200U);
  EXPECT_EQ(of("text/plain"), 415U);
  EXPECT_EQ(of(""), 415U);
}

} // namespace
} // namespace artifactd::web
