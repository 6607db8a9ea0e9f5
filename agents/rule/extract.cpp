#include "agents/rule/extract.hpp"

#include "agents/rule/coercion.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace artifactd::extraction {

namespace {

constexpr std::array<std::string_view, 5> outcome_words = {"extracted", "default", "no such segment",
                                                           "the pattern does not match", "not of its type"};
constexpr std::array<std::string_view, 4> status_words = {"COMPLETE", "PARTIAL", "FAILED", "UNMATCHED"};

std::optional<std::string_view> text_at(Source const& source, SamplePath const& path) {
  switch (source.kind) {
  case SourceKind::segment:
    return segment(path.parts, source.index);
  case SourceKind::filename:
    return segment(path.parts, -1);
  case SourceKind::full_path:
    return path.full;
  case SourceKind::rel_path:
    return path.relative;
  }
  return std::nullopt;
}

} // namespace

Extracted extract(Field const& field, Source const& source, SamplePath const& path) {
  auto text = text_at(source, path);
  if (!text) return {.outcome = Outcome::no_source};
  if (field.pattern) {
    auto const captured = field.pattern->capture(*text);
    if (!captured) return {.outcome = Outcome::no_match, .text = std::string(*text)};
    text = captured;
  }
  auto normal = normalised(*text, field.normalisation);
  auto value = coerced(normal, field.type);
  if (!value) return {.outcome = Outcome::not_typed, .text = std::move(normal)};
  return {.value = *std::move(value)};
}

Extracted extract(Field const& field, SamplePath const& path) {
  auto extracted = extract(field, field.source, path);
  if (has_value(extracted) || !field.fallback) return extracted;
  return {.outcome = Outcome::fallback, .value = *field.fallback, .text = std::move(extracted.text)};
}

std::vector<Extracted> extract(Rule const& rule, SamplePath const& path) {
  std::vector<Extracted> all;
  for (auto const& field : rule.fields)
    all.push_back(extract(field, path));
  return all;
}

bool has_value(Extracted const& field) noexcept {
  return field.outcome == Outcome::value || field.outcome == Outcome::fallback;
}

PathStatus status_of(std::vector<Extracted> const& fields) noexcept {
  if (std::ranges::all_of(fields, has_value)) return PathStatus::complete;
  bool const mistyped = std::ranges::find(fields, Outcome::not_typed, &Extracted::outcome) != fields.end();
  if (mistyped || std::ranges::none_of(fields, has_value)) return PathStatus::failed;
  return PathStatus::partial;
}

nlohmann::ordered_json record(Rule const& rule, std::vector<Extracted> const& fields) {
  auto all = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (has_value(fields[i])) all[rule.fields[i].name] = fields[i].value;
  }
  return all;
}

std::string_view outcome_word(Outcome outcome) noexcept {
  return outcome_words[static_cast<std::size_t>(outcome)];
}

std::string_view status_word(PathStatus status) noexcept {
  return status_words[static_cast<std::size_t>(status)];
}

} // namespace artifactd::extraction
