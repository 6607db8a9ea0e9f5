// What stands around the one JSON value of a text: the lines of a Markdown code fence, prose before and
// behind. All answer only where nothing else could be meant. Prose holds no bracket and no double quote, so
// that no second value and no part of a larger one is in it; and it reads as sentences, since a word with a
// colon, a number or a constant on its own could be data.
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

/// The only code fence of the text from `begin` on, with nothing outside it that could be a value.
[[nodiscard]] std::optional<Fence> fence_around(std::string_view text, std::size_t begin);

/// Where an object or array begins that prose introduces: on a line of its own, or, if it is an object with
/// members, at the end of the one line of prose.
[[nodiscard]] std::optional<std::size_t> value_behind_prose(std::string_view text, std::size_t begin);

/// Whether all that follows a value which ends before `end` is prose, from the next line on.
[[nodiscard]] bool prose_follows(std::string_view text, std::size_t end);

} // namespace artifactd::json
