// Other programs, run for real: started with words and an environment, awaited with a deadline, read whole.
// A child never outlives the test that started it.
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
  std::map<std::string, std::string> environment = {}; ///< on top of the test's own
  std::filesystem::path directory = {};                ///< empty: the test's own
  std::optional<uid_t> user = {};                      ///< only root can ask for one
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

  /// Its exit status, 128 + signal where one ended it; nothing when it still runs after `limit`.
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

/// A program of the build this test belongs to. Asked of the test's own place, so that the test itself is the
/// same in every build.
[[nodiscard]] std::string built(std::string_view program);
/// Whether those programs run under a sanitizer, which takes memory of its own.
[[nodiscard]] bool sanitized();

/// Runs it to its end; one that does not end in time counts as exit -1.
Ended run(Command const& command, std::chrono::milliseconds limit = patience);

/// The same for a line of shell.
Ended shell(std::string const& line, std::filesystem::path const& directory = {},
            std::map<std::string, std::string> const& environment = {});

} // namespace artifactd::test
