// The checks of game artifacts: one table of their ids, severities and purposes, and the report that collects
// their findings. docs/game-artifacts.md is compared with the table. Ids V, T and I are those of the
// pipeline's stages, with the exact wording of its messages, since tools match on them; G are our own checks,
// P those made only by playing (merge/play/search/look).
#pragma once

#include "merge/game/game.hpp"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

struct Check {
  std::string_view code; ///< "game.V15"
  Severity severity;
  std::string_view looks_for;
  [[nodiscard]] std::string_view id() const noexcept { return code.substr(5); }
};

/// In the order of the manual.
[[nodiscard]] std::span<Check const> checks() noexcept;
/// `id` without "game."; it must be in the table.
[[nodiscard]] Check const& check_of(std::string_view id) noexcept;

class Report {
public:
  enum class Places : std::uint8_t {
    looked_up, ///< the position of a finding in its file: costs a look at the file for each
    left_out,
  };
  explicit Report(Places places = Places::looked_up) : places_(places) {}

  /// The same message is reported only once.
  void add(std::string_view id, Part const& at, std::string message, std::string hint = {});
  /// For something that is missing.
  void add(std::string_view id, Text const* text, std::string message, std::string hint = {});

  [[nodiscard]] std::vector<Finding> findings() && { return std::move(findings_); }

private:
  Finding* fresh(std::string_view id, std::string message, std::string hint);

  Places places_;
  std::vector<Finding> findings_;
  std::set<std::string, std::less<>> told_;
};

} // namespace artifactd::game
