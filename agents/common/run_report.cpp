#include "agents/common/run_report.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd {

std::string_view run_ending_word(RunEnding ending) noexcept {
  constexpr std::array<std::string_view, 7> words = {"submitted",   "nothing submitted", "failed",
                                                     "not started", "cancelled",         "ended by a person",
                                                     "postponed"};
  return words[static_cast<std::size_t>(ending)];
}

Finding finding_of(RunReport const& report) {
  Finding finding;
  finding.tier = Tier::semantic;
  switch (report.ending) {
  case RunEnding::nothing:
    finding.code = "run.nothing";
    finding.message = "the agent was run again and ended without submitting its work";
    finding.hint = "Create the signal file once the files are repaired; without it nothing is checked.";
    break;
  case RunEnding::failed:
    finding.code = "run.failed";
    finding.message = fmt::format("the agent was run again and did not finish: {}", report.how);
    break;
  case RunEnding::stopped:
    finding.code = "run.cancelled";
    finding.message = "the agent was run again, and a person ended that run";
    break;
  default:
    finding.code = "run.not_started";
    finding.message = fmt::format("the agent's command could not be started: {}", report.how);
    finding.hint =
        "Correct `reinvoke` of this agent in artifactd's configuration, or the owner of its session.";
    break;
  }
  if (!report.log.empty()) finding.expected = "repaired work and its signal";
  if (!report.last_words.empty()) finding.found = report.last_words;
  return finding;
}

} // namespace artifactd
