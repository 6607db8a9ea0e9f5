// A schema as a flat list: every schema in it has a number and refers to others by number only, references
// are resolved, and every keyword has a valid form. The list is independent of the draft: what the drafts
// write differently (`items`, `dependencies`, `$recursiveRef`) is stored in one way. No schema applies itself
// to the value it judges, except through a dynamic reference, and every pattern is compiled.
#pragma once

#include "merge/schema/pattern.hpp"
#include "state/platform/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

class SchemaDocuments;

/// The number of a schema in FlatSchema::schemas.
struct SchemaId {
  std::size_t number;
};

struct MemberSchema {
  std::string name;
  SchemaId schema;
};

struct PatternSchema {
  Pattern const* pattern;
  SchemaId schema;
};

struct WantedMembers {
  std::string_view keyword;
  std::string name; ///< if this member is present …
  std::vector<std::string> wanted;
};

/// The values of an `enum` or a `const`.
struct AllowedValues {
  std::string_view keyword;
  std::vector<std::string> canonical; ///< see merge/graph/canonical
  std::vector<std::string> shown;     ///< as written
};

/// Leads to the outermost resource being applied that has this anchor.
struct DynamicReference {
  std::string anchor; ///< empty for `$recursiveRef`
  SchemaId otherwise;
};

enum class JsonType : std::uint8_t { array, boolean, integer, null, number, object, string };

/// One schema. Each member has the name of its keyword.
struct Schema {
  bool nothing = false;     ///< the schema `false`
  std::size_t resource = 0; ///< in FlatSchema::resources

  std::vector<SchemaId> references{};
  std::optional<DynamicReference> dynamic_reference{};
  std::vector<SchemaId> all_of{}, any_of{}, one_of{};
  std::optional<SchemaId> not_of{}, if_of{}, then_of{}, else_of{};

  std::vector<JsonType> types{}; ///< empty: any
  std::vector<AllowedValues> allowed{};

  std::optional<double> minimum{}, maximum{}, exclusive_minimum{}, exclusive_maximum{}, multiple_of{};

  std::optional<std::uint64_t> min_length{}, max_length{};
  Pattern const* pattern = nullptr;
  std::string pattern_text{};
  std::string format{};

  std::optional<std::uint64_t> min_items{}, max_items{}, min_contains{}, max_contains{};
  std::vector<SchemaId> prefix_items{};
  std::optional<SchemaId> rest_items{}; ///< for the elements after those
  std::string_view rest_keyword{};      ///< its keyword in the schema's draft
  std::optional<SchemaId> contains{}, unevaluated_items{};
  bool contains_evaluates = false; ///< what it found is no business of `unevaluatedItems`
  bool unique_items = false;

  std::optional<std::uint64_t> min_properties{}, max_properties{};
  std::vector<MemberSchema> properties{}, dependent_schemas{};
  std::vector<PatternSchema> pattern_properties{};
  std::optional<SchemaId> additional_properties{}, property_names{}, unevaluated_properties{};
  std::vector<std::string> required{};
  std::vector<WantedMembers> dependent_required{};
};

/// The dynamic anchors of one resource; "" is its root, if that has `$recursiveAnchor`.
using SchemaResource = std::map<std::string, SchemaId>;

struct FlatSchema {
  std::vector<Schema> schemas; ///< 0 is the root
  std::vector<SchemaResource> resources;
  std::map<std::string, Pattern, std::less<>> patterns; ///< as written → compiled
  bool tracks_evaluated = false;                        ///< some schema uses what others have evaluated
  std::vector<std::string> remarks;                     ///< see CompiledSchema
};

/// The most schemas one may consist of.
inline constexpr std::size_t most_schemas = 4000;

/// Fault::invalid with file, line and column if anything is wrong in it.
Result<FlatSchema> flatten_schema(SchemaDocuments& documents);

} // namespace artifactd
