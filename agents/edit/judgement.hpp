// What every check says of an agent's artifacts, beyond the first tier that refuses them; and what was said
// in a run, which is kept with it: a run can be repeated where its agent's rules are others by now.
#pragma once

#include "merge/agent_rules.hpp"
#include "merge/artifact_set.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

/// The errors in these artifacts. An Error when they cannot be told.
using ArtifactJudge = std::function<Result<std::vector<Finding>>(ArtifactSet const&)>;

struct Judgement {
  std::string texts; ///< texts_digest of what was judged
  std::vector<Finding> errors;
};

/// As diagnose, and of what only schemas refuse the assertions, too: what a schema hid is nothing new once
/// its violations are gone. The errors alone, as a record gives them back.
Result<std::vector<Finding>> every_error(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                         ArtifactLimits const& limits);

/// One error among others: where and what, without line numbers, which every change moves.
[[nodiscard]] std::string error_line(Finding const& finding);

/// Over the names and texts of the files, in order.
[[nodiscard]] std::string texts_digest(ArtifactSet const& set);

[[nodiscard]] nlohmann::ordered_json to_json(std::vector<Judgement> const& judgements);
/// Fault::invalid when it is damaged.
Result<std::vector<Judgement>> judgements_from_json(nlohmann::ordered_json const& json);

/// Says what these say; Fault::changed of artifacts they do not know.
[[nodiscard]] ArtifactJudge recorded_judge(std::vector<Judgement> judgements);

} // namespace artifactd::editor
