// Answers of agents that a killed driver left, and what others wrote in their place.
#include "agents/state/drive/kept_answer.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/document.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using Json = nlohmann::ordered_json;

class KeptAnswerTest : public testing::Test {
protected:
  std::optional<KeptAnswer> kept() { return KeptAnswer::read(dir_.session(), state_, action_); }
  void forge(std::string const& base, std::string const& answer) {
    dir_.write(layout::runs + "/" + action_ + ".answer.json",
               R"({"when": "0.0", "base": )" + Json(base).dump() + ", \"answer\": " + answer + "}");
  }

  test::SessionDir dir_;
  std::string action_ = "action-diagnose-context";
  std::string base_ = tuning::initial_state();
  tuning::TuningState state_ = tuning::TuningState::read(base_);
};

TEST_F(KeptAnswerTest, IsReadAsItWasKept) {
  auto answer = Json::array();
  for (int depth = 1; depth < 256; ++depth)
    answer = Json::array({std::move(answer)});
  test::must(KeptAnswer::keep(dir_.session(), state_, action_, {base_, answer}));
  auto const read = kept();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->base, base_);
  EXPECT_EQ(read->answer, answer);
}

TEST_F(KeptAnswerTest, OneWithoutAStateIsNone) {
  forge(base_, "{}");
  EXPECT_TRUE(kept());
  for (auto const* base : {"[]", "{}", "3", "", "{"}) {
    forge(base, "{}");
    EXPECT_FALSE(kept()) << base;
  }
}

TEST_F(KeptAnswerTest, OneThatIsNestedTooDeeplyIsNone) {
  std::size_t const depth = 1'000'000;
  forge(base_, std::string(depth, '[') + std::string(depth, ']'));
  EXPECT_FALSE(kept());
  forge(std::string(depth, '[') + std::string(depth, ']'), "{}");
  EXPECT_FALSE(kept());
}

} // namespace
} // namespace artifactd
