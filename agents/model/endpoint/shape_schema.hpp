// Adapts a JSON schema to what endpoints accept for structured output. They support fewer keywords than we
// check: unsupported ones go into the description, so that the model still reads them, and the reply is
// checked against the whole schema in any case. Members of objects must be listed: additionalProperties
// becomes false.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace artifactd::model {

/// For anthropic's output_config.format: keeps type, enum, const, default, title, required, $ref, minItems of
/// 0 or 1 and the formats it supports; oneOf becomes anyOf. std::nullopt if some value may be anything ({}):
/// it cannot express that.
[[nodiscard]] std::optional<nlohmann::ordered_json> anthropic_schema(nlohmann::ordered_json const& schema);

/// For openai's strict mode: keeps type, enum, const, title, required, $ref, pattern, the formats it supports
/// and the limits of numbers and lists; oneOf becomes anyOf. std::nullopt if a property is not required:
/// strict mode would make the model invent a value for it.
[[nodiscard]] std::optional<nlohmann::ordered_json> strict_schema(nlohmann::ordered_json const& schema);

} // namespace artifactd::model
