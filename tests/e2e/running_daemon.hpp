// The real daemon on a Site: ready when the constructor returns, alive until the test ends it, and killed by
// the destructor. If it dies by itself, the test fails.
#pragma once

#include "tests/e2e/site.hpp"

#include <string>
#include <vector>

namespace artifactd::test {

class RunningDaemon {
public:
  struct How {
    std::vector<std::string> before = {};  ///< words before artifactd: unshare, …
    std::vector<std::string> options = {}; ///< additional options of artifactd
    std::optional<uid_t> user = {};
  };
  explicit RunningDaemon(Site const& site) : RunningDaemon(site, How()) {}
  RunningDaemon(Site const& site, How const& how);
  ~RunningDaemon();

  [[nodiscard]] pid_t pid() const noexcept { return child_.pid(); }
  [[nodiscard]] bool alive() { return child_.running(); }
  void send(int signal) const { child_.send(signal); }

  /// Sends SIGTERM; returns the exit status.
  int stop();
  /// Sends SIGKILL, which leaves no chance to clean up.
  void kill();

  /// Its log so far, one JSON object per line.
  [[nodiscard]] std::string log() const { return child_.err(); }
  /// The number of log lines of this event that contain all of these texts.
  [[nodiscard]] long logged(std::string_view event, std::vector<std::string> const& texts = {}) const;

private:
  Child child_;
  bool ended_ = false;
};

} // namespace artifactd::test
