// What an agent's answer changes in a tuning state. An answer is a JSON merge patch of what the agent may
// write; an id that is already taken is replaced by the next free one, and references to it follow.
// Everything else in a state is written only by artifactd.
#pragma once

#include "state/platform/result.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// The text of a state with the answer merged in, or what is wrong with the answer, one sentence each.
/// `base`: the state the agent was shown; `now`: the one in place, whose action is under way.
struct Taken {
  std::string text;                ///< of the state; empty if there are faults
  std::vector<std::string> faults; ///< "/issues: …"
  std::string told;                ///< for people: "2 issues"
};
[[nodiscard]] Result<Taken> take_answer(std::string_view action, std::string_view base, std::string_view now,
                                        nlohmann::ordered_json const& answer);

/// What the agent changed in its copy, as a merge patch of the top level; empty if it changed nothing.
[[nodiscard]] nlohmann::ordered_json changes_of(nlohmann::ordered_json const& base,
                                                nlohmann::ordered_json const& copy);

/// The JSON Schema (draft 7) of the answer to this action: its members and their contents.
[[nodiscard]] nlohmann::ordered_json answer_schema(std::string_view action);

} // namespace artifactd
