#include "agents/turn/lost_turn.hpp"

#include "agents/common/request_file.hpp"
#include "agents/turn/prepared_step.hpp"
#include "agents/turn/store/commit.hpp"
#include "state/json/json_member.hpp"
#include "state/json/parsed.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t longest_result = 8 << 20; // bytes

} // namespace

Result<std::optional<Finding>> lost_turn(Store const& store, Session const& session,
                                         TurnRequest const& request, Name const& name) {
  auto const path = layout::turn_result_of(name);
  auto const text = read_file(session.directory(), path, longest_result);
  auto const is_none = [](Fault fault) {
    return fault == Fault::missing || fault == Fault::unsafe || fault == Fault::too_large;
  };
  if (!text && is_none(text.error().fault)) return std::nullopt; // no result of ours
  if (!text) return fail(text.error());
  auto const json = json::parsed(*text, result_limits).value_or(Json());
  auto const session_id = text_member(json, "session_id");
  auto const action_id = text_member(json, "user_action_id");
  if (session_id.empty() || action_id.empty() || json.contains("dry_run") || json.contains("forgotten"))
    return std::nullopt;
  if (TRY(turn(store, session_id, action_id))) return std::nullopt;
  auto finding =
      turn_finding(request, "turn.unknown",
                   fmt::format("{} is the result of \"{}\", which the database does not know: it was "
                               "restored from an older copy, or is another one",
                               path, printable(action_id)),
                   "Nothing was played, and the file is unchanged. Move it away if it is not needed, or "
                   "submit the action under another name.");
  finding.file.clear(); // the request is not at fault
  return finding;
}

} // namespace artifactd::turn
