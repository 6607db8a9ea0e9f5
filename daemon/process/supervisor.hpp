// Talks to systemd (sd_notify(3)). Without a supervisor ($NOTIFY_SOCKET unset) every call does nothing.
// Passive: the loop calls alive() once per watchdog interval, so that a stuck loop leads to a restart.
#pragma once

#include "state/platform/clock.hpp"

#include <optional>
#include <string_view>

namespace artifactd {

class Supervisor {
public:
  /// Reads $WATCHDOG_USEC and $WATCHDOG_PID, once.
  Supervisor();

  /// How often alive() has to be called: half of what the unit demands; std::nullopt if it demands none.
  [[nodiscard]] std::optional<Duration> watchdog_interval() const noexcept { return interval_; }

  void ready(std::string_view status) const;
  void status(std::string_view status) const; ///< the line in `systemctl status`
  void reloading() const;                     ///< sends the monotonic time; followed by ready()
  void stopping() const;
  void alive() const;

private:
  std::optional<Duration> interval_;
};

} // namespace artifactd
