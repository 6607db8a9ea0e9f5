// The real daemon on a Site: started and ready when the constructor returns, alive until the test ends it,
// and killed with the object. One that died by itself fails the test.
#pragma once

#include "tests/e2e/site.hpp"

#include <string>
#include <vector>

namespace artifactd::test {

class RunningDaemon {
public:
  struct How {
    std::vector<std::string> before = {};  ///< words in front of artifactd: unshare, …
    std::vector<std::string> options = {}; ///< more options of artifactd
    std::optional<uid_t> user = {};
  };
  explicit RunningDaemon(Site const& site) : RunningDaemon(site, How()) {}
  RunningDaemon(Site const& site, How const& how);
  ~RunningDaemon();

  [[nodiscard]] pid_t pid() const noexcept { return child_.pid(); }
  [[nodiscard]] bool alive() { return child_.running(); }
  void send(int signal) const { child_.send(signal); }

  /// SIGTERM, and its exit status.
  int stop();
  /// SIGKILL: no chance to put anything in order.
  void kill();

  /// What it logged so far, one JSON object per line.
  [[nodiscard]] std::string log() const { return child_.err(); }
  /// Lines of this event that hold every one of these texts.
  [[nodiscard]] long logged(std::string_view event, std::vector<std::string> const& texts = {}) const;

private:
  Child child_;
  bool ended_ = false;
};

} // namespace artifactd::test
