#include "merge/diagnosis/diagnose.hpp"

#include "merge/artifacts/artifact_log.hpp"
#include "merge/artifacts/artifact_text.hpp"
#include "merge/game/artifacts.hpp"
#include "merge/game/checks/validation.hpp"
#include "merge/play/search/look.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/repair.hpp"
#include "state/json/walk.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

constexpr std::size_t most_suggested = 5; // as many as anyone reads

void report_missing(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                    std::vector<Finding>& findings) {
  for (auto const& name : rules.required) {
    auto there = [&](ArtifactSet::Listed const& each) {
      return each.name == name || each.name == layout::packed_name(name);
    };
    if (std::ranges::any_of(set.listed, there)) continue;
    std::vector<std::string> present;
    for (auto const& each : set.listed)
      present.push_back(printable(each.name));
    auto const path = layout::artifacts_of(agent) + "/" + name;
    findings.push_back(
        {.code = "file.missing",
         .file = path,
         .message = fmt::format("the required file {} is missing", name),
         .expected = fmt::format("all of {}", fmt::join(rules.required, ", ")),
         .found = present.empty() ? "no artifact file" : fmt::format("{}", fmt::join(present, ", ")),
         .hint = fmt::format("Write {}.", path)});
  }
}

/// By json::Type.
constexpr std::array<std::string_view, 6> type_words = {"an object", "an array",  "a string",
                                                        "a number",  "a boolean", "null"};

/// `text` is valid JSON in the artifact.
std::optional<Finding> misshapen(Artifact const& artifact, std::string_view text) {
  auto type = json::type_of(text);
  if (type == json::Type::object) return std::nullopt;
  Finding finding{.code = "shape.not_object",
                  .tier = Tier::schema,
                  .file = artifact.path,
                  .pointer = "",
                  .message = is_log(artifact) ? "the line does not hold an object"
                                              : "the file does not hold an object at the top",
                  .expected = "an object, { … }",
                  .found = std::string(type_words[static_cast<std::size_t>(type)]),
                  .hint = R"(Put the value under a key that says what it is: { "items": … }.)"};
  json::locate(finding, artifact.bytes, static_cast<std::size_t>(text.data() - artifact.bytes.data()));
  return finding;
}

std::vector<Finding> syntax_of(Artifact const& artifact, ArtifactLimits const& limits) {
  if (is_log(artifact)) return log_findings(artifact, limits);
  return json::syntax_findings(artifact.path, artifact.bytes, {.depth = limits.depth});
}

/// The first finding says how to make the text valid JSON, if that is certain.
void suggest_repair(Artifact const& artifact, ArtifactLimits const& limits, std::vector<Finding>& findings) {
  if (findings.empty() || is_log(artifact)) return;
  auto const repaired = json::repair(artifact.bytes, {.depth = limits.depth});
  if (!repaired || repaired->repairs.empty()) return;
  auto& hint = findings.front().hint;
  hint += fmt::format("{}This makes it valid JSON:", hint.empty() ? "" : " ");
  for (std::size_t i = 0; i < repaired->repairs.size() && i < most_suggested; ++i)
    hint += (i == 0 ? " " : "; ") + json::sentence(repaired->repairs[i]);
  hint += repaired->repairs.size() > most_suggested
              ? fmt::format("; and {} more.", repaired->repairs.size() - most_suggested)
              : ".";
}

/// At most a hundred, for logs with thousands of lines.
void report_misshapen(Artifact const& artifact, std::vector<Finding>& findings) {
  std::size_t most = 100;
  for (auto text : texts_of(artifact)) {
    auto finding = misshapen(artifact, text);
    if (!finding) continue;
    findings.push_back(*std::move(finding));
    if (--most == 0) return;
  }
}

Finding unexpected_agent(Name const& agent) {
  return {.code = "agent.unexpected",
          .tier = Tier::semantic,
          .severity = Severity::warning,
          .message = fmt::format(
              "the metadata of {} says that it produces no artifacts, yet it dropped a signal", agent.str()),
          .hint = "Merged all the same; set produces_kg_artifacts to true if this is intended."};
}

