#include "daemon/commands/report/report_order.hpp"

#include "agents/common/request_file.hpp"
#include "agents/report/report_kind.hpp"
#include "daemon/process/log.hpp"
#include "daemon/queries/reports.hpp"
#include "daemon/settling/settling.hpp"
#include "state/dice/draws.hpp"
#include "state/json/json_member.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"

#include <fmt/core.h>
#include <thread>

namespace artifactd {

namespace {

constexpr auto between_tries =
    std::chrono::milliseconds(20); // between attempts while another process holds the session
constexpr std::size_t request_digits = 12;

Json report_request(ReportOptions const& options) {
  Json request{{"message", options.name}};
  if (!options.play.empty()) request["play"] = options.play;
  if (!options.player.empty()) request["playerId"] = options.player;
  if (options.step > 0) request["step"] = options.step;
  if (!options.about.empty()) request["about"] = options.about;
  return request;
}

} // namespace

Result<SignalName> report_signal_named(std::string const& name) {
  auto const parsed = Name::parse(name);
  if (!parsed)
    return fail(Fault::invalid, fmt::format("{} is not a valid report name: {}", printable(name), name_rule));
  return SignalName{*parsed, report_kind};
}

Result<SignalName> fresh_report_signal() {
  return report_signal_named("ask-" + dice::fresh_seed().substr(0, request_digits));
}

Result<void> submit_report(Case const& chosen, ReportOptions const& options) {
  auto const request = report_request(options);
  if (auto const member = member_beyond_utf8(request); !member.empty())
    return fail(Fault::invalid, fmt::format("`{}` is not UTF-8, and a text is never changed", member));
  auto const claim = TRY(claim_soon(chosen.session()));
  return submit_request(claim, chosen.session(), chosen.signal, layout::report_of(chosen.signal.name),
                        pretty(request) + "\n");
}

Result<ReportDone> settle_report(Case const& chosen, Duration wait, std::function<bool()> const& wait_on) {
  open_log({.level = LogLevel::error});
  auto journal = try_journal(chosen.config);
  Settling settling(chosen.config, journal ? &*journal : nullptr, nullptr);
  auto const until = Monotonic::now() + std::chrono::duration_cast<Monotonic::duration>(wait);
  auto const& session = chosen.session();
  auto const is_pending = [&] {
    return stamp_at(session.directory(), layout::signal(chosen.signal)).has_value();
  };
  while (is_pending()) {
    auto const done =
        settling.settle(session, chosen.named.key, {}, {chosen.signal.name, chosen.signal.kind});
    if (!done && done.error().fault != Fault::busy) return fail(Error(done.error()));
    if (!is_pending()) break;
    if (Monotonic::now() >= until || (wait_on && !wait_on()))
      return fail(Fault::busy, fmt::format("report {} is still pending", chosen.signal.name.str()));
    std::this_thread::sleep_for(between_tries);
  }
  ask_to_look(chosen.config, chosen.named.key); // its request to the editor is pending
  if (!stamp_at(session.directory(), layout::refused(chosen.signal)))
    return ReportDone{.answer = TRY(told_answer(session, chosen.signal.name))};
  auto log = load_attempts(session, chosen.signal);
  return ReportDone{.findings = log && !log->attempts.empty() ? std::move(log->attempts.back().findings)
                                                              : std::vector<Finding>()};
}

Result<void> withdraw_report(Case const& chosen) {
  TRY(give_up(chosen));
  return remove_name(chosen.session().directory(), layout::report_of(chosen.signal.name));
}

} // namespace artifactd
