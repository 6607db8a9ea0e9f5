// At most one daemon per state directory and per runtime directory. The lock file remains; what counts is the
// lock on it, which the kernel releases when the process ends, for whatever reason.
#pragma once

#include "state/platform/result.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace artifactd {

class OneDaemon {
public:
  /// Fault::busy, naming the other's pid and what it does there, if another daemon holds it. Nothing else in
  /// this process may open the file: closing any descriptor of it would release the lock.
  static Result<OneDaemon> claim(std::string const& path, std::string_view what_it_does);

  OneDaemon(OneDaemon&&) noexcept;
  OneDaemon& operator=(OneDaemon&&) noexcept;
  ~OneDaemon();

private:
  struct Lock;
  explicit OneDaemon(std::unique_ptr<Lock> lock) noexcept;
  std::unique_ptr<Lock> lock_;
};

} // namespace artifactd
