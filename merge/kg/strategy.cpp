#include "merge/kg/strategy.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "merge/game/artifacts.hpp"
#include "merge/graph/raw_merge.hpp"
#include "merge/jq/jq_program.hpp"
#include "merge/kg/append.hpp"
#include "merge/kg/canonical_keys.hpp"
#include "state/json/walk.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

Finding semantic(std::string code, std::string message, std::string expected, std::string found,
                 std::string hint) {
  Finding finding;
  finding.code = std::move(code);
  finding.tier = Tier::semantic;
  finding.message = std::move(message);
  finding.expected = std::move(expected);
  finding.found = std::move(found);
  finding.hint = std::move(hint);
  return finding;
}

/// The object without its canonical arrays, which `append` adds elsewhere.
std::string without_arrays(std::string_view object) {
  std::string rest = "{";
  for (auto const& member : json::members(object)) {
    auto key = member.key.of(object);
    if (is_canonical_array(json::decode(key))) continue;
    rest += rest.size() > 1 ? ", " : "";
    rest += key;
    rest += ": ";
    rest += member.value.of(object);
  }
  return rest += "}";
}

/// Updates the time stamp of the graph, if it has one: in seconds, as its tools write it.
void note_update(GraphDraft& draft) {
  constexpr std::string_view key = "last_updated";
  constexpr std::size_t to_seconds = 19;
  if (draft.member(key)) draft.set(key, {draft.keep(json::quote(iso8601_now().substr(0, to_seconds) + "Z"))});
}

Result<std::vector<Finding>> append(GraphDraft& draft, Name const& agent, ArtifactSet const& set) {
  auto const before = draft.revision();
  auto findings = TRY(append_artifacts(draft, set));
  if (!findings.empty()) return findings;
  std::vector<std::string> rests;
  for (auto object : roots_of(set))
    rests.push_back(without_arrays(object));
  auto merged = raw_merge(std::vector<std::string_view>(rests.begin(), rests.end()));
  if (merged != "{}" || draft.member(agent.str())) draft.set(agent.str(), {draft.keep(std::move(merged))});
  if (draft.revision() != before) note_update(draft);
  return findings;
}

/// A log is the array of its lines.
std::string filter_text(Artifact const& artifact) {
  auto texts = texts_of(artifact);
  return is_log(artifact) ? fmt::format("[{}]", fmt::join(texts, ", ")) : std::string(texts.at(0));
}

/// {"graph": …without the agent's member…, "artifacts": {"file.json": …}}
std::string filter_input(GraphDraft draft, Name const& agent, ArtifactSet const& set) {
  draft.remove(agent.str());
  std::string input = R"({"graph": )" + flatten(draft.pieces()) + R"(, "artifacts": {)";
  char const* separator = "";
  for (auto const& artifact : set.files) {
    input += fmt::format("{}{}: {}", separator, json::quote(layout::plain_name(artifact.name)),
                         filter_text(artifact));
    separator = ", ";
  }
  return input += "}}";
}

Result<std::vector<Finding>> filter(GraphDraft& draft, Name const& agent, ArtifactSet const& set,
                                    std::string const& program, JqLimits const& limits) {
  auto answer = TRY(run_jq(program, filter_input(draft, agent, set), limits));
  if (answer.stopped)
    return std::vector{
        semantic("filter.failed", "the filter configured for this agent did not finish on its artifacts",
                 "artifacts the filter can work with", answer.error,
                 "Look for very large numbers, dates or lists, and write less or plainer values. If they are "
                 "right, the operator has to change the filter or its limits.")};
  if (!answer.error.empty())
    return std::vector{semantic("filter.failed", "the filter configured for this agent refused its artifacts",
                                "artifacts the filter can work with", answer.error,
                                "Repair what the filter's message names.")};
  if (answer.outputs.size() != 1 || json::type_of(answer.outputs[0]) != json::Type::object)
    return std::vector{
        semantic("filter.not_object", "the filter configured for this agent did not give exactly one object",
                 "exactly one object",
                 fmt::format("{} values{}", answer.outputs.size(),
                             answer.outputs.empty() ? "" : ", the first: " + answer.outputs[0].substr(0, 80)),
                 "Write artifacts from which the filter can compute the agent's member.")};
  if (!json::scan(answer.outputs[0], {.depth = 255}))
    return std::vector{semantic("graph.too_deep", "the filter's object is nested too deep for a graph",
                                "at most 255 levels", "more", "Nest the artifacts less deep.")};
  draft.set(agent.str(), {draft.keep(std::move(answer.outputs[0]))});
  return std::vector<Finding>{};
}

} // namespace

std::optional<Finding> reserved_name(Name const& agent) {
  if (!is_canonical_key(agent.str())) return std::nullopt;
  return semantic(
      "name.reserved",
      fmt::format("\"{}\" is a part of every knowledge graph and cannot be an agent's name", agent.str()),
      "an agent name that is not a key of the graph itself", agent.str(),
      "Use another name for the artifact directory and the signal, for instance " + agent.str() + "-agent.");
}

Result<std::vector<Finding>> apply_strategy(GraphDraft& draft, Name const& agent, ArtifactSet const& set,
                                            AgentRules const& rules) {
  if (auto reserved = reserved_name(agent)) return std::vector{*std::move(reserved)};
  auto saved = draft.edits();
  auto findings = [&]() -> Result<std::vector<Finding>> {
    switch (rules.strategy) {
    case Strategy::append:
      return append(draft, agent, set);
    case Strategy::filter:
      return filter(draft, agent, set, rules.filter, rules.checks.jq);
    case Strategy::name_space:
      break;
    }
    auto is_game = rules.checks.profile == Profile::game;
    draft.set(agent.str(), {draft.keep(is_game ? game::member_of_game(set) : raw_merge(roots_of(set)))});
    return std::vector<Finding>{};
  }();
  if (!findings || !findings->empty()) draft.undo(std::move(saved));
  return findings;
}

namespace {

Finding graph_too_large(std::uint64_t size, std::uint64_t limit) {
  return semantic("graph.too_large", fmt::format("with these artifacts the graph would have {} bytes", size),
                  fmt::format("at most {} bytes", limit), fmt::format("{} bytes", size),
                  "Write less, or remove what is no longer needed.");
}

} // namespace

Result<std::vector<Finding>> put_agent(GraphDraft& draft, Name const& agent, ArtifactSet const& set,
                                       AgentRules const& rules, std::uint64_t most_bytes) {
  auto saved = draft.edits();
  auto findings = [&]() -> Result<std::vector<Finding>> {
    auto found = TRY(apply_strategy(draft, agent, set, rules));
    if (!found.empty()) return found;
    if (auto size = size_of(draft.pieces()); size > most_bytes)
      return std::vector{graph_too_large(size, most_bytes)};
    return failed_over_graph(rules.checks.assertions, draft, rules.checks.jq);
  }();
  if (!findings || !findings->empty()) draft.undo(std::move(saved));
  return findings;
}

} // namespace artifactd
