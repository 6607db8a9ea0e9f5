// At most one daemon per state directory. The lock file remains; what counts is the lock on it, which the
// kernel releases when the process ends, for whatever reason.
#pragma once

#include "state/platform/result.hpp"

#include <memory>
#include <string>

namespace artifactd {

class OneDaemon {
public:
  /// Fault::busy, naming the other's pid, if another daemon holds it. Nothing else in this process may open
  /// the file: closing any descriptor of it would release the lock.
  static Result<OneDaemon> claim(std::string const& path);

  OneDaemon(OneDaemon&&) noexcept;
  OneDaemon& operator=(OneDaemon&&) noexcept;
  ~OneDaemon();

private:
  struct Lock;
  explicit OneDaemon(std::unique_ptr<Lock> lock) noexcept;
  std::unique_ptr<Lock> lock_;
};

} // namespace artifactd
