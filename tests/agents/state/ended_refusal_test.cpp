// A refusal is over when the last good state is written again.
#include "state/settle/document.hpp"
#include "tests/agents/state/state_work_site.hpp"
#include "tests/support/tuning_run.hpp"

#include <filesystem>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class EndedRefusal : public StateWorkTest {};

TEST_F(EndedRefusal, TheLastGoodOneWrittenAgainEndsTheRefusal) {
  settle(snapshot(4));
  settle(snapshot(2));
  auto const refused = dir_.stamp("state.json.error");
  fs::permissions(dir_ / "state.json", fs::perms::owner_read, fs::perm_options::add);
  KnownStates fresh;
  EXPECT_EQ(readiness_of(work(fresh), dir_.session(), sighting(), Published::unknown), Readiness::settled)
      << "artifactd put it back itself";
  do
    write(snapshot(4));
  while (!written_since(dir_.stamp("state.json"), refused));
  EXPECT_EQ(readiness(), Readiness::ready);
  auto const end = settle_now().signals.at(0);
  EXPECT_EQ(end.end, End::merged);
  EXPECT_EQ(end.generation, 1U);
  EXPECT_FALSE(dir_.exists("state.json.error"));
  EXPECT_FALSE(dir_.exists("state.retry-instructions.json"));
  EXPECT_THAT(kept(), ElementsAre("000001-accepted.json", "000002-refused.json"));
  EXPECT_EQ(readiness(), Readiness::settled);
}

TEST_F(EndedRefusal, TheLastGoodOneInPlaceOfOneThatWasLeftThereEndsTheRefusal) {
  policy_.on_invalid = StatePolicy::OnInvalid::report;
  settle(snapshot(4));
  settle("{}");
  ASSERT_TRUE(dir_.exists("state.retry-instructions.json"));
  EXPECT_EQ(settle(snapshot(4)).end, End::merged);
  EXPECT_FALSE(dir_.exists("state.retry-instructions.json"));
}

} // namespace
} // namespace artifactd::test
