// A schema as a flat list: every schema in it has a number, refers to others by number only, and holds
// nothing but draft 7's keywords in their proper form, references resolved. What comes out cannot surprise a
// compiler of schemas: it has no loops that stay on one value, no unknown words, and every pattern has been
// compiled.
#pragma once

#include "merge/schema/documents.hpp"
#include "merge/schema/pattern.hpp"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

namespace artifactd {

/// The values of an `enum` or a `const`.
struct AllowedValues {
  std::string keyword;
  std::vector<std::string> canonical; ///< see merge/canonical
  std::vector<std::string> shown;     ///< as written
};

struct FlatSchema {
  /// {"s": {"0": …, "1": …}}: 0 is the root; a reference is {"$ref": "#/s/<number>"}. `enum` and `const` are
  /// replaced by "allowed", a number in the list below.
  nlohmann::json document;
  std::vector<std::vector<AllowedValues>> allowed;      ///< all of them hold for the schemas with that number
  std::map<std::string, Pattern, std::less<>> patterns; ///< as written → compiled
};

/// The most schemas one may consist of.
inline constexpr std::size_t most_schemas = 4000;

/// Fault::invalid with file, line and column for whatever is wrong in it.
Result<FlatSchema> flatten_schema(SchemaDocuments& documents);

} // namespace artifactd
