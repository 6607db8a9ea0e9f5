// The positions of logs when artifactd is killed.
#include "tests/merge/kg/log_session.hpp"
#include "tests/support/last_instant.hpp"

#include <cstdio>
#include <gtest/gtest.h>
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

} // namespace
} // namespace artifactd
