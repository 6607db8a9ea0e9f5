#include "agents/report/new_issue.hpp"

#include "state/platform/clock.hpp"

#include <fmt/core.h>

namespace artifactd::report {

PlayIssue issue_of(Session const& session, std::string const& id, play::DetectedIssue const& found) {
  return {.session = session.shown(),
          .play = id,
          .key = play::key_of(found),
          .type = std::string(play::word_of(found.type)),
          .phase = found.phase,
          .step = found.step,
          .certain = found.certain,
          .message = found.message,
          .fragment = found.fragment,
          .whole = play::to_json(found),
          .at = iso8601_now()};
}

PlayIssue issue_of(Session const& session, std::string const& id, std::string const& type, std::uint64_t step,
                   std::string message) {
  return {.session = session.shown(),
          .play = id,
          .key = fmt::format("{} {}", type, step),
          .type = type,
          .phase = "",
          .step = step,
          .certain = true,
          .message = std::move(message),
          .fragment = "",
          .whole = nullptr,
          .at = iso8601_now()};
}

} // namespace artifactd::report
