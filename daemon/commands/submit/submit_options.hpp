// The options of the commands for authors of agents: `submit`, `wait` and `init`.
#pragma once

#include "daemon/interventions/placed_files.hpp"
#include "state/platform/clock.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct VerdictOptions {
  std::string session = {};
  std::string signal = {}; ///< NAME[.KIND]
  /// std::nullopt: without a limit
  std::optional<Duration> at_most = std::chrono::minutes(1);
  /// Goes on waiting while artifactd repairs refused work itself.
  bool until_settled = false;
  /// Asked at every look, which comes within 100 ms; false ends the wait before its time. Empty: go on.
  std::function<bool()> go_on = {};
};

struct SubmitOptions : VerdictOptions {
  std::vector<std::string> files = {};
  std::string as = {}; ///< what standard input is saved as
  FormerFiles former = FormerFiles::keep;
  bool drop_only = false; ///< without waiting
  std::string wait = {};  ///< as it was given
  bool queue = false;     ///< waits for a signal that is already there
};

struct InitOptions {
  std::string directory = {};
  std::vector<std::string> kinds = {}; ///< their words; empty: kg
  bool prompt = false;                 ///< prints the guide for a system prompt instead
};

} // namespace artifactd
