// What is running for which signal.
#include "daemon/settling/active_runs.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace artifactd {
namespace {

using test::fault;
using test::kg;
using test::must;

SessionKey const of_session{"/root", "s"};

bool is_readable(int event) {
  pollfd ready{event, POLLIN, 0};
  return ::poll(&ready, 1, 0) == 1;
}

TEST(ActiveRuns, BeginOnceForEachSignalAndNotAfterRefuse) {
  ActiveRuns runs;
  EXPECT_TRUE(must(runs.begin(of_session, kg("a"))));
  EXPECT_FALSE(must(runs.begin(of_session, kg("a"))));
  EXPECT_TRUE(must(runs.begin(of_session, kg("b"))));
  runs.end(of_session, kg("a"));
  EXPECT_TRUE(must(runs.begin(of_session, kg("a"))));
  runs.refuse();
  EXPECT_TRUE(is_readable(runs.cancel_of(of_session, kg("a"))));
  EXPECT_FALSE(runs.was_cancelled(of_session, kg("a")));
  EXPECT_FALSE(must(runs.begin(of_session, kg("c"))));
}

TEST(ActiveRuns, DoNotBeginWithoutTheDescriptorThatEndsThem) {
  ActiveRuns runs;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit const none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  auto const begun = runs.begin(of_session, kg("a"));
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(fault(begun), "exhausted");
  EXPECT_TRUE(must(runs.begin(of_session, kg("a")))) << "nothing is running for it";
}

} // namespace
} // namespace artifactd
