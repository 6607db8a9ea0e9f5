#include "agents/model/endpoint/endpoint.hpp"

#include <gmock/gmock.h>

namespace artifactd::model {
namespace {

Endpoint some_endpoint(std::string url = "https://api.anthropic.com", Dialect dialect = Dialect::anthropic) {
  return {.dialect = dialect, .base_url = std::move(url), .model = "m"};
}

TEST(Endpoint, KnowsWhereItsRequestsGo) {
  EXPECT_EQ(url_of(some_endpoint()), "https://api.anthropic.com/v1/messages");
  EXPECT_EQ(url_of(some_endpoint("https://api.deepseek.com", Dialect::openai)),
            "https://api.deepseek.com/chat/completions");
  EXPECT_EQ(url_of(some_endpoint("https://g.example/v1beta/openai/", Dialect::openai)),
            "https://g.example/v1beta/openai/chat/completions");
}

TEST(Endpoint, NeedsAUrlRequestsCanGoTo) {
  for (auto const* const url :
       {"https://a", "http://127.0.0.1:8080/v1", "http://[::1]:80", "https://a.b/c@d"})
    EXPECT_TRUE(check(some_endpoint(url))) << url;
  for (auto const* const url : {"", "a", "ftp://a", "file:///a", "https://", "https:///v1", "http://:80",
                                "HTTPS:/a", "https://u:secret@a", "https://a/?k=secret", "https://a#secret",
                                "https://a b", "https://a\n", "https://ü"}) {
    auto const checked = check(some_endpoint(url));
    ASSERT_FALSE(checked) << url;
    EXPECT_EQ(checked.error().fault, Fault::invalid);
    EXPECT_THAT(checked.error().message, testing::Not(testing::HasSubstr("secret")));
  }
}

TEST(Endpoint, PromisesNothingItsDialectDoesNotKnow) {
  std::vector<void (*)(Endpoint&)> const mistakes = {
      [](Endpoint& endpoint) { endpoint.model.clear(); },
      [](Endpoint& endpoint) { endpoint.key.kind = KeySource::Kind::file; },
      [](Endpoint& endpoint) { endpoint.timeouts.idle = Duration::zero(); },
      [](Endpoint& endpoint) { endpoint.most_bytes = 0; },
      [](Endpoint& endpoint) { endpoint.shape = ShapeForm::flat_schema; },
      [](Endpoint& endpoint) { endpoint.shape = ShapeForm::json_object; },
      [](Endpoint& endpoint) { endpoint.seed = 1; },
      [](Endpoint& endpoint) { endpoint.max_tokens_name = "maximum"; }};
  for (auto const& mistake : mistakes) {
    auto endpoint = some_endpoint();
    mistake(endpoint);
    EXPECT_FALSE(check(endpoint)) << &mistake - mistakes.data();
  }
  auto chat = some_endpoint("https://a", Dialect::openai);
  chat.shape = ShapeForm::flat_schema;
  chat.seed = 1;
  chat.max_tokens_name = "max_tokens";
  EXPECT_TRUE(check(chat));
}

} // namespace
} // namespace artifactd::model
