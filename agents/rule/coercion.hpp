// What becomes of a captured text: normalised, then made a value of the field's type. Letters and digits are
// ASCII's; other characters stay as they are.
#pragma once

#include "agents/rule/rule.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::extraction {

/// Doing it twice changes nothing. Leading zeros go as long as a digit follows.
[[nodiscard]] std::string normalised(std::string_view text, Normalisation normalisation);

/// string: as it is. integer: digits with an optional sign, within 64 bits. date: YYYY-MM-DD, YYYY/MM/DD or
/// YYYYMMDD of a day there is, as YYYY-MM-DD. uuid: 8-4-4-4-12 hexadecimal digits, in small letters.
[[nodiscard]] std::optional<nlohmann::ordered_json> coerced(std::string_view text, FieldType type);

/// What texts of the type look like.
[[nodiscard]] std::string_view type_form(FieldType type) noexcept;

} // namespace artifactd::extraction
