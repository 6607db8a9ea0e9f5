#include "state/tuning/document.hpp"
#include "state/tuning/guard.hpp"
#include "state/tuning/history.hpp"
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

TEST(StateHistory, KeepsACopyOfARefusedOneThatIsAboutToBeWrittenOver) {
  test::SessionDir dir;
  must(copy_refused(dir.session()));
  dir.write("state.json.error", "precious");
  must(copy_refused(dir.session()));
  EXPECT_EQ(dir.read(".artifactd/states/000001-refused.json"), "precious");
  EXPECT_EQ(dir.read("state.json.error"), "precious");
}

} // namespace
} // namespace artifactd::tuning
