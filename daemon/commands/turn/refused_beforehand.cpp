#include "daemon/commands/turn/refused_beforehand.hpp"

#include "agents/turn/prepared_step.hpp"
#include "daemon/queries/named_story.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"
#include "watchers/scan.hpp"

namespace artifactd {

std::optional<StepDone> refused_beforehand(Case const& chosen, Json const& request) {
  auto const what = text_member(request, "do");
  auto const& session = chosen.session();
  if (what == "begin" || what == "forget") return std::nullopt;
  if (stamp_at(session.directory(), layout::home) && stamp_at(session.directory(), layout::turns))
    return std::nullopt;
  auto const signs = scan_session(session.directory(), chosen.config.served.kinds);
  if (!signs || !signs->pending.empty()) return std::nullopt; // one of them may begin a story
  auto const has = has_story(chosen.config, chosen.named);
  if (!has || *has) return std::nullopt;
  StepDone done{.findings = {turn::no_story_finding()}};
  done.exit = exit_of_turn(done.findings.front().code);
  return done;
}

} // namespace artifactd
