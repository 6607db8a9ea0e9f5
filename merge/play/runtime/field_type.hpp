// The declared types of a schema's fields.
#pragma once

#include "merge/game/checks/schema_fields.hpp"
#include "merge/game/values/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::play {

struct FieldType {
  std::string name;                       ///< "number", "enum", …; empty: any value
  std::vector<std::string> outcomes = {}; ///< the values of an enum; empty: any text

  [[nodiscard]] bool is_number() const { return name == "number" || name == "integer"; }
  [[nodiscard]] bool is_boolean() const { return name == "boolean"; }
  [[nodiscard]] bool is_container() const { return name == "array" || name == "object" || name == "record"; }

  /// What was expected, if the value does not fit. Null and undefined fit every field.
  [[nodiscard]] std::optional<std::string> refusal(game::Value const& value) const;
};

/// From all forms of a schema: "enum:[a,b]" in `constraints`, `enum`, `values`; of several types the one
/// besides null.
[[nodiscard]] FieldType type_of(game::Field const& field);

/// Of the fields that every game has, whatever its schema.
[[nodiscard]] std::optional<FieldType> base_type(std::string_view path);

} // namespace artifactd::play
