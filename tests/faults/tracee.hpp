// One run of a program under ptrace, with all its threads. At every entry of a system call, starting with the
// first that names a given file, a callback lets the call pass, kills the process before the call has any
// effect, or makes the call fail without executing it. The program receives its signals; if it takes longer
// than its patience, it is killed and reported as hung. Linux on x86-64 only.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <variant>
#include <vector>

namespace artifactd::faults {

struct Call {
  pid_t thread;
  std::uint64_t number;
  std::array<std::uint64_t, 6> arguments;
  bool foreign = false; ///< made by another program, such as a model's command, or by a loader

  [[nodiscard]] std::string name() const;
  /// The path (or other text) that an argument points to, as far as readable; at most 255 bytes.
  [[nodiscard]] std::string text(std::size_t argument) const;
};

struct Pass {};
struct Kill {};
struct Fail {
  int code; ///< the errno the program sees
};
using Act = std::variant<Pass, Kill, Fail>;

struct Ending {
  enum class How : std::uint8_t { exited, crashed, killed, hung };
  How how;
  int code; ///< exit status, or the signal it crashed on

  [[nodiscard]] std::string text() const;
};

struct Program {
  std::vector<std::string> arguments; ///< the first is its path
  std::vector<std::string> environment;
  std::chrono::milliseconds patience = std::chrono::seconds(90); ///< SQLite waits up to ten for each lock
};

/// Runs without tracing.
Ending run(Program const& program);

/// Calls `at_call` for every system call, starting with the first whose path argument contains `landmark`.
/// Returns when everything it started has ended.
Ending run_traced(Program const& program, std::string const& landmark,
                  std::function<Act(Call const&)> const& at_call);

/// Why run_traced cannot work on this machine; empty if it can.
std::string untraceable();

} // namespace artifactd::faults
