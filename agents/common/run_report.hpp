// How a run of an agent's own command ended, and the finding about a run that submitted nothing: which ending
// it was, the remedy where there is one, and the last words of the command.
#pragma once

#include "state/platform/clock.hpp"
#include "state/vocabulary/finding.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace artifactd {

enum class RunEnding : std::uint8_t {
  submitted,   ///< the signal was submitted again, or somebody has settled it since
  nothing,     ///< it ended well without resubmitting
  failed,      ///< it failed, was killed, or took too long
  not_started, ///< the command does not exist, may not run for this session or could not be started
  cancelled,   ///< artifactd is shutting down: the result is unknown, the run must be repeated
  stopped,     ///< a person ended it
  postponed,   ///< this machine is in trouble: nothing was run, and the agent is not to blame
};
[[nodiscard]] std::string_view run_ending_word(RunEnding ending) noexcept;

struct RunReport {
  RunEnding ending = RunEnding::not_started;
  std::string how;        ///< "exit status 3", "killed by signal 9", "timed out after 600 s"
  std::string last_words; ///< the end of its output, at most a few lines
  std::string log;        ///< its complete output, relative to the session
  Duration wall{};
  std::int64_t ended_ns = wall_now_ns();
};

/// Of tier semantic: "run.nothing", "run.failed", "run.cancelled" or "run.not_started".
[[nodiscard]] Finding finding_of(RunReport const& report);

} // namespace artifactd
