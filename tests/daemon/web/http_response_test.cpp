#include "daemon/web/http_response.hpp"

#include <gmock/gmock.h>

namespace artifactd::web {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HttpResponse, AHeaderBeginsNoOther) {
  HttpResponse response{.headers = {{"Location", "/a\r\nX-Evil: 1"}, {"X-Y\n", "z"}, {"ETag", "\"1\""}}};
  auto const header = header_of(response, Connection::keep);
  EXPECT_THAT(header, Not(HasSubstr("Evil")));
  EXPECT_THAT(header, Not(HasSubstr("X-Y")));
  EXPECT_THAT(header, HasSubstr("\r\nETag: \"1\"\r\n"));
}

TEST(HttpResponse, OnlyAnAnswerThatChangedNothingHasNoLength) {
  EXPECT_THAT(header_of({.body = "{}"}, Connection::keep), HasSubstr("\r\nContent-Length: 2\r\n"));
  EXPECT_THAT(header_of({}, Connection::keep), HasSubstr("\r\nContent-Length: 0\r\n"));
  auto const unchanged = header_of({.status = 304, .headers = {{"ETag", "\"1\""}}}, Connection::keep);
  EXPECT_THAT(unchanged, Not(HasSubstr("Content-Length")));
  EXPECT_TRUE(unchanged.ends_with("\r\n\r\n"));
}

} // namespace
} // namespace artifactd::web
