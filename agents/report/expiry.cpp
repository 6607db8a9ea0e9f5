#include "agents/report/expiry.hpp"

#include "merge/play/record/record.hpp"
#include "merge/play/record/value_reader.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "state/session/session_layout.hpp"

namespace artifactd::report {

namespace {

/// Null if the log has none that can be read.
Value last_line(std::string_view log) {
  auto const end = log.rfind('\n'); // an incomplete last line does not count
  if (end == log.npos || end == 0) return nullptr;
  auto const begin = log.rfind('\n', end - 1) + 1;
  return play::json_in(log.substr(begin, end - begin));
}

} // namespace

bool is_too_old(Proposal const& proposal, ReportPolicy const& policy) {
  auto const age = std::chrono::nanoseconds(wall_now_ns()) - std::chrono::seconds(proposal.made);
  return age > policy.proposals_last;
}

bool has_expired(Session const& session, Proposal const& proposal, ReportPolicy const& policy) {
  if (is_too_old(proposal, policy)) return true;
  auto const id = Name::parse(proposal.play);
  auto const play = id ? open_directory(session.directory(), layout::play_of(*id)) : fail(Fault::missing, "");
  if (!play) return play.error().fault == Fault::missing;
  auto const log = read_file(play->get(), play::log_name, play::largest_log);
  if (!log) return false; // it is not known
  auto const line = last_line(*log);
  if (!line.is_object()) return false;
  if (line.value("proposal", Value()) == proposal.id) return false; // confirming again finishes it
  if (line.value("step", Value()) != proposal.after) return true;
  return proposal.found != proposal.base &&
         play::state_digest(play::read_state(play->get())) != proposal.found;
}

} // namespace artifactd::report
