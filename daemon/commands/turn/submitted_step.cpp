#include "daemon/commands/turn/submitted_step.hpp"

#include "agents/common/request_file.hpp"
#include "state/json/json_member.hpp"
#include "state/json/parsed.hpp"
#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/in_flight.hpp"
#include "watchers/scan.hpp"

namespace artifactd {

namespace {

constexpr std::size_t longest_result = 8 << 20;
constexpr std::size_t most_reasons_told = 16; // some name a moment or a process, and are new each time

} // namespace

Result<std::optional<SignalName>> submitted_before(Case const& chosen, Json const& request) {
  auto const& session = chosen.session();
  nlohmann::json const wanted(request); // the order of its members does not matter
  for (auto const& each : TRY(scan_session(session.directory(), chosen.config.served.kinds)).pending) {
    if (each.name.kind != chosen.signal.kind || !each.name.name.str().starts_with(step_prefix)) continue;
    auto const text = read_file(session.directory(), layout::turn_of(each.name.name), longest_result);
    auto const json = text ? json::parsed(*text) : std::nullopt;
    if (json && nlohmann::json(*json) == wanted) return each.name;
  }
  return std::nullopt;
}

Result<void> SubmittedStep::submit(Json const& request) const {
  auto const claim = TRY(claim_soon(chosen_.session()));
  auto const text = pretty(request) + "\n";
  if (text_member(request, "do") != "forget")
    return submit_request(claim, chosen_.session(), chosen_.signal, request_path(), text);
  TRY(write_as_oneself(text));
  return drop_signal(claim, chosen_.session(), chosen_.signal);
}

void SubmittedStep::hear(ActivityEvent const& event) {
  if (event.session != chosen_.session().shown() || event.signal() != signal_word(chosen_.signal)) return;
  if (event.what == "pending")
    wait_for(event.reason);
  else if (on_step_)
    on_step_(event.what, event.text);
}

Result<std::optional<StepDone>> SubmittedStep::end() {
  if (stamp_at(chosen_.session().directory(), layout::signal(chosen_.signal))) {
    if (pending_.empty() || goes_on()) return std::nullopt;
    return waiting(exit_of_pending(), pending_);
  }
  if (stamp_at(chosen_.session().directory(), layout::refused(chosen_.signal))) return TRY(refused());
  return TRY(accepted());
}

StepDone SubmittedStep::late() const {
  return waiting(Exit::conflict, pending_.empty() ? "the turn is still being played" : pending_);
}

StepDone SubmittedStep::waiting(Exit exit, std::string why) const {
  auto const text = read_file(chosen_.session().directory(), request_path(), longest_result);
  auto const request = text ? json::parsed(*text).value_or(Json()) : Json();
  return {.exit = exit,
          .signal = signal_path(),
          .pending = std::move(why),
          .id = text_member(request, "user_action_id")};
}

/// Tells each reason once. The command tells the one that ends it itself.
void SubmittedStep::wait_for(std::string const& reason) {
  pending_ = reason;
  if (goes_on() && told_.size() < most_reasons_told && told_.insert(reason).second)
    tell(cli_, "it has to wait: " + printable(trimmed(reason)));
}

Exit SubmittedStep::exit_of_pending() const {
  return exit_of_turn(pending_.substr(0, pending_.find(':'))); // "turn.unreachable: …"
}

bool SubmittedStep::goes_on() const {
  return exit_of_pending() == Exit::judged_bad;
}

/// The request's owner shows who asks: only the operator may forget a story.
Result<void> SubmittedStep::write_as_oneself(std::string const& text) const {
  auto const& session = chosen_.session();
  TRY(session.private_directory(layout::turns));
  return answer_as_self([&]() -> Result<void> {
    auto like = session.stamp();
    like.owner = own_user();
    like.mode = 0644; // the session's owner, with whose rights it is read, has no others
    return replace_file_like(session, request_path(), text, like);
  });
}

std::string SubmittedStep::signal_path() const {
  return chosen_.session().shown() + "/" + layout::signal(chosen_.signal);
}

std::string SubmittedStep::request_path() const {
  return layout::turn_of(chosen_.signal.name);
}

/// A step from the command line leaves no files behind: its result is in the story.
Result<StepDone> SubmittedStep::accepted() const {
  auto const path = layout::turn_result_of(chosen_.signal.name);
  auto const text = TRY(read_file(chosen_.session().directory(), path, longest_result));
  auto result = json::parsed(text, result_limits);
  if (!result) return fail(Fault::invalid, path + " is not JSON, or nested too deeply");
  StepDone done{.result = *std::move(result)};
  TRY(remove_name(chosen_.session().directory(), path));
  TRY(remove_name(chosen_.session().directory(), request_path()));
  return done;
}

Result<StepDone> SubmittedStep::refused() const {
  StepDone done{.exit = Exit::judged_bad};
  auto const text =
      read_file(chosen_.session().directory(), layout::instructions(chosen_.signal), longest_result);
  auto const json = text ? json::parsed(*text).value_or(Json()) : Json();
  if (json.is_object() && json.contains("findings"))
    for (auto const& each : json["findings"])
      if (auto finding = finding_from_json(each)) {
        finding->file.clear(); // the person never saw that file
        finding->line.reset();
        finding->column.reset();
        finding->excerpt.clear();
        done.findings.push_back(*std::move(finding));
      }
  if (auto const* error = first_error(done.findings)) done.exit = exit_of_turn(error->code);
  TRY(give_up(chosen_));
  TRY(remove_name(chosen_.session().directory(), request_path()));
  return done;
}

} // namespace artifactd
