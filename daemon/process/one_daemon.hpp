// At most one daemon per state directory and per runtime directory. The lock file remains; what counts is the
// lock on it, which the kernel releases when the process ends, for whatever reason.
#pragma once

#include "state/platform/fd.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace artifactd {

class OneDaemon {
public:
  /// Fault::busy, naming the other's pid and what it does there, if another daemon holds it.
  static Result<OneDaemon> claim(std::string const& path, std::string_view what_it_does);

  /// Whether a daemon holds it, as the kernel lists its locks: a user who may not open the file can ask, too.
  [[nodiscard]] static bool is_held(std::string const& path);

private:
  explicit OneDaemon(UniqueFd lock) noexcept : lock_(std::move(lock)) {}
  UniqueFd lock_;
};

} // namespace artifactd
