// Runs one foreign program to its end, without a shell. run() returns whatever the program does: the time
// limit is enforced from outside, the whole process group is ended (SIGTERM, then SIGKILL), the outputs are
// drained while it runs and cut at their limits, and a grandchild that keeps a pipe open is not waited for.
// Everything the program started ends with it, even what left its group and session, and even if artifactd is
// killed meanwhile (warden). The child inherits no descriptor, environment, signal mask or signal disposition
// it was not given, leads its own session, cannot gain privileges by executing something, and is never root.
#pragma once

#include "agents/child/limits.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace artifactd {

/// How much of one output is kept; the rest is read, counted and discarded.
struct Keep {
  std::size_t bytes = 64 * 1024;
  int copy = -1;                ///< a borrowed descriptor the output is written to as well
  std::uint64_t copy_bytes = 0; ///< the most bytes written to it
};

/// Whether a program gets the variables that command line tools need.
enum class Basics : std::uint8_t {
  none,
  given, ///< PATH, HOME, USER, TMPDIR, LANG, LC_ALL and TZ, from the starting process or the identity
};

struct Command {
  std::vector<std::string> argv = {};        ///< argv[0] is looked up in PATH of `environment`
  std::vector<std::string> environment = {}; ///< "NAME=value", in addition to the basics
  Basics basics = Basics::none;
  std::variant<std::string, int> directory = "/"; ///< a path or a borrowed descriptor
  std::variant<std::string, int> input = "";      ///< on its stdin: these bytes, or a borrowed descriptor
  Keep output = {};
  Keep errors = {};
  std::optional<Keep> result = {}; ///< if set, its descriptor 3 is a pipe that is read like an output
  /// borrowed; become its descriptors from 3 up, or from 4 up if there is a result
  std::vector<int> passed = {};
  ChildLimits limits = {};
  /// the identity it runs as; required, and not root, if artifactd is root
  std::optional<Identity> identity = {};
  int walls = -1; ///< borrowed: a Landlock ruleset that confines it (confinement)
  Duration timeout = std::chrono::minutes(10);
  Duration grace = std::chrono::seconds(2); ///< from SIGTERM to SIGKILL
  int cancel = -1;                          ///< borrowed; the program is ended when it becomes readable
};

/// The number under which the program finds the first descriptor of `passed`.
[[nodiscard]] int first_passed(Command const& command) noexcept;

struct Exited {
  int code;
};
struct Killed {
  int signal;
};
struct TimedOut {};
struct Cancelled {};
/// How it ended. TimedOut and Cancelled mean that run() ended it for that reason, whatever its exit status.
using Ending = std::variant<Exited, Killed, TimedOut, Cancelled>;

struct Kept {
  std::string bytes;
  std::uint64_t total = 0; ///< bytes it wrote; if more than were kept, the rest was discarded
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

/// Runs a command: run() itself, or a function that runs it elsewhere.
using Runner = std::function<Result<Ran>(Command const&)>;

/// Blocks until the program has ended. An Error means that it could not be started, and names the program and
/// the cause; Fault::unsupported means that it would run as root.
Result<Ran> run(Command const& command);

} // namespace artifactd
