// Runs one foreign program to its end, without a shell. Whatever the program does, run() comes back: the time
// is kept from outside, the whole process group is ended (SIGTERM, then SIGKILL), the outputs are drained
// while it runs and cut at their limits, nothing waits for a grandchild that keeps a pipe open, and
// everything the program started ends with it, also what left its group and session, and also when artifactd
// is killed meanwhile (warden). The child inherits no descriptor, no environment, no signal mask and no
// disposition it was not given, leads a session of its own, can gain no privilege by what it executes, and is
// never root.
#pragma once

#include "agents/child/limits.hpp"
#include "state/clock.hpp"
#include "state/identity.hpp"
#include "state/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace artifactd {

/// How much of one output is kept; the rest is read, counted and dropped.
struct Keep {
  std::size_t bytes = 64 * 1024;
  int copy = -1;                ///< a borrowed descriptor the output is written to as well
  std::uint64_t copy_bytes = 0; ///< the most that is written to it
};

/// Whether a program starts with what command line tools cannot do without.
enum class Basics : std::uint8_t {
  none,
  given, ///< PATH, HOME, USER, TMPDIR, LANG, LC_ALL and TZ of the process that starts it, or of the identity
};

struct Command {
  std::vector<std::string> argv = {};        ///< argv[0] is looked up in PATH of `environment`
  std::vector<std::string> environment = {}; ///< "NAME=value", these and the basics
  Basics basics = Basics::none;
  std::variant<std::string, int> directory = "/"; ///< a path or a borrowed descriptor
  std::variant<std::string, int> input = "";      ///< on its stdin: these bytes, or a borrowed descriptor
  Keep output = {};
  Keep errors = {};
  std::optional<Keep> result = {}; ///< when set, its descriptor 3 is a pipe that is read like an output
  std::vector<int> passed = {};    ///< borrowed; become its descriptors from 3, or from 4 beside a result
  ChildLimits limits = {};
  std::optional<Identity> identity = {}; ///< whose rights it has; root has to give one that is not root
  int walls = -1;                        ///< borrowed: a Landlock ruleset that confines it (confinement)
  Duration timeout = std::chrono::minutes(10);
  Duration grace = std::chrono::seconds(2); ///< from SIGTERM to SIGKILL
  int cancel = -1;                          ///< borrowed; when it becomes readable, the program is ended
};

/// The descriptor on which the program finds the first of `passed`.
[[nodiscard]] int first_passed(Command const& command) noexcept;

struct Exited {
  int code;
};
struct Killed {
  int signal;
};
struct TimedOut {};
struct Cancelled {};
/// How it ended. TimedOut and Cancelled say that it was ended for this, however it then went.
using Ending = std::variant<Exited, Killed, TimedOut, Cancelled>;

struct Kept {
  std::string bytes;
  std::uint64_t total = 0; ///< bytes it wrote; more than kept means that the rest was dropped
  int copy_errno = 0;      ///< why the copy is incomplete

  [[nodiscard]] bool cut() const noexcept { return total > bytes.size(); }
};

struct Ran {
  Ending ending;
  Kept output;
  Kept errors;
  Kept result;
  Duration wall{};
  Duration cpu{};
  std::uint64_t peak_memory = 0; ///< bytes
};

/// Starts a command; run() itself, or somebody who runs it elsewhere.
using Runner = std::function<Result<Ran>(Command const&)>;

/// Blocks until the program has ended. An Error says that it could not be started, naming program and cause;
/// Fault::unsupported that it would run as root.
Result<Ran> run(Command const& command);

} // namespace artifactd
