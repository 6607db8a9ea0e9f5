// A JSON schema as endpoints take it for structured output. They know fewer keywords than we check: what one
// does not know is told in the description instead, so the model still reads it, and the reply is checked
// against the whole schema in any case. Members of objects have to be listed: additionalProperties becomes
// false.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace artifactd::model {

/// For anthropic's output_config.format: keeps type, enum, const, default, title, required, $ref, minItems of
/// 0 or 1 and the formats it knows; oneOf becomes anyOf. Nothing where some value may be anything ({}): that
/// cannot be said there.
[[nodiscard]] std::optional<nlohmann::ordered_json> anthropic_schema(nlohmann::ordered_json const& schema);

/// For openai's strict mode: keeps type, enum, const, title, required, $ref, pattern, the formats it knows
/// and the limits of numbers and lists; oneOf becomes anyOf. Nothing when a property is not required: strict
/// mode would make the model invent a value for it.
[[nodiscard]] std::optional<nlohmann::ordered_json> strict_schema(nlohmann::ordered_json const& schema);

} // namespace artifactd::model
