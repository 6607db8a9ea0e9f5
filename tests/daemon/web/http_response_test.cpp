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

} // namespace
} // namespace artifactd::web
