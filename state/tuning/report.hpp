// Collects the findings about one state: every finding has its invariant, its place in the text and the value
// found there.
#pragma once

#include "state/json/tree.hpp"
#include "state/vocabulary/finding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::tuning {

class Report {
public:
  /// `text` is the whole document; every node reported on is a view into it.
  explicit Report(std::string_view text) noexcept : text_(text) {}

  void error(std::string_view id, JsonNode const& at, std::string message, std::string expected = {},
             std::string hint = {}) {
    add(id, Severity::error, at, std::move(message), std::move(expected), std::move(hint));
  }
  void warning(std::string_view id, JsonNode const& at, std::string message, std::string expected = {},
               std::string hint = {}) {
    add(id, Severity::warning, at, std::move(message), std::move(expected), std::move(hint));
  }
  void add(std::string_view id, Severity severity, JsonNode const& at, std::string message,
           std::string expected = {}, std::string hint = {});

  [[nodiscard]] bool refused() const noexcept { return errors_ > 0; }
  /// In text order; beyond a hundred errors or warnings, further ones are only counted.
  [[nodiscard]] std::vector<Finding> findings() &&;

private:
  std::string_view text_;
  std::vector<Finding> findings_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

/// A value as shown to people: on one line, shortened.
[[nodiscard]] std::string shown_value(std::string_view json);

} // namespace artifactd::tuning
