// Walks over text that scan() has accepted: members of an inner object, elements of an array, decoded
// strings. Undefined for text that was not accepted; never reads outside the given view.
#pragma once

#include "state/json/scan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

[[nodiscard]] Type type_of(std::string_view value) noexcept;

/// Members of an object given as its exact text `{…}`; ranges are relative to `object`.
[[nodiscard]] std::vector<Member> members(std::string_view object);

/// Elements of an array given as its exact text `[…]`; ranges are relative to `array`.
[[nodiscard]] std::vector<Range> elements(std::string_view array);

/// The decoded UTF-8 content of a string given with its quotes.
[[nodiscard]] std::string decode(std::string_view quoted);

/// Whether the quoted string decodes to `plain`; does not allocate unless the string has escapes.
[[nodiscard]] bool decodes_to(std::string_view quoted, std::string_view plain);

/// `text` (UTF-8) as a JSON string with quotes.
[[nodiscard]] std::string quote(std::string_view text);

} // namespace artifactd::json
