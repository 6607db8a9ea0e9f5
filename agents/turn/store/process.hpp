// Which process an attempt belongs to, so that a dead one's is known as such after its pid was given to
// another.
#pragma once

#include "state/result.hpp"

#include <cstdint>
#include <string>

namespace artifactd::turn {

struct Process {
  std::int64_t pid = 0;
  std::int64_t start = 0; ///< clock ticks since the boot
  std::string boot_id;
  bool operator==(Process const&) const = default;
};

/// This one. As oneself: reads /proc.
Result<Process> own_process();
/// Whether that very process runs. What cannot be read does not.
[[nodiscard]] bool is_alive(Process const& process);

} // namespace artifactd::turn
