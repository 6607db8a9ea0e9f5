#include "tests/e2e/running_daemon.hpp"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>
#include <sstream>

namespace artifactd::test {

namespace {

Command command(Site const& site, RunningDaemon::How const& how) {
  Command start{.words = how.before, .user = how.user};
  for (auto const& word : {site.program("artifactd"), std::string("--config"), site.config().string(),
                           std::string("--log-format"), std::string("json")})
    start.words.push_back(word);
  start.words.insert(start.words.end(), how.options.begin(), how.options.end());
  return start;
}

} // namespace

RunningDaemon::RunningDaemon(Site const& site, How const& how) : child_(command(site, how)) {
  auto ready = eventually([&] { return logged("ready") > 0 || !child_.running(); });
  EXPECT_TRUE(ready && child_.running()) << "artifactd did not start:\n" << log();
}

RunningDaemon::~RunningDaemon() {
  EXPECT_TRUE(ended_ || child_.running()) << "artifactd ended by itself";
  if (::testing::Test::HasFailure()) ADD_FAILURE() << "its log:\n" << log();
}

int RunningDaemon::stop() {
  ended_ = true;
  child_.send(SIGTERM);
  return child_.wait().value_or(-1);
}

void RunningDaemon::kill() {
  ended_ = true;
  child_.send(SIGKILL);
  child_.wait();
}

long RunningDaemon::logged(std::string_view event, std::vector<std::string> const& texts) const {
  auto mark = "\"event\":\"" + std::string(event) + "\"";
  std::istringstream lines(child_.err());
  long count = 0;
  for (std::string line; std::getline(lines, line);) {
    auto all = std::ranges::all_of(texts, [&](auto const& text) { return line.contains(text); });
    if (line.contains(mark) && all) ++count;
  }
  return count;
}

} // namespace artifactd::test
