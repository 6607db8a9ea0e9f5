#include "daemon/service/metrics.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::HasSubstr;

TEST(Metrics, CountWhatACallOfAModelTookAndCost) {
  Metrics metrics("1.0");
  model::Usage const usage{.input = 100, .cached = 30, .output = 7};
  model::Outcome const outcome =
      model::Reply{.text = "yes",
                   .model = "m-1",
                   .usage = usage,
                   .attempts = {{.status = 429, .outcome = "429", .wall = std::chrono::seconds(1)},
                                {.status = 200, .outcome = "ok", .wall = std::chrono::seconds(2)}}};
  metrics.count(CallEnd{.key = "large", .outcome = outcome, .cost = 250'000});
  metrics.count(CallEnd{.key = "large", .outcome = outcome, .cost = 250'000});
  model::Outcome const failure = model::failed_call(model::Failing::auth, "no key");
  metrics.count(CallEnd{.key = "small", .outcome = failure, .cost = 0});
  auto const text = metrics.exposition({});
  for (auto const* line : {R"(artifactd_llm_calls_total{model="large",outcome="ok"} 2)",
                           R"(artifactd_llm_calls_total{model="small",outcome="auth"} 1)",
                           R"(artifactd_llm_tokens_total{kind="input",model="large"} 140)",
                           R"(artifactd_llm_tokens_total{kind="cached",model="large"} 60)",
                           R"(artifactd_llm_tokens_total{kind="output",model="large"} 14)",
                           R"(artifactd_llm_cost_dollars_total{model="large"} 0.5)",
                           R"(artifactd_llm_retries_total{model="large",status="429"} 2)",
                           R"(artifactd_llm_call_duration_seconds_sum{model="large"} 6)"})
    EXPECT_THAT(text, HasSubstr(line));
}

} // namespace
} // namespace artifactd
