// Plays and what players report about them.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/asked_answer.hpp"
#include "daemon/api/page.hpp"
#include "daemon/queries/examined_play.hpp"
#include "daemon/queries/plays.hpp"
#include "daemon/queries/reports.hpp"
#include "daemon/settling/policies.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t largest_log = std::size_t{16}
                                    << 20; ///< of a play that is examined while somebody waits

/// The record of the play that the path names.
Result<play::Record> record_of(Session const& session, Name const& name) {
  auto const directory = TRY(unless_missing(open_directory(session.directory(), layout::play_of(name))));
  if (!directory)
    return fail(Fault::missing, fmt::format("there is no play {} in {}", name.str(), session.shown()));
  auto const log = TRY(stamp_at(directory->get(), play::log_name));
  if (log.size > largest_log)
    return fail(Fault::too_large, "its log is too large to be examined here: artifactctl play show");
  return play::read_playable(directory->get(), name.str());
}

Result<ExaminedPlay> play_in_question(WebContext const& context, WebQuestion const& question,
                                      Detecting detecting, std::uint64_t to) {
  auto const name = TRY(play_argument(segment(question, 5)));
  auto const named = TRY(session_of(context, question));
  auto record = TRY(record_of(named.session, name));
  return context.checks->one(question.by->name,
                             [&] { return examine_play(std::move(record), name.str(), {}, detecting, to); });
}

} // namespace

Result<WebAnswer> answer_plays(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  auto const named = TRY(session_of(context, question));
  auto json = to_json(TRY(plays_of(*context.config, named.session)));
  page.cut(json, "plays");
  return document(json);
}

/// Its lines are paged; faults and the state at the end are always there.
Result<WebAnswer> answer_play(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  auto const play = TRY(play_in_question(context, question, Detecting::yes, 0));
  auto json = to_json(play, PlayDetail::whole);
  page.cut(json, "lines");
  return document(json);
}

/// The state that the steps up to this one lead to.
Result<WebAnswer> answer_play_step(WebContext const& context, WebQuestion const& question) {
  auto const to = TRY(whole_number(segment(question, 7)));
  if (to == 0) return fail(Fault::invalid, "steps are counted from 1");
  auto const play = TRY(play_in_question(context, question, Detecting::no, to));
  if (to > play.record.last_step()) return fail(Fault::missing, "the play has no such step");
  auto json = to_json(play.check);
  json["step"] = to;
  return document(json);
}

Result<WebAnswer> answer_reports(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  auto const named = TRY(session_of(context, question));
  auto json = to_json(TRY(list_reports(named.session, report_policy(*context.config))));
  page.cut(json, "reports");
  return document(json);
}

/// The same answer as the player's, with all its evidence.
Result<WebAnswer> answer_triage(WebContext const& context, WebQuestion const& question) {
  auto const name = TRY(agent_argument(segment(question, 5)));
  auto const named = TRY(session_of(context, question));
  auto json = TRY(whole_answer(named.session, name, report_policy(*context.config)));
  json["report"] = name.str();
  return document(json);
}

Result<WebAnswer> answer_wishes(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  auto const named = TRY(session_of(context, question));
  auto json = to_json(TRY(kept_wishes(named.session, report_policy(*context.config))));
  page.cut(json, "wishes");
  return document(json);
}

} // namespace artifactd
