// Turns a captured text into a value: normalised first, then converted to the field's type. Only ASCII
// letters and digits are changed; other characters stay as they are.
#pragma once

#include "agents/rule/rule.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::extraction {

/// Idempotent. Leading zeros are removed while a digit follows.
[[nodiscard]] std::string normalised(std::string_view text, Normalisation normalisation);

/// string: unchanged. integer: digits with an optional sign, within 64 bits. date: YYYY-MM-DD, YYYY/MM/DD or
/// YYYYMMDD of an existing day, as YYYY-MM-DD. uuid: 8-4-4-4-12 hexadecimal digits, in lower case.
[[nodiscard]] std::optional<nlohmann::ordered_json> coerced(std::string_view text, FieldType type);

/// What texts of the type look like.
[[nodiscard]] std::string_view type_form(FieldType type) noexcept;

} // namespace artifactd::extraction
