// For readers without a lock: what another process replaced while it was read is read again.
#pragma once

#include "state/platform/result.hpp"

namespace artifactd {

inline constexpr int steady_read_tries = 20;

/// The result of `read`, which is repeated while it fails with Fault::changed, at most `tries` times.
template <typename Read>
auto read_until_steady(Read const& read, int tries = steady_read_tries) -> decltype(read()) {
  for (int attempt = 1;; ++attempt) {
    auto result = read();
    if (result || result.error().fault != Fault::changed || attempt >= tries) return result;
  }
}

} // namespace artifactd
