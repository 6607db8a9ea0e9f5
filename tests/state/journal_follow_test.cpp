#include "state/journal/journal.hpp"
#include "tests/support/scratch_dir.hpp"

#include <future>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::ElementsAre;

TEST(JournalFollower, IsCalledOnceEventsCanBeRead) {
  test::ScratchDir dir;
  auto path = (dir / "journal.db").string();
  auto journal = *Journal::open(path, {});
  std::promise<std::size_t> readable;
  journal.on_written([&] { readable.set_value(JournalReader::open(path)->recent(10, {})->size()); });
  journal.append({.session = "/s", .event = "notice"});
  EXPECT_EQ(readable.get_future().get(), 1U);
  journal.on_written(nullptr); // a second call would throw
  journal.append({.session = "/s", .event = "notice"});
  journal.flush();
}

TEST(JournalReader, HandsOutTheVerdictsAndEditsOfATimeAndASession) {
  test::ScratchDir dir;
  auto path = (dir / "journal.db").string();
  {
    auto journal = *Journal::open(path, {});
    std::int64_t at = 0;
    for (auto const* outcome : {"merged", "refused", "pending", "unchanged"})
      journal.append({.wall_ns = ++at, .session = "/s", .name = "a", .event = "settled", .outcome = outcome});
    journal.append({.wall_ns = 5, .session = "/t", .name = "a", .event = "settled", .outcome = "merged"});
    journal.append({.wall_ns = 6, .session = "/s", .event = "notice", .outcome = "refused"});
    journal.append({.wall_ns = 7, .session = "/s", .name = "a", .event = "edit", .outcome = "published"});
    journal.append({.wall_ns = 8, .session = "/t", .name = "a", .event = "edit", .outcome = "unrepaired"});
  }
  auto reader = *JournalReader::open(path);
  auto words = [&](std::int64_t since, std::optional<std::string> const& session) {
    std::vector<std::string> outcomes;
    auto read =
        reader.each_verdict(since, session, [&](Event const& event) { outcomes.push_back(event.outcome); });
    EXPECT_TRUE(read);
    return outcomes;
  };
  EXPECT_THAT(words(0, {}), ElementsAre("merged", "refused", "unchanged", "merged"));
  EXPECT_THAT(words(2, "/s"), ElementsAre("refused", "unchanged"));
  auto edits = [&](std::int64_t since, std::optional<std::string> const& session) {
    std::vector<std::string> outcomes;
    EXPECT_TRUE(
        reader.each_edit(since, session, [&](Event const& event) { outcomes.push_back(event.outcome); }));
    return outcomes;
  };
  EXPECT_THAT(edits(0, {}), ElementsAre("published", "unrepaired"));
  EXPECT_THAT(edits(8, {}), ElementsAre("unrepaired"));
  EXPECT_THAT(edits(0, "/s"), ElementsAre("published"));
}

} // namespace
} // namespace artifactd
