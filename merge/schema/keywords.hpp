// The keywords of JSON Schema draft 7 that judge a value, and the form each one's value has. Whatever is not
// listed (title, default, examples, a misspelt word, …) is an annotation and means nothing, as the standard
// has it.
#pragma once

#include "state/json/tree.hpp"

#include <cstdint>
#include <functional>
#include <string_view>

namespace artifactd {

enum class KeywordForm : std::uint8_t {
  schema,
  schema_or_list, ///< `items`
  schemas,        ///< a list of them, not empty
  schema_map,     ///< name → schema
  pattern_map,    ///< pattern → schema
  dependencies,   ///< name → schema or list of names
  number,
  positive, ///< a number above 0
  count,    ///< a whole number from 0
  flag,
  text,
  pattern,
  names, ///< a list of texts
  types, ///< one of the seven type words, or a list of them
  value, ///< `const`
  values ///< `enum`
};

/// Whether the schemas inside apply to the very value the keyword judges, or to something within it.
enum class Reach : std::uint8_t { same_value, within };

struct Keyword {
  std::string_view word;
  KeywordForm form;
  Reach reach = Reach::within;
};

/// Null for an annotation.
[[nodiscard]] Keyword const* keyword(std::string_view word) noexcept;

/// Calls `visit` for every schema right inside a schema, those under `definitions` included.
void each_subschema(JsonNode const& schema, std::function<void(JsonNode const&)> const& visit);

/// Why the value has not the form, or nothing; schemas inside it are not looked at.
[[nodiscard]] std::string_view misshapen(KeywordForm form, JsonNode const& value);

} // namespace artifactd
