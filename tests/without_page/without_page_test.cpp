#include "daemon/web/page_file.hpp"

#include <gmock/gmock.h>

namespace artifactd::web {

namespace {

HttpRequest get(std::vector<std::string> path) {
  return {.method = "GET", .path = std::move(path)};
}

TEST(WithoutPage, TheRootSaysSoAndNamesTheApi) {
  ASSERT_TRUE(page_files().empty());
  auto const answer = page_answer(get({}));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_THAT(answer->type, testing::StartsWith("text/plain"));
  EXPECT_THAT(answer->body, testing::AllOf(testing::HasSubstr("without the page"),
                                           testing::HasSubstr("/api/v1/openapi.json")));
}

TEST(WithoutPage, ItsFilesAreNotFound) {
  EXPECT_FALSE(page_answer(get({"page", "app.js"})));
}

} // namespace

} // namespace artifactd::web
