// A graph as text with a draft over it, and artifacts without a disk: merging is pure, so most of it is
// tested without a session.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/diagnosis/agent_rules.hpp"
#include "merge/graph/graph_draft.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace artifactd::test {

/// Throws if the text does not scan.
[[nodiscard]] json::Document scanned(std::string_view text);

class GraphText {
public:
  explicit GraphText(std::string graph);
  GraphText(GraphText const&) = delete;
  GraphText& operator=(GraphText const&) = delete;

  /// The text that would be written now.
  [[nodiscard]] std::string text() { return flatten(draft.pieces()); }
  [[nodiscard]] nlohmann::json value() { return nlohmann::json::parse(text()); }

private:
  std::string text_;
  json::Document document_;

public:
  GraphDraft draft; ///< over the two above
};

/// The files of agent `a`, by name and content.
[[nodiscard]] ArtifactSet artifacts(std::vector<std::pair<std::string, std::string>> const& files);

struct Merged {
  std::string text;
  std::vector<std::string> findings; ///< codes of the findings
  nlohmann::json value;              ///< discarded if it holds numbers that cannot be parsed, only copied
};

/// Merges one agent's artifacts into a graph; throws on an Error.
[[nodiscard]] Merged merged(std::string const& graph, std::string_view agent, ArtifactSet const& set,
                            AgentRules const& rules = {});

} // namespace artifactd::test
