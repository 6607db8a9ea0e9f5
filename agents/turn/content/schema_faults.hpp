// A ruleset's JSON Schemas: the faults of a schema, and how a value violates one.
#pragma once

#include "agents/turn/content/content_finding.hpp"
#include "state/platform/result.hpp"

namespace artifactd::turn {

/// `turn.schema` below `place`, the schema's place: an error if it does not compile, warnings for keywords
/// without effect (`min` for `minimum`).
[[nodiscard]] std::vector<Finding> schema_faults(Json const& schema, DocumentPlace const& place);

/// `code` below `place`, the value's place; empty if the schema does not compile. An Error for too much work.
Result<std::vector<Finding>> value_faults(Json const& value, Json const& schema, std::string_view code,
                                          DocumentPlace const& place);

} // namespace artifactd::turn
