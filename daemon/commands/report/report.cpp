#include "agents/report/correcting.hpp"
#include "daemon/commands/play/play_decision.hpp"
#include "daemon/commands/report/report_order.hpp"
#include "daemon/interventions/decision.hpp"
#include "daemon/queries/reports.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_member.hpp"
#include "state/platform/identity.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using report::ReportBook;

void print_answer(Json const& result) {
  fmt::print("{}\n", printable(text_member(result, "category")));
  fmt::print("{}\n", printable(text_member(result, "text")));
  if (auto const proposal = result.find("proposal"); proposal != result.end() && proposal->is_object())
    fmt::print("proposal {}: artifactctl report confirm SESSION {}\n",
               printable(text_member(*proposal, "id")), printable(text_member(*proposal, "id")));
  if (auto const edit = text_member(result, "edit"); !edit.empty())
    fmt::print("handed to the editor: edits/{}.json\n", printable(edit));
}

enum class Refusal : bool {
  stays,    ///< somebody else made the request, and repairs it
  withdrawn ///< this command made the request
};

Result<Exit> refused(Cli const& cli, Case const& chosen, ReportDone const& done, Refusal refusal) {
  tell_findings(cli, done.findings);
  if (refusal == Refusal::stays)
    tell(cli,
         fmt::format("refused; see {}/{}", chosen.session().shown(), layout::instructions(chosen.signal)));
  else
    TRY(withdraw_report(chosen));
  return Exit::judged_bad;
}

Result<Exit> settle(Cli const& cli, Case const& chosen, Duration wait, Refusal refusal) {
  auto const done = TRY(settle_report(chosen, wait));
  if (done.answer.is_null()) return refused(cli, chosen, done, refusal);
  if (cli.output == Output::json)
    print_json(done.answer);
  else
    print_answer(done.answer);
  return Exit::ok;
}

Result<Exit> ask(Cli const& cli, Case const& chosen, ReportOptions const& options) {
  TRY(submit_report(chosen, options));
  return settle(cli, chosen, options.wait, Refusal::withdrawn);
}

Result<ReportBook> book_of(Config const& config) {
  return answer_as_self([&] { return ReportBook::open(report_policy(config).book); });
}

Result<Exit> list(Cli const& cli, Config const& config, Session const& session) {
  auto const found = TRY(list_reports(session, report_policy(config)));
  if (cli.output == Output::json) return print_json(to_json(found)), Exit::ok;
  if (found.answers.empty()) fmt::print("no reports\n");
  for (auto const& each : found.answers)
    fmt::print("{}  {}  {}  {}\n", each.at, each.report, each.category, printable(each.play));
  for (auto const& each : found.proposals)
    fmt::print("proposal {} ({}) of {}: {}\n", each.id, word_of(each.state), printable(each.report),
               printable(each.reason));
  return Exit::ok;
}

Result<Json> answer_to_show(Config const& config, Session const& session, ReportOptions const& options) {
  auto const name = TRY(report_signal_named(options.name)).name;
  if (options.evidence == ReportOptions::Evidence::seen) return told_answer(session, name);
  return whole_answer(session, name, report_policy(config));
}

Result<Exit> show(Cli const& cli, Config const& config, Session const& session,
                  ReportOptions const& options) {
  auto const answer = TRY(answer_to_show(config, session, options));
  if (cli.output == Output::json) return print_json(answer), Exit::ok;
  print_answer(answer);
  for (auto const& each : answer.value("evidence", Json::array()))
    fmt::print("  {}\n", printable(text_member(each, "quote")));
  if (auto const why = text_member(answer, "unasked"); !why.empty()) // for the operator only
    fmt::print("the assistant gave no answer: {}\n", printable(why));
  return Exit::ok;
}

Result<Exit> wishes(Cli const& cli, Config const& config, Session const& session, bool clear) {
  if (clear) TRY(allow_decision(config, session));
  auto const kept = TRY(kept_wishes(session, report_policy(config)));
  if (cli.output == Output::json) {
    print_json(to_json(kept));
  } else {
    if (kept.empty()) fmt::print("no wishes\n");
    for (auto const& each : kept)
      fmt::print("{}  {}\n", each.at, printable(each.text));
  }
  if (clear && !kept.empty()) TRY(TRY(book_of(config)).forget_wishes(session.shown()));
  return Exit::ok;
}

Decision decision_of(ReportOptions const& options) {
  if (options.what == ReportOptions::What::confirm) return Decision::confirm;
  if (options.what != ReportOptions::What::undo) return Decision::reject;
  return static_cast<report::Undo>(options.undo) == report::Undo::by_restart ? Decision::undo_by_restart
                                                                             : Decision::undo_by_inverse;
}

Result<Exit> decide(Cli const& cli, Config const& config, Session const& session,
                    ReportOptions const& options) {
  auto const json =
      TRY(decide_proposal(config, session, options.name, decision_of(options), decided_by_user()));
  if (cli.output == Output::json) return print_json(json), Exit::ok;
  fmt::print("{}: {}\n", text_member(json["proposal"], "id"), text_member(json["proposal"], "state"));
  return Exit::ok;
}

Result<Exit> answered(Cli const& cli, Config const& config, ReportOptions const& options) {
  using What = ReportOptions::What;
  auto named = TRY(session_argument(config, options.session));
  auto const& session = named.session;
  switch (options.what) {
  case What::ask:
    return ask(cli, {config, std::move(named), TRY(fresh_report_signal())}, options);
  case What::run:
    return settle(cli, {config, std::move(named), TRY(report_signal_named(options.name))}, options.wait,
                  Refusal::stays);
  case What::list:
    return list(cli, config, session);
  case What::show:
    return show(cli, config, session, options);
  case What::wishes:
    return wishes(cli, config, session, options.clear);
  default:
    return decide(cli, config, session, options);
  }
}

} // namespace

Exit report_command(Cli const& cli, ReportOptions const& options) {
  return run_configured(cli, configuration(cli), options, answered);
}

} // namespace artifactd
