// What a rule extracts from one path: for each field a source, then its pattern, normalisation and type, in
// this order. If one of them yields nothing, the field's default is used unchanged.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/sample_path.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace artifactd::extraction {

enum class Outcome : std::uint8_t {
  value,     ///< extracted
  fallback,  ///< the default
  no_source, ///< the path has no such segment
  no_match,  ///< the pattern matches nothing, or its group does not take part
  not_typed, ///< the extracted text is not of the field's type
};

struct Extracted {
  Outcome outcome = Outcome::value;
  nlohmann::ordered_json value{}; ///< for Outcome::value and fallback
  std::string text{};             ///< the text that was not of the type, or did not match
};

/// The result of a rule for one path.
enum class PathStatus : std::uint8_t {
  complete,  ///< every field has a value; also if the rule only tags
  partial,   ///< some fields have a value
  failed,    ///< no field has a value, or a value is not of its type
  unmatched, ///< the glob does not match
};

[[nodiscard]] Extracted extract(Field const& field, SamplePath const& path);
/// As if this were the field's source and there were no default.
[[nodiscard]] Extracted extract(Field const& field, Source const& source, SamplePath const& path);
/// One per field, in order.
[[nodiscard]] std::vector<Extracted> extract(Rule const& rule, SamplePath const& path);

[[nodiscard]] PathStatus status_of(std::vector<Extracted> const& fields) noexcept;
[[nodiscard]] bool has_value(Extracted const& field) noexcept;

/// The record: fields with a value, in the rule's order.
[[nodiscard]] nlohmann::ordered_json record(Rule const& rule, std::vector<Extracted> const& fields);

/// For people: "extracted", "default", "no such segment", …
[[nodiscard]] std::string_view outcome_word(Outcome outcome) noexcept;
/// "COMPLETE", "PARTIAL", "FAILED", "UNMATCHED"
[[nodiscard]] std::string_view status_word(PathStatus status) noexcept;

} // namespace artifactd::extraction
