#include "agents/common/request_file.hpp"
#include "agents/report/report_book.hpp"
#include "agents/report/report_kind.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/play/play_decision.hpp"
#include "daemon/process/log.hpp"
#include "daemon/settling/policies.hpp"
#include "state/dice/draws.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <thread>

namespace artifactd {

namespace {

using report::ReportBook;

constexpr auto between_tries =
    std::chrono::milliseconds(20); // between attempts while another process holds the session
constexpr std::size_t longest_result = std::size_t{16} << 20;
constexpr std::size_t name_digits = 12;

Result<Json> result_of(Session const& session, Name const& name) {
  auto const path = layout::report_result_of(name);
  auto json = Json::parse(TRY(read_file(session.directory(), path, longest_result)), nullptr, false);
  if (!json.is_object()) return fail(Fault::invalid, path + " is not an answer");
  return json;
}

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

Result<Exit> refused(Cli const& cli, Case const& chosen, Refusal refusal) {
  auto const log = load_attempts(chosen.session(), chosen.signal);
  if (log && !log->attempts.empty()) tell_findings(cli, log->attempts.back().findings);
  if (refusal == Refusal::stays) {
    tell(cli,
         fmt::format("refused; see {}/{}", chosen.session().shown(), layout::instructions(chosen.signal)));
    return Exit::judged_bad;
  }
  TRY(give_up(chosen));
  TRY(remove_name(chosen.session().directory(), layout::report_of(chosen.signal.name)));
  return Exit::judged_bad;
}

/// Settles in this process, even if another one may do so too.
Result<Exit> settle(Cli const& cli, Case const& chosen, Duration wait, Refusal refusal) {
  open_log({.level = LogLevel::error});
  auto journal = try_journal(chosen.config);
  Settling settling(chosen.config, journal ? &*journal : nullptr, nullptr);
  auto const until = Monotonic::now() + std::chrono::duration_cast<Monotonic::duration>(wait);
  auto const& session = chosen.session();
  auto const is_pending = [&] {
    return stamp_at(session.directory(), layout::signal(chosen.signal)).has_value();
  };
  while (is_pending()) {
    auto const done = settling.settle(session, chosen.named.key, {}, chosen.signal.name);
    if (!done && done.error().fault != Fault::busy) return fail(Error(done.error()));
    if (Monotonic::now() >= until) return fail(Fault::busy, "the report is still pending");
    if (is_pending()) std::this_thread::sleep_for(between_tries);
  }
  ask_to_look(chosen.config, chosen.named.key); // its request to the editor is pending
  if (stamp_at(session.directory(), layout::refused(chosen.signal))) return refused(cli, chosen, refusal);
  auto const result = TRY(result_of(session, chosen.signal.name));
  if (cli.output == Output::json)
    print_json(result);
  else
    print_answer(result);
  return Exit::ok;
}

Result<SignalName> signal_of(std::string const& name) {
  auto const parsed = Name::parse(name);
  if (!parsed)
    return fail(Fault::invalid, fmt::format("{} is not a valid report name: {}", printable(name), name_rule));
  return SignalName{*parsed, report_kind};
}

Result<Exit> ask(Cli const& cli, Config const& config, ReportOptions const& options) {
  Case const chosen{config, TRY(session_argument(config, options.session)),
                    TRY(signal_of("ask-" + dice::fresh_seed().substr(0, name_digits)))};
  Json request{{"message", options.name}};
  if (!options.play.empty()) request["play"] = options.play;
  if (!options.player.empty()) request["playerId"] = options.player;
  if (options.step > 0) request["step"] = options.step;
  if (!options.about.empty()) request["about"] = options.about;
  {
    auto const claim = TRY(claim_soon(chosen.session()));
    TRY(submit_request(claim, chosen.session(), chosen.signal, layout::report_of(chosen.signal.name),
                       pretty(request) + "\n"));
  }
  return settle(cli, chosen, options.wait, Refusal::withdrawn);
}

Result<ReportBook> book_of(Config const& config) {
  return answer_as_self([&] { return ReportBook::open(report_policy(config).book); });
}

Result<Exit> list(Cli const& cli, Config const& config, NamedSession const& named) {
  auto book = TRY(book_of(config));
  auto const answers = TRY(book.answers(named.session.shown()));
  auto const proposals = TRY(book.proposals(named.session.shown()));
  if (cli.output == Output::json) {
    auto reports = Json::array();
    for (auto const& each : answers)
      reports.push_back(
          {{"report", each.report}, {"category", each.category}, {"play", each.play}, {"at", each.at}});
    auto proposed = Json::array();
    for (auto const& each : proposals)
      proposed.push_back(to_json(each));
    print_json({{"version", 1}, {"reports", std::move(reports)}, {"proposals", std::move(proposed)}});
    return Exit::ok;
  }
  if (answers.empty()) fmt::print("no reports\n");
  for (auto const& each : answers)
    fmt::print("{}  {}  {}  {}\n", each.at, each.report, each.category, printable(each.play));
  for (auto const& each : proposals)
    fmt::print("proposal {} ({}) of {}: {}\n", each.id, word_of(each.state), printable(each.report),
               printable(each.reason));
  return Exit::ok;
}

Result<Exit> show(Cli const& cli, Config const& config, NamedSession const& named,
                  ReportOptions const& options) {
  auto const signal = TRY(signal_of(options.name));
  auto result = Json();
  if (options.evidence == ReportOptions::Evidence::all) {
    auto book = TRY(book_of(config));
    auto const answers = TRY(book.answers(named.session.shown()));
    auto const found = std::ranges::find(answers, signal.name.str(), &report::Answered::report);
    if (found == answers.end())
      return fail(Fault::missing, fmt::format("no report '{}' was answered here", signal.name.str()));
    result = found->whole;
    result["category"] = found->category;
  } else {
    result = TRY(result_of(named.session, signal.name));
  }
  if (cli.output == Output::json) {
    print_json(result);
    return Exit::ok;
  }
  print_answer(result);
  for (auto const& each : result.value("evidence", Json::array()))
    fmt::print("  {}\n", printable(text_member(each, "quote")));
  return Exit::ok;
}

Result<Exit> wishes(Cli const& cli, Config const& config, NamedSession const& named, bool clear) {
  if (clear) TRY(allow_decision(config, named.session));
  auto book = TRY(book_of(config));
  auto rows = Json::array();
  for (auto const& each : TRY(book.wishes(named.session.shown())))
    rows.push_back({{"report", each.report},
                    {"play", each.play},
                    {"playerId", each.player},
                    {"wish", each.text},
                    {"at", each.at}});
  if (cli.output == Output::json) {
    print_json({{"version", 1}, {"wishes", rows}});
  } else {
    if (rows.empty()) fmt::print("no wishes\n");
    for (auto const& row : rows)
      fmt::print("{}  {}\n", text_member(row, "at"), printable(text_member(row, "wish")));
  }
  if (clear) TRY(book.forget_wishes(named.session.shown()));
  return Exit::ok;
}

Result<Exit> answered(Cli const& cli, Config const& config, ReportOptions const& options) {
  if (options.what == ReportOptions::What::ask) return ask(cli, config, options);
  auto named = TRY(session_argument(config, options.session));
  switch (options.what) {
  case ReportOptions::What::run:
    return settle(cli, {config, std::move(named), TRY(signal_of(options.name))}, options.wait,
                  Refusal::stays);
  case ReportOptions::What::show:
    return show(cli, config, named, options);
  case ReportOptions::What::wishes:
    return wishes(cli, config, named, options.clear);
  default:
    return list(cli, config, named);
  }
}

} // namespace

Exit report_command(Cli const& cli, ReportOptions const& options) {
  auto const config = configuration(cli);
  if (!config) return config.error();
  auto const exit = answered(cli, *config, options);
  return exit ? *exit : complain(cli, exit.error());
}

} // namespace artifactd
