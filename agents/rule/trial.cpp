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

Finding semantic(std::string code, std::string pointer, std::string message) {
  Finding finding{.code = std::move(code), .tier = Tier::semantic};
  finding.pointer = std::move(pointer);
  finding.message = std::move(message);
  return finding;
}

Finding glob_mismatch(Rule const& rule, Samples const& samples) {
  auto finding =
      semantic("GLOB_MISMATCH", "/glob",
               fmt::format("Glob '{}' doesn't match any sample paths", printable(rule.glob.text())));
  finding.expected = "a glob that matches at least one sample path";
  finding.found = first_paths(samples);
  auto const structure = structure_of(samples.paths);
  if (auto const typographic = typographic_hint(rule.glob.text()); !typographic.empty())
    finding.hint = typographic;
  else if (structure.glob.size() > longest_structure || structure.shape.size() > longest_structure)
    finding.hint = "Compare the glob with the paths, component by component.";
  else
    finding.hint = fmt::format("The sample paths have structure {}; the glob '{}' matches them all.",
                               printable(structure.shape), printable(structure.glob));
  return finding;
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
  auto finding = semantic("EMPTY_EXTRACTION", "/extract", "Rule matches files but extracts no fields");
  finding.expected = "a value for at least one field";
  finding.found = fmt::format("nothing in {}", shown(path.given));
  auto const fields = extract(rule, path);
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < std::min<std::size_t>(fields.size(), 3); ++i)
    reasons.push_back(reason(rule.fields[i], fields[i], path));
  finding.hint =
      fmt::format("{}. segment(-1) is the file name, segment(-2) its folder.", fmt::join(reasons, "; "));
  return finding;
}

/// The samples in which a field's value is not of its type.
struct Mistyped {
  std::size_t count = 0;
  SamplePath const* first = nullptr;
  std::string text{};
};

Finding coercion_failed(Field const& field, Mistyped const& mistyped) {
  auto const type = type_word(field.type);
  auto finding = semantic("TYPE_COERCION_FAILED", "/extract" + json::pointer_step(field.name) + "/type",
                          fmt::format("Field '{}' is not a valid {} in {} of the sample paths: {} in {}",
                                      shortened(field.name), type, mistyped.count, shown(mistyped.text),
                                      shown(mistyped.first->given)));
  finding.expected = type_form(field.type);
  finding.found = shown(mistyped.text);
  auto const fitting = fitting_segments(field, *mistyped.first);
  finding.hint =
      fitting.empty()
          ? "Capture just the value with a pattern, give the field a default, or make its type string."
          : fitting + ".";
  return finding;
}

/// Goes through the samples once.
class Tryout {
public:
  Tryout(RawText const& raw, Rule const& rule, Samples const& samples)
      : raw_(raw), rule_(rule), samples_(samples), mistyped_(rule.fields.size()) {}

  Trial run() {
    for (auto const& path : samples_.paths)
      trial_.statuses.push_back(look_at(path));
    if (first_ == nullptr) report(glob_mismatch(rule_, samples_), rule_.glob_byte);
    for (std::size_t i = 0; i < mistyped_.size(); ++i)
      if (mistyped_[i].count > 0)
        report(coercion_failed(rule_.fields[i], mistyped_[i]), rule_.fields[i].byte);
    bool const empty = first_ != nullptr && !rule_.fields.empty() && !any_value_;
    // A value of the wrong type is a separate cause, and already reported.
    if (empty && trial_.findings.empty()) report(empty_extraction(rule_, *first_), rule_.fields.front().byte);
    return std::move(trial_);
  }

private:
  PathStatus look_at(SamplePath const& path) {
    if (!rule_.glob.matches(path.parts)) return PathStatus::unmatched;
    if (first_ == nullptr) first_ = &path;
    auto const fields = extract(rule_, path);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      any_value_ = any_value_ || has_value(fields[i]);
      if (fields[i].outcome == Outcome::not_typed && mistyped_[i].count++ == 0)
        mistyped_[i] = {1, &path, fields[i].text};
    }
    auto const status = status_of(fields);
    if (trial_.preview.size() < previewed)
      trial_.preview.push_back({path.given, record(rule_, fields), status});
    return status;
  }

  void report(Finding finding, std::size_t byte) {
    locate(finding, raw_, byte);
    trial_.findings.push_back(std::move(finding));
  }

  RawText raw_;
  Rule const& rule_;
  Samples const& samples_;
  SamplePath const* first_ = nullptr; ///< that matches
  bool any_value_ = false;
  std::vector<Mistyped> mistyped_; ///< by field
  Trial trial_;
};

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
  return Tryout(raw, rule, samples).run();
}

} // namespace artifactd::extraction
