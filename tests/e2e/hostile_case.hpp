// One bad input given to the real daemon: how it is arranged, the required outcome, and that another session
// is still served and the daemon still alive afterwards.
#pragma once

#include "tests/e2e/running_daemon.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

namespace artifactd::test {

enum class Outcome : std::uint8_t {
  refused, ///< `.error` with instructions that contain the code; the graph is unchanged
  pending, ///< the signal remains, log and status say why, nothing else changed; it goes on by itself
  blocked, ///< the same until a person acts, who is asked
  ignored, ///< not a signal: reported once, left alone, nothing merged
  merged,
};

struct HostileCase {
  std::string name;
  Outcome outcome;
  std::string says; ///< the finding's code, part of the reason, or why a file is ignored
  std::function<void(SessionDir const&)> arrange;
  /// Removes the cause: a pending signal must then be merged by itself.
  std::function<void(SessionDir const&)> cure = {};
  enum class Signal : std::uint8_t { dropped, arranged } signal = Signal::dropped;
  std::string settings = {};
};

/// Thrown by arrange() if the machine does not allow the case; the test is skipped with this reason.
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
