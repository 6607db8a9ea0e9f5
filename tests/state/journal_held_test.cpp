// The journal's file while another process holds it: a backup, a shell.
#include "merge/kg/kg_kind.hpp"
#include "state/database/sqlite.hpp"
#include "state/journal/journal.hpp"
#include "state/journal/journal_memory.hpp"
#include "tests/support/scratch_dir.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

namespace artifactd {
namespace {

using test::must;
using testing::ElementsAre;
using testing::IsEmpty;

SignalName refused_signal() {
  return {test::name("a"), kg_kind};
}

class HeldJournal : public testing::Test {
protected:
  ~HeldJournal() override { ::sqlite3_close(other_); }

  void hold() {
    ASSERT_EQ(::sqlite3_open(path_.c_str(), &other_), SQLITE_OK);
    ::sqlite3_busy_timeout(other_, 60'000); // the journal's thread may be using it
    ASSERT_EQ(::sqlite3_exec(other_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  }
  void let_go() { ASSERT_EQ(::sqlite3_exec(other_, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK); }

  std::vector<Spending> count(std::string const& key, Tier tier) {
    return must(journal_->count_attempt("/s", refused_signal(), key, tier));
  }
  /// The spendings in the file once everything is written.
  std::vector<Spending> on_file() {
    journal_.reset();
    return must(must(JournalReader::open(path_)).spendings("/s", refused_signal()));
  }

  test::ScratchDir dir_;
  std::string path_ = (dir_ / "journal.db").string();
  std::optional<Journal> journal_ = must(Journal::open(path_, {}));
  sqlite3* other_ = nullptr;
};

TEST_F(HeldJournal, RefusalsAreCountedFromMemoryAndTheFileFollows) {
  count("k1", Tier::syntax);
  hold();
  EXPECT_THAT(count("k2", Tier::schema), ElementsAre(Spending{Tier::syntax}, Spending{Tier::schema}));
  EXPECT_THAT(count("k2", Tier::schema), ElementsAre(Spending{Tier::syntax}, Spending{Tier::schema}));
  EXPECT_EQ(must(journal_->spendings("/s", refused_signal())).size(), 2U);
  let_go();
  EXPECT_THAT(on_file(), ElementsAre(Spending{Tier::syntax}, Spending{Tier::schema}));
}

TEST_F(HeldJournal, AcceptedWorkDoesNotWaitForIt) {
  hold();
  auto begun = Monotonic::now();
  for (int i = 0; i < 20; ++i)
    journal_->forget_attempts("/s", refused_signal());
  EXPECT_LT(Monotonic::now() - begun, std::chrono::seconds(1))
      << "that is how long one access waits for the file";
  let_go();
}

TEST_F(HeldJournal, TheFileFollowsInOrder) {
  count("k0", Tier::syntax);
  hold();
  count("k1", Tier::syntax);
  journal_->forget_attempts("/s", refused_signal());
  EXPECT_THAT(must(journal_->spendings("/s", refused_signal())), testing::SizeIs(testing::Le(1)));
  count("k2", Tier::semantic);
  let_go();
  EXPECT_THAT(on_file(), ElementsAre(Spending{Tier::semantic}));
}

TEST(JournalMemory, CountsAKeyOnceAndNeverLessThanTheFile) {
  JournalMemory memory;
  auto recalled = [&] { return memory.recall("/s", refused_signal()); };
  memory.count("/s", refused_signal(), "k1", Tier::syntax);
  memory.count("/s", refused_signal(), "k1", Tier::syntax);
  memory.count("/s", refused_signal(), "k2", Tier::schema);
  EXPECT_EQ(recalled().size(), 2U);
  memory.counted("/s", refused_signal(), "k1", {{Tier::semantic}, {Tier::syntax}});
  EXPECT_THAT(recalled(),
              ElementsAre(Spending{Tier::semantic}, Spending{Tier::syntax}, Spending{Tier::schema}));
  EXPECT_THAT(memory.recall("/t", refused_signal()), IsEmpty());
  memory.forget("/s", refused_signal());
  EXPECT_THAT(recalled(), IsEmpty());
}

} // namespace
} // namespace artifactd
