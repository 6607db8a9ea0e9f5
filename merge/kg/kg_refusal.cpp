#include "merge/kg/kg_refusal.hpp"

#include "merge/kg/scanned_graph.hpp"
#include "merge/kg/strategy.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

std::vector<std::string> requirements(Name const& agent, AgentRules const& rules, KgPolicy const& policy) {
  auto place = layout::artifacts_of(agent);
  std::vector<std::string> lines{
      fmt::format("each artifact is a file {}/<name>.json of at most {} bytes; .json.gz and .ndjson (one "
                  "object on each line) do as well, other names and subdirectories are not read",
                  place, policy.artifacts.bytes),
      fmt::format(
          "each file is strict JSON in UTF-8 (no comments, no trailing commas, no code fences, no key "
          "twice), nested at most {} deep, with one object at the top",
          policy.artifacts.depth)};
  if (!rules.required.empty())
    lines.push_back(fmt::format("these files exist: {}", fmt::join(rules.required, ", ")));
  return lines;
}

Result<std::vector<Finding>> preview_findings(Session const& session, Name const& agent,
                                              ArtifactSet const& set, AgentRules const& rules,
                                              KgPolicy const& policy, std::vector<Finding> findings) {
  BufferPool pool;
  auto edition = read_graph(session, policy.side, policy.graph.bytes, pool);
  if (!edition && edition.error().fault != Fault::missing) return fail(std::move(edition).error());
  auto text = edition ? edition->bytes.view() : new_graph;
  auto document = json::scan(text, {.depth = policy.graph.depth});
  if (!document || document->type != json::Type::object)
    return fail(Fault::invalid, "graph.damaged: the graph of " + session.shown() + " is not a JSON object");
  GraphDraft draft(text, *document);
  std::ranges::move(TRY(put_agent(draft, agent, set, rules, policy.graph.bytes)),
                    std::back_inserter(findings));
  return findings;
}

} // namespace artifactd
