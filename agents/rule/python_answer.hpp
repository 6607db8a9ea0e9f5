// What a sandboxed script answered on its descriptor: nothing that can be relied upon before it has been
// scanned as strict JSON of bounded size and depth, because the code it ran may have written it.
#pragma once

#include "agents/child/process.hpp"
#include "state/json/scan.hpp"

#include <optional>
#include <string_view>

namespace artifactd::extraction {

struct Answer {
  std::string_view text; ///< of the Ran
  json::Document document;

  /// The text of a member's value; of the last when there are several, as readers do.
  [[nodiscard]] std::optional<std::string_view> member(std::string_view name) const;
  /// A member that is a string, decoded; empty when it is not there or none.
  [[nodiscard]] std::string text_of(std::string_view name) const;
};

/// Nothing when there is no answer of the right form: one JSON object, whole, of a process that ended
/// well. Borrows from `ran`. An Error
/// when the run was cancelled.
Result<std::optional<Answer>> answer_of(Ran const& ran);

/// Why there is no answer of a run that was given `time`: "Execution timed out after 5s", "… (killed by
/// signal 11)".
[[nodiscard]] std::string words_for(Ran const& ran, Duration time);

} // namespace artifactd::extraction