/// For valid artifacts.
std::optional<Finding> too_many_members(Name const& agent, ArtifactSet const& set, std::size_t limit) {
  std::size_t members = 0;
  for (auto text : roots_of(set))
    members += merged_members(text);
  if (members <= limit) return std::nullopt;
  return Finding{
      .code = "dir.too_many_members",
      .file = layout::artifacts_of(agent) + "/",
      .message = fmt::format(
          "the objects in the artifacts have {} members together, more than the {} allowed", members, limit),
      .expected = fmt::format("at most {} members outside arrays", limit),
      .found = fmt::format("{} members", members),
      .hint = "Write long collections as entries of an array, { \"items\": [ … ] }: they do not count."};
}

/// A game is played only if nothing else is wrong with it.
Result<void> check_game(game::Game const& game, play::Simulation simulation, Diagnosis& diagnosis) {
  std::ranges::move(game::validate(game), std::back_inserter(diagnosis.findings));
  if (diagnosis.refused()) return {};
  std::ranges::move(TRY(play::look(game, simulation)), std::back_inserter(diagnosis.findings));
  return {};
}

enum class Beyond : std::uint8_t {
  everything,
  all_but_game,
  texts, ///< what the texts show: nothing is run
};

Result<Diagnosis> diagnose_with(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                ArtifactLimits const& limits, Beyond beyond) {
  Diagnosis diagnosis{set.findings};
  report_missing(agent, set, rules, diagnosis.findings);
  for (auto const& artifact : set.files) {
    auto findings = syntax_of(artifact, limits);
    if (rules.repair != TextRepairPolicy::off) suggest_repair(artifact, limits, findings);
    std::ranges::move(findings, std::back_inserter(diagnosis.findings));
  }
  if (!diagnosis.refused()) std::ranges::move(missing_lines(set), std::back_inserter(diagnosis.findings));
  if (!diagnosis.refused())
    if (auto finding = too_many_members(agent, set, limits.members))
      diagnosis.findings.push_back(*std::move(finding));
  if (diagnosis.refused()) return diagnosis;
  auto holds_list = [&](Artifact const& artifact) { // a schema may be a list of fields
    return rules.checks.profile == Profile::game &&
           !game::artifact_of(layout::plain_name(artifact.name)).empty();
  };
  for (auto const& artifact : set.files)
    if (!holds_list(artifact)) report_misshapen(artifact, diagnosis.findings);
  if (rules.version)
    std::ranges::move(version_findings(set, *rules.version), std::back_inserter(diagnosis.findings));
  if (diagnosis.refused()) return diagnosis;
  std::ranges::move(TRY(schema_findings(set, rules.checks)), std::back_inserter(diagnosis.findings));
  if (diagnosis.refused()) return diagnosis;
  auto const is_game = rules.checks.profile == Profile::game;
  if (beyond == Beyond::texts) {
    if (is_game)
      std::ranges::move(game::validate(game::game_of(set)), std::back_inserter(diagnosis.findings));
    return diagnosis;
  }
  if (is_game && beyond == Beyond::everything)
    TRY(check_game(game::game_of(set), rules.checks.simulation, diagnosis));
  std::ranges::move(TRY(assertion_findings(set, rules.checks)), std::back_inserter(diagnosis.findings));
  if (rules.produces == false) diagnosis.findings.push_back(unexpected_agent(agent));
  return diagnosis;
}

} // namespace

bool Diagnosis::refused() const noexcept {
  return has_error(findings);
}

Tier Diagnosis::tier() const noexcept {
  return tier_of(findings);
}

Result<Diagnosis> diagnose(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                           ArtifactLimits const& limits) {
  return diagnose_with(agent, set, rules, limits, Beyond::everything);
}

Result<Diagnosis> diagnose_all_but_game(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                        ArtifactLimits const& limits) {
  return diagnose_with(agent, set, rules, limits, Beyond::all_but_game);
}

Result<Diagnosis> diagnose_texts(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                 ArtifactLimits const& limits) {
  return diagnose_with(agent, set, rules, limits, Beyond::texts);
}

} // namespace artifactd
