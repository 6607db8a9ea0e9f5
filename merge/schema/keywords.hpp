// The JSON Schema keywords that judge a value: the drafts that know each, the form of its value, and where a
// compiled schema stores it. Every other word (title, default, examples, a misspelt word, …) is an annotation
// and judges nothing, as in the standard.
#pragma once

#include "merge/schema/draft.hpp"
#include "merge/schema/flat.hpp"
#include "state/json/tree.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <variant>

namespace artifactd {

enum class KeywordForm : std::uint8_t {
  schema,
  schema_or_list, ///< `items` before 2020-12
  schemas,        ///< a list of them, not empty
  schema_map,     ///< name → schema
  pattern_map,    ///< pattern → schema
  dependencies,   ///< name → schema or list of names
  name_lists,     ///< name → list of names
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

/// Whether the schemas inside apply to the value the keyword judges, or to something within it.
enum class Reach : std::uint8_t { same_value, within };

/// The member of a Schema that stores the keyword's value; none if the keyword needs more than that.
using KeywordSlot =
    std::variant<std::monostate, std::optional<SchemaId> Schema::*, std::vector<SchemaId> Schema::*,
                 std::vector<MemberSchema> Schema::*, std::vector<PatternSchema> Schema::*,
                 std::optional<double> Schema::*, std::optional<std::uint64_t> Schema::*>;

struct Keyword {
  std::string_view word;
  KeywordForm form;
  KeywordSlot slot = {};
  Reach reach = Reach::within;
  Draft first = Draft::draft7; ///< the drafts that know it in this form
  Draft last = Draft::draft2020_12;
};

/// Null for a word that judges nothing in that draft.
[[nodiscard]] Keyword const* keyword(std::string_view word, Draft draft) noexcept;

/// What a member of a schema that judges nothing probably meant; empty for an annotation, and for a word that
/// resembles no keyword.
[[nodiscard]] std::string remark_on(std::string_view word, Draft draft);

/// The type of that name, as in `type`.
[[nodiscard]] std::optional<JsonType> type_named(std::string_view word) noexcept;

/// Calls `visit` for every direct subschema, those under `definitions` and `$defs` included.
void each_subschema(JsonNode const& schema, Draft draft, std::function<void(JsonNode const&)> const& visit);

/// The double nearest to a number.
[[nodiscard]] double number_of(JsonNode const& number);

/// Why the value does not have the form, or empty; schemas inside it are not checked.
[[nodiscard]] std::string_view misshapen(KeywordForm form, JsonNode const& value);

} // namespace artifactd
