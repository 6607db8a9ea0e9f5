// What one artifactd needs to run: a root for sessions, a configuration, a state and a runtime directory, all
// in the test's own scratch directory.
#pragma once

#include "tests/e2e/process.hpp"
#include "tests/e2e/session_dir.hpp"
#include "tests/support/scratch_dir.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace artifactd::test {

class Site {
public:
  /// `settings` is TOML for a drop-in beside the main file. `programs` is the place of artifactd and
  /// artifactctl in the build.
  explicit Site(std::string const& settings = "", std::string programs = "");

  [[nodiscard]] std::filesystem::path const& path() const noexcept { return scratch_.path(); }
  [[nodiscard]] std::filesystem::path root() const { return scratch_ / "root"; }
  [[nodiscard]] std::filesystem::path config() const { return scratch_ / "etc/artifactd.toml"; }
  [[nodiscard]] SessionDir session(std::string_view name) const { return SessionDir(root() / name); }
  void configure(std::string const& settings) const; ///< replaces the drop-in

  [[nodiscard]] std::string program(std::string_view name) const;
  [[nodiscard]] Ended artifactctl(std::vector<std::string> const& words) const;
  /// The document that a command prints with --json; discarded if it prints none.
  [[nodiscard]] nlohmann::json json(std::vector<std::string> const& words) const;
  /// The journal's entries about settled signals: session, name and outcome of each, oldest first.
  [[nodiscard]] std::vector<nlohmann::json> settled() const;
  /// How often this agent's signal ended with this outcome.
  [[nodiscard]] long settled(SessionDir const& session, std::string_view agent,
                             std::string_view outcome) const;
  /// The pending reasons and ignored files of this session, as `status` reports them.
  [[nodiscard]] std::string status_text() const;
  /// The code of the first ignored file in `status`.
  [[nodiscard]] std::string code_of_odd_file() const;

private:
  ScratchDir scratch_;
  std::string programs_;
};

/// Whether the long versions of the tests were requested (ARTIFACTD_FULL).
[[nodiscard]] bool full_run();

} // namespace artifactd::test
