// A case of tests/cases: reads its files, lays out its session, and compares the result with what it expects.
// tests/cases/README.md describes the format.
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
  [[nodiscard]] std::string text(std::string const& file) const; ///< "" if there is none
  [[nodiscard]] std::vector<std::string> lines(std::string const& file) const;
  [[nodiscard]] int expected_exit() const;
  [[nodiscard]] std::filesystem::path path(std::string const& file) const { return directory_ / file; }

  /// The configuration's drop-in, with the case's `agents/` as agents_dir if it has one.
  [[nodiscard]] std::string settings() const;

  /// Everything in the session that differs from the case's expectation, one sentence each.
  [[nodiscard]] std::vector<std::string> differences(std::filesystem::path const& session) const;

private:
  std::filesystem::path directory_;
};

/// Every directory of tests/cases, by name.
[[nodiscard]] std::vector<std::string> case_names();

} // namespace artifactd::test
