// One bad input met by the real daemon: what is laid in its way, how it has to end, and that a session beside
// it is served and the daemon alive afterwards.
#pragma once

#include "tests/e2e/running_daemon.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

namespace artifactd::test {

enum class Outcome : std::uint8_t {
  refused, ///< `.error` with instructions that hold the code; the graph is as it was
  pending, ///< the signal stands, log and status say why, nothing else changed
  ignored, ///< no signal at all: said once, left alone, nothing merged
  merged,
};

struct HostileCase {
  std::string name;
  Outcome outcome;
  std::string says; ///< the finding's code, a part of the reason, or why a file is ignored
  std::function<void(SessionDir const&)> arrange;
  /// Takes the trouble away: a pending signal is merged by itself afterwards.
  std::function<void(SessionDir const&)> cure = {};
  enum class Signal : std::uint8_t { dropped, arranged } signal = Signal::dropped;
  std::string settings = {};
};

/// For arrange(): the machine does not allow it, so the test is skipped with this reason.
struct NotToBeHad {
  std::string why;
};

/// Throws NotToBeHad unless `held`, naming errno.
void have(bool held, std::string const& what);

void meet(HostileCase const& hostile);

inline std::ostream& operator<<(std::ostream& out, HostileCase const& hostile) {
  return out << hostile.name;
}

class Hostile : public ::testing::TestWithParam<HostileCase> {};

struct CaseName {
  std::string operator()(::testing::TestParamInfo<HostileCase> const& info) const { return info.param.name; }
};

} // namespace artifactd::test
