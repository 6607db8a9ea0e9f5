#include "agents/report/correcting.hpp"

#include "agents/report/expiry.hpp"
#include "agents/report/played.hpp"
#include "merge/play/record/correction.hpp"
#include "merge/play/record/record_walk.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd::report {

namespace {

using play::RecordLine;

/// A play whose log is locked, read to its end.
class OpenPlay {
public:
  static Result<std::unique_ptr<OpenPlay>> open(Session const& session, std::string const& id) {
    auto const name = Name::parse(id);
    if (!name) return fail(Fault::invalid, id + " is not a valid id of a play");
    auto writer =
        TRY(play::RecordWriter::open(TRY(open_directory(session.directory(), layout::play_of(*name)))));
    return std::unique_ptr<OpenPlay>(new OpenPlay(std::move(writer), TRY(read_play(session, *name))));
  }

  [[nodiscard]] play::Record const& record() const { return played_.record; }
  [[nodiscard]] play::RecordWalk& walk() { return walk_; }

  /// The line that names a proposal under this key: "proposal", "undoes".
  [[nodiscard]] RecordLine const* line_of(char const* what, std::string const& proposal) const {
    auto const found = std::ranges::find_if(
        record().lines, [&](RecordLine const& line) { return line.more.value(what, Value()) == proposal; });
    return found == record().lines.end() ? nullptr : &*found;
  }

  /// Appends a line to the log, and puts the resulting state in place.
  Result<void> add(RecordLine line) {
    line.step = record().last_step() + 1;
    line.at = iso8601_now();
    line.digest_before = walk_.digest();
    line.phase_before = play::current_phase(walk_.state());
    auto const walked = walk_.take(line);
    if (!walked.failed.empty() || !walked.known_origin)
      return fail(Fault::invalid, "the play cannot continue from that step");
    line.phase_after = play::current_phase(walk_.state());
    line.digest_after = walk_.digest();
    TRY(writer_.append(line));
    return writer_.settle(walk_.state());
  }
  Result<void> settle() { return writer_.settle(walk_.state()); }

private:
  OpenPlay(play::RecordWriter writer, Played played)
      : writer_(std::move(writer)), played_(std::move(played)), game_(played_.files),
        walk_(game_, played_.record.meta.players) {
    for (auto const& line : played_.record.judged())
      walk_.take(line);
  }

  play::RecordWriter writer_;
  Played played_;
  game::Game game_;
  play::RecordWalk walk_;
};

Result<void> expired(std::string_view why) {
  return fail(Fault::changed, fmt::format("the proposal has expired: {}. Report it again.", why));
}

Result<void> still_holds(OpenPlay& play, Proposal const& proposal, ReportPolicy const& policy) {
  if (is_too_old(proposal, policy)) return expired("nobody confirmed it in time");
  if (play.record().last_step() != proposal.after || play.walk().digest() != proposal.base)
    return expired("the play continued");
  auto const found = play::state_digest(play.record().state);
  auto const is_older = proposal.found == proposal.base && play.walk().is_lately(found);
  if (found != proposal.found && !is_older) return expired("state.json was changed again");
  return {};
}

Result<RecordLine> line_of(OpenPlay& play, Proposal const& proposal, std::string const& by) {
  RecordLine line;
  line.more = {{"proposal", proposal.id}, {"confirmedBy", by}, {"reason", proposal.reason}};
  if (proposal.restart > 0) {
    line.kind = RecordLine::Kind::restart;
    line.more["from"] = proposal.restart;
    return line;
  }
  line.kind = RecordLine::Kind::correction;
  if (proposal.found != proposal.base) { // only state.json is wrong: set it to the log's result
    line.more["stateOps"] = proposal.ops;
    line.more["inverse"] = Value::array();
    return line;
  }
  auto const corrected = play::corrected(play.walk().runtime(), play.walk().state(), proposal.ops);
  if (!corrected) return fail(Fault::invalid, corrected.error());
  line.ops = proposal.ops;
  line.more["inverse"] = corrected->inverse;
  return line;
}

/// Whether a field still holds what the correction set.
bool is_untouched(Value const& op, Value const& now, RecordLine const& line, play::Record const& record) {
  auto const path = op.value("path", "");
  auto const names_it = [&](Value const& each) { return compact(each).find(path) != std::string::npos; };
  for (auto const& each : record.lines)
    if (each.step > line.step && std::ranges::any_of(each.ops, names_it)) return false;
  auto const* value = play::value_at(now, path);
  if (op.value("op", "") == "delete") return value == nullptr;
  return value != nullptr && *value == op.value("value", Value());
}

} // namespace

bool may_confirm(ReportPolicy const& policy, uid_t user, uid_t owner) noexcept {
  return user == 0 || user != owner || policy.confirm != Confirm::operators;
}

Result<void> confirm(Session const& session, ReportBook& book, Proposal const& proposal,
                     std::string const& by, ReportPolicy const& policy) {
  auto const play = TRY(OpenPlay::open(session, proposal.play));
  if (proposal.state == Proposal::State::open && play->line_of("proposal", proposal.id) != nullptr) {
    TRY(play->settle()); // a killed process applied it without recording that
    return book.close(proposal, Proposal::State::confirmed, by);
  }
  if (proposal.state != Proposal::State::open)
    return fail(Fault::exists, fmt::format("the proposal is {} already", word_of(proposal.state)));
  TRY(still_holds(*play, proposal, policy));
  TRY(play->add(TRY(line_of(*play, proposal, by))));
  return book.close(proposal, Proposal::State::confirmed, by);
}

Result<void> undo(Session const& session, ReportBook& book, Proposal const& proposal, std::string const& by,
                  Undo how) {
  if (proposal.state != Proposal::State::confirmed)
    return fail(Fault::exists,
                fmt::format("the proposal is {}: there is nothing to undo", word_of(proposal.state)));
  auto const play = TRY(OpenPlay::open(session, proposal.play));
  auto const* done = play->line_of("proposal", proposal.id);
  if (done == nullptr) return fail(Fault::missing, "the log has no line for this correction");
  if (play->line_of("undoes", proposal.id) != nullptr) {
    TRY(play->settle()); // a killed process undid it without recording that
    return book.close(proposal, Proposal::State::undone, by);
  }
  RecordLine line;
  line.more = {{"undoes", proposal.id}, {"confirmedBy", by}};
  if (how == Undo::by_restart) {
    line.kind = RecordLine::Kind::restart;
    line.more["from"] = done->step;
    line.more["reason"] = "undo of a correction";
  } else {
    auto const now = play->walk().state();
    for (auto const& op : done->ops)
      if (!is_untouched(op, now, *done, play->record()))
        return fail(Fault::changed,
                    fmt::format("later steps changed {}; with --restart the play continues from before "
                                "the correction",
                                op.value("path", "")));
    if (done->kind == RecordLine::Kind::restart)
      return fail(Fault::changed,
                  "the play continued from an earlier step; --restart returns to where it was");
    line.kind = RecordLine::Kind::correction;
    line.ops = done->more.value("inverse", Value::array());
    line.more["inverse"] = done->ops;
  }
  TRY(play->add(std::move(line)));
  return book.close(proposal, Proposal::State::undone, by);
}

} // namespace artifactd::report
