#include "daemon/commands/play/play_decision.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

std::string decided_by_user() {
  return fmt::format("uid {}", ::geteuid());
}

} // namespace artifactd
