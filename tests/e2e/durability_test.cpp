// Durable means: the new graph is synced before it gets its name, and the directory is synced before the
// signal is removed.
#include "merge/kg/kg_kind.hpp"
#include "state/settle/settled.hpp"
#include "tests/e2e/site.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

namespace artifactd::test {
namespace {

/// The relevant calls of one merge, in order: "fsync", "exchange", "remove".
std::vector<std::string> calls_of(std::string const& trace) {
  std::vector<std::string> calls;
  std::istringstream lines(trace);
  for (std::string line; std::getline(lines, line);) {
    if (line.contains(" = -1 ")) continue;
    if (line.contains("fsync(")) calls.push_back("fsync");
    if (line.contains("RENAME_EXCHANGE")) calls.push_back("exchange");
    if (line.contains("renameat2(") && line.contains("\"accepted.a.kg.lock.")) calls.push_back("take");
    if (line.contains("unlinkat(") && line.contains("\"accepted.a.kg.lock.")) calls.push_back("remove");
  }
  return calls;
}

TEST(Merge, IsDurableBeforeItsSignalGoes) {
  Site site;
  auto session = site.session("s");
  session.write("knowledge-graph.json", "{}");
  session.submit("a");
  auto const trace = site.path() / "trace";
  auto traced = run({.words = {"strace", "-f", "-o", trace.string(), "-e", "trace=fsync,renameat2,unlinkat",
                               built("artifactctl"), "--config", site.config().string(), "merge",
                               session.path().string()}});
  if (traced.exit == 127) GTEST_SKIP() << "strace is not installed";
  if (traced.err.contains("ptrace")) GTEST_SKIP() << "tracing is not permitted: " << traced.err;
  ASSERT_EQ(traced.exit, 0) << traced.err;
  auto calls = calls_of(SessionDir(site.path()).text("trace"));
  auto const position = [&](std::string const& call) {
    return std::ranges::find(calls, call) - calls.begin();
  };
  auto const exchange = position("exchange");
  ASSERT_LT(exchange, std::ssize(calls)) << SessionDir(site.path()).text("trace");
  EXPECT_LT(position("fsync"), exchange) << "the new graph";
  auto const take = position("take");
  ASSERT_LT(take, std::ssize(calls));
  EXPECT_EQ(std::count(calls.begin() + exchange, calls.begin() + take, "fsync") > 0, true)
      << "its directory, before the signal is removed";
}

TEST(Merge, SyncsAVerdictOnRecordBeforeItsSignalGoes) {
  Site site;
  auto session = site.session("s");
  session.submit("a");
  {
    auto const opened = Session::open(session.path().string());
    auto const pending = sight(*opened, {*Name::parse("a"), kg_kind});
    SettledSignals settled;
    settled.add(*pending, "digest");
    ASSERT_TRUE(record_settled(*opened, settled)); // by a process that may have been killed before syncing it
  }
  auto const trace = site.path() / "trace";
  auto traced = run({.words = {"strace", "-f", "-o", trace.string(), "-e", "trace=fsync,renameat2,unlinkat",
                               built("artifactctl"), "--config", site.config().string(), "merge",
                               session.path().string()}});
  if (traced.exit == 127) GTEST_SKIP() << "strace is not installed";
  if (traced.err.contains("ptrace")) GTEST_SKIP() << "tracing is not permitted: " << traced.err;
  ASSERT_EQ(traced.exit, 0) << traced.err;
  auto const calls = calls_of(SessionDir(site.path()).text("trace"));
  auto const take = std::ranges::find(calls, "take");
  ASSERT_NE(take, calls.end());
  EXPECT_NE(std::find(calls.begin(), take, "fsync"), take);
}

} // namespace
} // namespace artifactd::test
