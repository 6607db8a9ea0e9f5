// A case of tests/cases: its files read, its session laid out, and what it expects compared with what is
// there. The format is told in tests/cases/README.md.
#pragma once

#include "tests/e2e/process.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::test {

class CaseFiles {
public:
  explicit CaseFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}

  [[nodiscard]] bool has(std::string const& file) const;
  [[nodiscard]] std::string text(std::string const& file) const; ///< "" when there is none
  [[nodiscard]] std::vector<std::string> lines(std::string const& file) const;
  [[nodiscard]] int expected_exit() const;
  [[nodiscard]] std::filesystem::path path(std::string const& file) const { return directory_ / file; }

  /// The configuration's drop-in, with the case's `agents/` as agents_dir where there is one.
  [[nodiscard]] std::string settings() const;

  /// Everything in the session that is not as the case expects it, one sentence each.
  [[nodiscard]] std::vector<std::string> differences(std::filesystem::path const& session) const;

private:
  std::filesystem::path directory_;
};

/// Every directory of tests/cases, by name.
[[nodiscard]] std::vector<std::string> case_names();

} // namespace artifactd::test
