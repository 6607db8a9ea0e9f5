// A run while it is driven: what the parts of the driver share.
#pragma once

#include "agents/state/drive/drive.hpp"
#include "agents/state/drive/driven_state.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

struct DriveRun {
  Session const& session;
  DrivePolicy const& policy;
  DriveWishes const& wishes;
  RunLock const& lock;
  DrivenState state;

  /// The command that continues this drive.
  [[nodiscard]] std::string continuing() const {
    return fmt::format("artifactctl state run {}{}{}", shell_quoted(session.shown()), wishes.typed.target,
                       wishes.typed.others);
  }

  void tell(std::string_view action, std::string what, std::string words = {}) const {
    if (wishes.told) wishes.told({std::string(action), std::move(what), std::move(words)});
  }
};

/// Why the drive ends here; std::nullopt if it goes on.
using Stopped = std::optional<DriveReport>;

} // namespace artifactd
