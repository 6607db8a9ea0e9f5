// The MESSAGE_ID that the journal has for each event of the log, stable for ever: `journalctl MESSAGE_ID=…`
// finds all entries of it, and systemd/artifactd.catalog explains it under this id.
#pragma once

#include <span>
#include <string_view>

namespace artifactd {

struct LoggedEvent {
  std::string_view event;
  std::string_view code; ///< if not empty: only with this code
  std::string_view id;   ///< 32 hexadecimal digits
};

[[nodiscard]] std::span<LoggedEvent const> logged_events() noexcept;

/// Empty for an event that has none.
[[nodiscard]] std::string_view message_id(std::string_view event, std::string_view code) noexcept;

} // namespace artifactd
