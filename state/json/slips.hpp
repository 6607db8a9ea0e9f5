// Finds the slips that habits from other notations leave in a JSON value: comments, trailing commas, raw
// control characters in strings, Python's constants. The walk knows tokens, not grammar: a scan must decide
// whether the repaired text is valid. It stops at the first ambiguity, which also leaves the decision to the
// scan.
#pragma once

#include "state/json/repair.hpp"

#include <optional>

namespace artifactd::json {

class SlipWalk {
public:
  /// Adds slips to `found`, each container's commas after the slips inside it; their display fields stay
  /// unset, except for the bracket after a comma. Borrows both arguments.
  SlipWalk(std::string_view text, std::vector<TextRepair>& found) noexcept : text_(text), found_(found) {}

  /// Skips white space and comments; returns the end of the text if the walk has stopped.
  [[nodiscard]] std::size_t gap(std::size_t at);

  /// The position after the object or array that begins at `at`; std::nullopt if it does not end, or if it is
  /// another kind of value, which then consumes the rest of the text.
  std::optional<std::size_t> value(std::size_t at);

private:
  void note(TextRepair::What what, std::size_t byte, std::size_t size, std::string put);
  std::size_t string(std::size_t at);
  std::size_t word(std::size_t at, std::size_t depth);
  std::size_t stop() noexcept;

  std::string_view text_;
  std::vector<TextRepair>& found_;
  bool stopped_ = false;
};

} // namespace artifactd::json
