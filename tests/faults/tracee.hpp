// One run of a program under ptrace, all its threads followed. Whoever runs it is asked at every entry of a
// system call from the first one that names a given file on, and may let it pass, kill the process before the
// call has any effect, or make the call fail without its being made. Signals meant for the program reach it;
// one that takes longer than its patience is killed and reported as such. Linux on x86-64 only.
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
  bool foreign = false; ///< made by another program, such as a model's command, or by a program's loader

  [[nodiscard]] std::string name() const;
  /// The path (or other text) an argument points to, as far as it can be read; at most 255 bytes.
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
  std::chrono::milliseconds patience = std::chrono::seconds(90); ///< SQLite tries ten for each lock
};

/// Runs without tracing.
Ending run(Program const& program);

/// `at_call` hears of every call from the first whose path argument contains `landmark` on, that one
/// included.
Ending run_traced(Program const& program, std::string const& landmark,
                  std::function<Act(Call const&)> const& at_call);

/// Why run_traced cannot work on this machine; empty when it can.
std::string untraceable();

} // namespace artifactd::faults
