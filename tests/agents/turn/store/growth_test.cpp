// A story of ten thousand turns (a thousand in a short run): the cost of a turn does not grow with the number
// of turns before it. Times are printed, not judged.
#include "state/platform/clock.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <cstdlib>

namespace artifactd::turn {
namespace {

class Growth : public FileTest {};

TEST_F(Growth, OfAStoryMakesItsTurnsNoDearer) {
  auto const turns =
      std::getenv("ARTIFACTD_FULL") != nullptr ? 10'000 : 1'000; // a full run takes half a minute
  auto const shown = turns / 5;
  constexpr int remembered_every = 20;
  auto const session = begin();
  skip_flushes();
  Duration committing{};
  Duration remembering{};
  for (int n = 1; n <= turns; ++n) {
    auto wanted = record(session, fmt::format("a{}", n), n % 4 == 0 ? "The light flickers." : "");
    auto const start = Monotonic::now();
    ASSERT_EQ(commit_turn(store, wanted)->change, Change::written);
    auto const committed = Monotonic::now();
    committing += committed - start;
    if (n % remembered_every == 0) {
      ASSERT_TRUE(snapshot(store, session, {.decay = {}, .now = clock}));
      remembering += Monotonic::now() - committed;
    }
    if (n % shown != 0) continue;
    std::puts(fmt::format("turns {:5} … {:5}: commit {}, snapshot {}", n - shown, n,
                          short_duration(committing / shown),
                          short_duration(remembering / (shown / remembered_every)))
                  .c_str());
    committing = remembering = {};
  }
  std::puts(fmt::format("{} bytes a turn", number("PRAGMA page_count") * number("PRAGMA page_size") / turns)
                .c_str());
  EXPECT_EQ(at(session).scene_index, turns);
  auto const start = Monotonic::now();
  EXPECT_EQ(undo_turns(store, session, 1, asked("u"))->change, Change::written);
  auto const undone = Monotonic::now();
  EXPECT_EQ(log_rows(store, session, {.limit = 10})->size(), 10);
  auto const read = Monotonic::now();
  EXPECT_THAT(*check_stories(store), testing::IsEmpty());
  auto const checked = Monotonic::now();
  ASSERT_TRUE(forget_story(store, session, false));
  std::puts(fmt::format("undo {}, the last ten scenes {}, check {}, forget {}",
                        short_duration(undone - start), short_duration(read - undone),
                        short_duration(checked - read), short_duration(Monotonic::now() - checked))
                .c_str());
}

} // namespace
} // namespace artifactd::turn
