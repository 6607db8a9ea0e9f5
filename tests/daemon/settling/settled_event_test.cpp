#include "daemon/settling/settled_event.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

TEST(SettledEvent, HasTheTierThatTheAttemptCountsIn) {
  Finding nothing;
  nothing.code = "run.nothing";
  nothing.tier = Tier::semantic;
  SignalEnd end(test::kg("a"));
  end.end = End::refused;
  end.findings = {nothing};
  auto const tier = [&] {
    auto const detail = nlohmann::json::parse(journal_event("/s", end, JournalContent::codes).detail);
    return detail["tier"].get<std::string>();
  };
  EXPECT_EQ(tier(), "semantic") << "another process counted it";
  end.refusal = Refused{.attempt = 2, .total = 3, .left = 1, .tier = Tier::syntax};
  EXPECT_EQ(tier(), "syntax") << "that of the attempt before: the run submitted nothing";
}

} // namespace
} // namespace artifactd
