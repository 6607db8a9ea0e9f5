#include "agents/state/guard.hpp"
#include "agents/state/history.hpp"
#include "state/tuning/document.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gmock/gmock.h>

namespace artifactd::tuning {
namespace {

using test::fault;
using test::must;

TEST(StateHistory, NumbersOnAndIgnoresWhatItDidNotWrite) {
  test::SessionDir dir;
  auto history = must(StateHistory::open(dir.session()));
  EXPECT_EQ(history.newest(), nullptr);
  EXPECT_EQ(must(history.keep("a", Standing::accepted)), 1U);
  for (auto const* name :
       {"18446744073709551615-accepted.json", "1000000000-accepted.json", "000007-odd.json", "x"})
    dir.write(std::string(".artifactd/states/") + name, "{}");
  auto again = must(StateHistory::open(dir.session()));
  EXPECT_EQ(must(again.keep("b", Standing::refused)), 2U);
  EXPECT_EQ(must(again.text(*again.find(1))), "a");
  dir.write(".artifactd/states/999999999-accepted.json", "{}");
  auto full = must(StateHistory::open(dir.session()));
  EXPECT_EQ(fault(full.keep("c", Standing::accepted)), "exists");
  EXPECT_EQ(dir.read(".artifactd/states/000001-accepted.json"), "a");
}

std::string standings(StateHistory const& history) {
  std::string letters;
  for (auto const& each : history.all())
    letters += standing_word(each.standing)[0];
  return letters;
}

TEST(StateHistory, RefusedStatesDisplaceNoAcceptedOnes) {
  test::SessionDir dir;
  auto history = must(StateHistory::open(dir.session()));
  StateBounds const bounds{{.generations = 3, .bytes = 1000}, {.generations = 2, .bytes = 1000}};
  for (auto standing : {Standing::accepted, Standing::restored, Standing::accepted})
    must(history.keep("good", standing));
  for (int i = 0; i < 20; ++i) {
    must(history.keep(std::string(400, 'x'), i % 2 == 0 ? Standing::refused : Standing::foreign));
    must(history.prune(bounds));
  }
  EXPECT_EQ(standings(history), "ararf");
  must(history.keep("good", Standing::accepted));
  must(history.prune(bounds));
  EXPECT_EQ(standings(history), "rarfa");
  EXPECT_EQ(standings(must(StateHistory::open(dir.session()))), "rarfa");
}

TEST(StateHistory, KeepsTheNewestOfEitherSortHoweverLargeItIs) {
  test::SessionDir dir;
  auto history = must(StateHistory::open(dir.session()));
  for (auto standing : {Standing::accepted, Standing::refused, Standing::accepted, Standing::refused})
    must(history.keep("larger than allowed", standing));
  must(history.prune({{.generations = 9, .bytes = 1}, {.generations = 9, .bytes = 1}}));
  EXPECT_EQ(standings(history), "ar");
  EXPECT_EQ(history.newest()->number, 4U);
}

TEST(StateHistory, KeepsACopyOfARefusedOneThatIsAboutToBeWrittenOver) {
  test::SessionDir dir;
  must(copy_refused(dir.claim(), dir.session()));
  dir.write("state.json.error", "precious");
  must(copy_refused(dir.claim(), dir.session()));
  EXPECT_EQ(dir.read(".artifactd/states/000001-refused.json"), "precious");
  EXPECT_EQ(dir.read("state.json.error"), "precious");
}

} // namespace
} // namespace artifactd::tuning
