// What a schema says about the values of a field.
#pragma once

#include "merge/game/schema_fields.hpp"
#include "merge/game/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::play {

struct FieldType {
  std::string name;                       ///< "number", "enum", …; empty: anything goes
  std::vector<std::string> outcomes = {}; ///< of an enum its values; empty: any text

  [[nodiscard]] bool is_number() const { return name == "number" || name == "integer"; }
  [[nodiscard]] bool is_boolean() const { return name == "boolean"; }
  [[nodiscard]] bool is_container() const { return name == "array" || name == "object" || name == "record"; }

  /// Null and undefined fit every field. Says what was expected where the value does not fit.
  [[nodiscard]] std::optional<std::string> refusal(game::Value const& value) const;
};

/// Of all forms of a schema: "enum:[a,b]" in `constraints`, `enum`, `values`; of several types the one beside
/// null.
[[nodiscard]] FieldType type_of(game::Field const& field);

/// Of the fields that every game has, whatever its schema.
[[nodiscard]] std::optional<FieldType> base_type(std::string_view path);

} // namespace artifactd::play
