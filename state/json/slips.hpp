// What hands used to other notations leave in a JSON value: comments, trailing commas, raw control characters
// in strings, Python's constants. The walk knows tokens, not grammar: whether a text is sound with its slips
// mended is for a scan to say. At the first thing that can be read in two ways it stops, which leaves that to
// the scan as well.
#pragma once

#include "state/json/mend.hpp"

#include <optional>

namespace artifactd::json {

class SlipWalk {
public:
  /// Slips are added to `found`, each container's commas behind what is in it; what people are shown of them
  /// is left out, but for the bracket behind a comma. Both are borrowed.
  SlipWalk(std::string_view text, std::vector<Mending>& found) noexcept : text_(text), found_(found) {}

  /// Behind white space and comments; the end of the text when the walk has stopped.
  [[nodiscard]] std::size_t gap(std::size_t at);

  /// Behind the object or array that begins at `at`; nothing when it does not end. Of another value nothing,
  /// and all the rest of the text is taken for it.
  std::optional<std::size_t> value(std::size_t at);

private:
  void note(Mending::What what, std::size_t byte, std::size_t size, std::string put);
  std::size_t string(std::size_t at);
  std::size_t word(std::size_t at, std::size_t depth);
  std::size_t stop() noexcept;

  std::string_view text_;
  std::vector<Mending>& found_;
  bool stopped_ = false;
};

} // namespace artifactd::json
