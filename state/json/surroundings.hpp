// Finds what surrounds the one JSON value of a text: the lines of a Markdown code fence, prose before and
// after. All functions answer only if nothing else could be meant. Prose contains no bracket and no double
// quote, so it cannot contain a second value or part of a larger one; and it reads as sentences, since a word
// with a colon, a number or a constant on its own could be data.
#pragma once

#include "state/json/scan.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace artifactd::json {

struct Fence {
  Range opening; ///< with its language and line break
  Range closing; ///< the marks only
};

/// The only code fence of the text from `begin` on, if nothing outside it could be a value.
[[nodiscard]] std::optional<Fence> fence_around(std::string_view text, std::size_t begin);

/// The start of an object or array that is introduced by prose: on a line of its own, or, for an object with
/// members, at the end of the one line of prose.
[[nodiscard]] std::optional<std::size_t> value_behind_prose(std::string_view text, std::size_t begin);

/// Whether everything after a value that ends before `end` is prose, starting on the next line.
[[nodiscard]] bool prose_follows(std::string_view text, std::size_t end);

} // namespace artifactd::json
