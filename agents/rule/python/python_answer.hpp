// What a sandboxed script answered on its descriptor. It may have been written by the untrusted code, so
// nothing is relied upon before it is scanned as strict JSON of bounded size and depth.
#pragma once

#include "agents/child/process.hpp"
#include "state/json/scan.hpp"

#include <optional>
#include <string_view>

namespace artifactd::extraction {

struct Answer {
  std::string_view text; ///< borrowed from the Ran
  json::Document document;

  /// The text of a member's value; of the last one if there are several, as JSON readers do.
  [[nodiscard]] std::optional<std::string_view> member(std::string_view name) const;
  /// A string member, decoded; empty if it is absent or not a string.
  [[nodiscard]] std::string text_of(std::string_view name) const;
};

/// std::nullopt if there is no valid answer: one whole JSON object from a process that ended well. Borrows
/// from `ran`. An Error if the run was cancelled.
Result<std::optional<Answer>> answer_of(Ran const& ran);

/// Why a run that was given `time` has no answer: "Execution timed out after 5s", "… (killed by signal 11)".
[[nodiscard]] std::string words_for(Ran const& ran, Duration time);

} // namespace artifactd::extraction
