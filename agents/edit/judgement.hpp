// What all checks say about an agent's artifacts, beyond the first tier that refuses them. A run's judgements
// are kept with it, so that it can be repeated after its agent's rules have changed.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/diagnosis/agent_rules.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

/// The errors in these artifacts. An Error if they cannot be determined.
using ArtifactJudge = std::function<Result<std::vector<Finding>>(ArtifactSet const&)>;

struct Judgement {
  std::string texts; ///< texts_digest of the judged artifacts
  std::vector<Finding> errors;
};

/// Like diagnose(), but also runs the assertions if only schemas refuse the artifacts: errors hidden by
/// schema violations then do not look new once those are gone. Errors only, as read back from a record.
Result<std::vector<Finding>> every_error(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                         ArtifactLimits const& limits);

/// An error in one line: place and message, without line numbers, which every change moves.
[[nodiscard]] std::string error_line(Finding const& finding);

/// Over the names and texts of the files, in order.
[[nodiscard]] std::string texts_digest(ArtifactSet const& set);

[[nodiscard]] nlohmann::ordered_json to_json(std::vector<Judgement> const& judgements);
/// Fault::invalid if it is damaged.
Result<std::vector<Judgement>> judgements_from_json(nlohmann::ordered_json const& json);

/// Repeats these judgements; Fault::changed for artifacts they do not cover.
[[nodiscard]] ArtifactJudge recorded_judge(std::vector<Judgement> judgements);

} // namespace artifactd::editor
