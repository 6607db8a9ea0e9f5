#include "daemon/commands/play/play_decision.hpp"

#include "agents/report/correcting.hpp"
#include "daemon/settling/policies.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

Result<void> allow_decision(Config const& config, Session const& session) {
  if (report::may_confirm(report_policy(config), ::geteuid(), session.stamp().owner)) return {};
  return fail(Fault::denied,
              "you own this session, and its owner may not decide about its plays. To allow it, "
              "the operator sets confirm = \"owner\" in [play]");
}

std::string decided_by_user() {
  return fmt::format("uid {}", ::geteuid());
}

} // namespace artifactd
