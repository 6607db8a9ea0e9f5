#include "daemon/api/asked_answer.hpp"
#include "daemon/web/http_request.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(AskedAnswer, ThePlaceOfAnyActionIsOneThatCanBeAskedFor) {
  WebQuestion const question{.method = "POST", .path = {}, .session = "a b"};
  for (std::string const id : {"a1", "a/b c?x%&=#", ".", "..", "/", "a+b", "action?id=x", "x\r\nY: 1"}) {
    auto const place = turn_path(question, id);
    EXPECT_EQ(place.find_first_of(" \r\n"), place.npos) << place;
    if (id.contains('\r')) continue; // no id of an action, and no request for one
    auto const target = web::parse_target(place);
    ASSERT_TRUE(target) << place << ": " << target.error().reason;
    EXPECT_EQ(target->path[3], "a b");
    EXPECT_EQ(turn_asked_for({.method = "GET", .path = target->path, .parameters = target->parameters}), id)
        << place;
  }
}

} // namespace
} // namespace artifactd
