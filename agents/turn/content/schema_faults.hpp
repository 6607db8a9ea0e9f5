// A ruleset's JSON Schemas: what is wrong with one, and what in a value breaks one.
#pragma once

#include "agents/turn/content/content_finding.hpp"
#include "state/result.hpp"

namespace artifactd::turn {

/// `turn.schema` below `place`, where the schema is: an error when it does not compile, warnings for keywords
/// that judge nothing (`min` for `minimum`).
[[nodiscard]] std::vector<Finding> schema_faults(Json const& schema, DocumentPlace const& place);

/// `code` below `place`, where the value is; nothing when the schema does not compile. An Error when it asks
/// for more work than it is worth.
Result<std::vector<Finding>> value_faults(Json const& value, Json const& schema, std::string_view code,
                                          DocumentPlace const& place);

} // namespace artifactd::turn
