// Identifies the process an attempt belongs to, so that a dead one is recognised even if its pid was reused.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <string>

namespace artifactd::turn {

struct Process {
  std::int64_t pid = 0;
  std::int64_t start = 0; ///< clock ticks since boot
  std::string boot_id;
  bool operator==(Process const&) const = default;
};

/// This process. Reads /proc with the process's own identity.
Result<Process> own_process();
/// Whether that very process is running. One that cannot be read is not.
[[nodiscard]] bool is_alive(Process const& process);

} // namespace artifactd::turn
