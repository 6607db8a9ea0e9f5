// Runs a shell line as a program, as a non-root user, and returns the outcome.
#pragma once

#include "agents/child/process.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/ordinary_user.hpp"

#include <array>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

namespace artifactd::test {

/// Runs `script` in a shell. Nothing here should take long: 20 seconds means a hang.
inline Command shell(std::string script) {
  return {.argv = {"/bin/sh", "-c", std::move(script)},
          .environment = {"PATH=/usr/bin:/bin"},
          .identity = ordinary_user(),
          .timeout = std::chrono::seconds(20),
          .grace = std::chrono::milliseconds(200)};
}

inline Ran ran(Command const& command) {
  auto result = run(command);
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return {};
  }
  return *std::move(result);
}

inline int code_of(Ran const& ran) {
  auto const* exited = std::get_if<Exited>(&ran.ending);
  return exited ? exited->code : -1;
}

struct Pipe {
  UniqueFd read_end;
  UniqueFd write_end;
};

inline Pipe make_pipe() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// Whether all writers of the pipe are gone; waits at most ten seconds for them.
inline bool all_writers_end(Pipe& pipe) {
  pipe.write_end.reset();
  std::array<char, 256> buffer{};
  for (;;) {
    pollfd slot{pipe.read_end.get(), POLLIN, 0};
    if (::poll(&slot, 1, 10'000) <= 0) return false;
    if (::read(pipe.read_end.get(), buffer.data(), buffer.size()) == 0) return true;
  }
}

} // namespace artifactd::test
