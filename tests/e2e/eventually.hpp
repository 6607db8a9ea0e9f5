// Waiting for something another process does: asked again and again until it holds or patience ends. A test
// never sleeps in the hope that something has happened by then.
#pragma once

#include <chrono>
#include <thread>

namespace artifactd::test {

/// Long enough for a machine that builds and tests at once; what works answers within milliseconds.
inline constexpr std::chrono::seconds patience{90};

template <class Probe>
[[nodiscard]] bool eventually(Probe holds, std::chrono::milliseconds limit = patience) {
  auto const deadline = std::chrono::steady_clock::now() + limit;
  for (;;) {
    if (holds()) return true;
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(3)); // only spares the processor
  }
}

} // namespace artifactd::test
