// Runs other programs: started with words and an environment, awaited with a deadline, output read in full. A
// child never outlives the test that started it.
#pragma once

#include "tests/e2e/eventually.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace artifactd::test {

struct Command {
  std::vector<std::string> words;                      ///< the first is the program, looked up in PATH
  std::map<std::string, std::string> environment = {}; ///< in addition to the test's own
  std::filesystem::path directory = {};                ///< empty: the test's own
  std::optional<uid_t> user = {};                      ///< requires root
};

class Child {
public:
  explicit Child(Command const& command);
  ~Child(); ///< SIGKILL if it still runs
  Child(Child const&) = delete;
  Child& operator=(Child const&) = delete;

  [[nodiscard]] pid_t pid() const noexcept { return pid_; }
  [[nodiscard]] bool running();
  void send(int signal) const;

  /// Its exit status, 128 + signal if it was killed; std::nullopt if it still runs after `limit`.
  std::optional<int> wait(std::chrono::milliseconds limit = patience);

  /// Everything written so far.
  [[nodiscard]] std::string out() const;
  [[nodiscard]] std::string err() const;

private:
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::optional<int> status_;
};

struct Ended {
  int exit;
  std::string out;
  std::string err;
};

/// The path of a program of this test's build, relative to the test's own location, so that the test itself
/// is the same in every build.
[[nodiscard]] std::string built(std::string_view program);
/// Whether those programs run under a sanitizer, which needs additional memory.
[[nodiscard]] bool sanitized();

/// Runs it to its end; exit is -1 if it does not end in time.
Ended run(Command const& command, std::chrono::milliseconds limit = patience);

/// Runs a shell line in the same way.
Ended shell(std::string const& line, std::filesystem::path const& directory = {},
            std::map<std::string, std::string> const& environment = {});

} // namespace artifactd::test
