// Waits for something that another process does: polls until the condition holds or patience ends. A test
// never just sleeps and hopes that something has happened by then.
#pragma once

#include <chrono>
#include <thread>

namespace artifactd::test {

/// Long enough for a machine that builds and tests at once; a working system answers within milliseconds.
inline constexpr std::chrono::seconds patience{90};

template <class Probe>
[[nodiscard]] bool eventually(Probe holds, std::chrono::milliseconds limit = patience) {
  auto const deadline = std::chrono::steady_clock::now() + limit;
  for (;;) {
    if (holds()) return true;
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(3)); // only saves CPU time
  }
}

} // namespace artifactd::test
