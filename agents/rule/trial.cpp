#include "agents/rule/trial.hpp"

#include "agents/rule/coercion.hpp"
#include "agents/rule/fitting_segments.hpp"
#include "agents/rule/sample_structure.hpp"
#include "agents/rule/typography.hpp"
#include "state/json/json_text.hpp"
#include "state/json/place.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::extraction {

namespace {

/// A longer structure does not help.
constexpr std::size_t longest_structure = 500;

Finding glob_mismatch(Rule const& rule, Samples const& samples) {
  auto const structure = structure_of(samples.paths);
  auto hint = typographic_hint(rule.glob.text());
  if (hint.empty() && std::max(structure.glob.size(), structure.shape.size()) > longest_structure)
    hint = "Compare the glob with the paths, component by component.";
  if (hint.empty())
    hint = fmt::format("The sample paths have structure {}; the glob '{}' matches them all.",
                       printable(structure.shape), printable(structure.glob));
  return {.code = "GLOB_MISMATCH",
          .tier = Tier::semantic,
          .pointer = "/glob",
          .message = fmt::format("Glob '{}' doesn't match any sample paths", printable(rule.glob.text())),
          .expected = "a glob that matches at least one sample path",
          .found = first_paths(samples),
          .hint = std::move(hint)};
}

std::string cure_of_pattern(Field const& field, SamplePath const& path) {
  auto hint = typographic_hint(field.pattern->expression());
  if (hint.empty()) hint = fitting_segments(field, path);
  return hint.empty() ? hint : "; " + hint;
}

/// Why a field has no value.
std::string reason(Field const& field, Extracted const& extracted, SamplePath const& path) {
  auto const name = shortened(field.name);
  switch (extracted.outcome) {
  case Outcome::no_source:
    return fmt::format("{}: segment({}) is not among the path's {} segments", name, field.source.index,
                       1 + std::ranges::count(path.parts, '/'));
  case Outcome::no_match:
    return fmt::format("{}: the pattern finds no match in {}{}", name, shown(extracted.text),
                       cure_of_pattern(field, path));
  default:
    return fmt::format("{}: a value", name);
  }
}

Finding empty_extraction(Rule const& rule, SamplePath const& path) {
  auto const fields = extract(rule, path);
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < std::min<std::size_t>(fields.size(), 3); ++i)
    reasons.push_back(reason(rule.fields[i], fields[i], path));
  return {.code = "EMPTY_EXTRACTION",
          .tier = Tier::semantic,
          .pointer = "/extract",
          .message = "Rule matches files but extracts no fields",
          .expected = "a value for at least one field",
          .found = fmt::format("nothing in {}", shown(path.given)),
          .hint = fmt::format("{}. segment(-1) is the file name, segment(-2) its folder.",
                              fmt::join(reasons, "; "))};
}

/// The samples in which a field's value is not of its type.
struct Mistyped {
  std::size_t count = 0;
  SamplePath const* first = nullptr;
  std::string text{};
};

Finding coercion_failed(Field const& field, Mistyped const& mistyped) {
  auto const type = type_word(field.type);
  auto const fitting = fitting_segments(field, *mistyped.first);
  return {
      .code = "TYPE_COERCION_FAILED",
      .tier = Tier::semantic,
      .pointer = "/extract" + json::pointer_step(field.name) + "/type",
      .message = fmt::format("Field '{}' is not a valid {} in {} of the sample paths: {} in {}",
                             shortened(field.name), type, mistyped.count, shown(mistyped.text),
                             shown(mistyped.first->given)),
      .expected = std::string(type_form(field.type)),
      .found = shown(mistyped.text),
      .hint =
          fitting.empty()
              ? "Capture just the value with a pattern, give the field a default, or make its type string."
              : fitting + "."};
}

} // namespace

Json to_json(std::vector<Preview> const& preview) {
  auto rows = Json::array();
  for (auto const& each : preview) {
    auto& row = rows.emplace_back(Json{{"path", each.path}, {"extracted", each.extracted}});
    if (each.status) row["status"] = status_word(*each.status);
  }
  return rows;
}

Json counted(std::vector<PathStatus> const& statuses) {
  auto counts = Json::object();
  for (auto const status : statuses) {
    auto& count = counts[std::string(status_word(status))];
    count = (count.is_number() ? count.get<int>() : 0) + 1;
  }
  return counts;
}

Trial try_rule(RawText const& raw, Rule const& rule, Samples const& samples) {
  Trial trial;
  std::vector<Mistyped> mistyped(rule.fields.size());
  SamplePath const* first = nullptr; // that matches
  bool any_value = false;
  for (auto const& path : samples.paths) {
    auto& status = trial.statuses.emplace_back(PathStatus::unmatched);
    if (!rule.glob.matches(path.parts)) continue;
    if (first == nullptr) first = &path;
    auto const fields = extract(rule, path);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      any_value = any_value || has_value(fields[i]);
      if (fields[i].outcome == Outcome::not_typed && mistyped[i].count++ == 0)
        mistyped[i] = {1, &path, fields[i].text};
    }
    status = status_of(fields);
    if (trial.preview.size() < previewed) trial.preview.push_back({path.given, record(rule, fields), status});
  }
  auto const report = [&](Finding finding, std::size_t byte) {
    locate(finding, raw, byte);
    trial.findings.push_back(std::move(finding));
  };
  if (first == nullptr) report(glob_mismatch(rule, samples), rule.glob_byte);
  for (std::size_t i = 0; i < mistyped.size(); ++i)
    if (mistyped[i].count > 0) report(coercion_failed(rule.fields[i], mistyped[i]), rule.fields[i].byte);
  bool const empty = first != nullptr && !rule.fields.empty() && !any_value;
  // A value of the wrong type is a separate cause, and already reported.
  if (empty && trial.findings.empty()) report(empty_extraction(rule, *first), rule.fields.front().byte);
  return trial;
}

} // namespace artifactd::extraction
