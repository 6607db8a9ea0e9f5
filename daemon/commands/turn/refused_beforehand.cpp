#include "daemon/commands/turn/refused_beforehand.hpp"

#include "agents/turn/prepared_step.hpp"
#include "daemon/queries/named_story.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"
#include "watchers/scan.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

StepDone refused(Finding finding) {
  auto const exit = exit_of_turn(finding.code);
  return {.exit = exit, .findings = {std::move(finding)}};
}

Finding beyond_utf8(std::string const& member) {
  return turn::turn_finding({}, member == "text" ? "turn.text" : "turn.shape",
                            member == "text" ? "the text is not UTF-8"
                                             : fmt::format("`{}` is not UTF-8", member),
                            "Write it in UTF-8: a text is never changed.");
}

} // namespace

std::optional<StepDone> refused_beforehand(Case const& chosen, Json const& request) {
  if (auto const member = member_beyond_utf8(request); !member.empty()) return refused(beyond_utf8(member));
  auto const what = text_member(request, "do");
  auto const& session = chosen.session();
  if (what == "begin" || what == "forget") return std::nullopt;
  if (stamp_at(session.directory(), layout::home) && stamp_at(session.directory(), layout::turns))
    return std::nullopt;
  auto const signs = scan_session(session.directory(), chosen.config.served.kinds);
  if (!signs || !signs->pending.empty()) return std::nullopt; // one of them may begin a story
  auto const has = has_story(chosen.config, chosen.named);
  if (!has || *has) return std::nullopt;
  return refused(turn::no_story_finding());
}

} // namespace artifactd
