// The positions of logs when artifactd is killed, or the disk is full.
#include "merge/kg/kg_history.hpp"
#include "tests/merge/kg/log_session.hpp"
#include "tests/support/last_instant.hpp"

#include <csignal>
#include <cstdio>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

using Json = nlohmann::json;
using test::claim;
using test::must;

class KilledLog : public testing::Test {
protected:
  void SetUp() override {
    log_.write("knowledge-graph.json", "{}");
    log_.append(claim(1));
  }

  /// Settles the pending signal in a process that ends at the exchange of the graph.
  void kill_at_exchange(bool done) {
    auto const seen = must(sight(log_.session(), test::kg("a")));
    auto const child = ::fork();
    if (child == 0) {
      auto const end = [](test::RenameCall const& call) {
        if ((call.flags & RENAME_EXCHANGE) != 0) ::_exit(0);
        return 0;
      };
      test::BeforeRename before([&](test::RenameCall const& call) { return done ? 0 : end(call); });
      test::AfterRename after(end);
      log_.settle({seen});
      ::_exit(1);
    }
    int status = 1;
    ::waitpid(child, &status, 0);
    ASSERT_EQ(status, 0) << "it ended at the exchange";
    ASSERT_EQ(log_.graph().contains("claims"), done);
  }

  test::LogSession log_;
};

TEST_F(KilledLog, IsSettledAsFarAsItWasPublished) {
  std::ignore = log_.drop("a");
  kill_at_exchange(true);
  EXPECT_EQ(log_.again().end, End::unchanged);
  EXPECT_FALSE(log_.exists("a.kg.lock"));
  EXPECT_TRUE(log_.is_tidy());
  log_.write("knowledge-graph.json", R"({"claims": [{"id": 1, "n": 99}]})"); // somebody corrects the entry
  log_.append(claim(2));
  EXPECT_EQ(log_.signal().end, End::merged);
  EXPECT_EQ(log_.graph()["claims"], Json::parse(R"([{"id": 1, "n": 99}, {"id": 2, "n": 0}])"));
}

TEST_F(KilledLog, IsSettledAsFarEvenIfItsSignalWasDroppedAgain) {
  std::ignore = log_.drop("a");
  kill_at_exchange(true);
  log_.append(claim(2));
  EXPECT_EQ(log_.signal().end, End::again) << "judged before the recovery";
  log_.write("knowledge-graph.json", R"({"claims": []})"); // somebody removes the entry
  EXPECT_EQ(log_.again().end, End::merged);
  EXPECT_EQ(log_.graph()["claims"], Json::parse(R"([{"id": 2, "n": 0}])"));
}

TEST_F(KilledLog, IsNotSettledByWhatWasNotPublished) {
  std::ignore = log_.drop("a");
  kill_at_exchange(false);
  log_.settle({});
  EXPECT_FALSE(log_.exists(test::log_record));
  EXPECT_TRUE(log_.is_tidy());
  EXPECT_EQ(log_.again().end, End::merged);
  EXPECT_EQ(log_.graph()["claims"].size(), 1U);
}

TEST_F(KilledLog, KeepsItsPositionIfThereIsNoRoomToRestoreTheGraph) {
  ASSERT_EQ(log_.signal().end, End::merged);
  log_.append(claim(2));
  ASSERT_EQ(log_.signal().end, End::merged);
  auto const before = log_.read(test::log_record);
  rlimit usual{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
  auto const former = std::signal(SIGXFSZ, SIG_IGN);
  rlimit const full{0, usual.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  auto const restored =
      restore_graph(log_.session(), std::nullopt, log_.policy, log_.pool, log_.watch, DryRun::no);
  ::setrlimit(RLIMIT_FSIZE, &usual);
  std::ignore = std::signal(SIGXFSZ, former);
  EXPECT_FALSE(restored);
  EXPECT_EQ(log_.graph()["claims"].size(), 2U);
  EXPECT_EQ(log_.read(test::log_record), before);
}

} // namespace
} // namespace artifactd
