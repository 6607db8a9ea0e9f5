#include "daemon/interventions/asked_step.hpp"

#include "agents/common/request_file.hpp"
#include "state/json/parsed.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <functional>
#include <ranges>
#include <thread>
#include <tuple>

namespace artifactd {

namespace {

constexpr std::size_t longest_result = std::size_t{16} << 20;
constexpr std::size_t longest_asked = std::size_t{1} << 20;
constexpr auto look_every =
    std::chrono::milliseconds(20); // nothing reports a result to those beside the daemon

constexpr std::size_t most_refusals = 16; // left in a session
constexpr std::size_t name_digits = 16;

bool is_asked(Name const& name) {
  std::string_view const text = name.str();
  auto const dash = text.find('-');
  auto const word = text.substr(0, dash);
  if (word != "ask" && word != "action") return false;
  auto const digits = text.substr(std::min(text.size(), word.size() + 1));
  return digits.size() == name_digits && digits.find_first_not_of("0123456789abcdef") == digits.npos;
}

/// What was found wrong.
Result<AskedStep> refused(Case const& chosen) {
  AskedStep step{.refused = true};
  auto const log = TRY(load_attempts(chosen.session(), chosen.signal));
  if (!log.attempts.empty()) step.findings = log.attempts.back().findings;
  return step;
}

/// The request and the refused signal go, so that it can be asked again. Another process may do the same, and
/// submit it again in between: what is pending stays.
Result<void> take_back(Case const& chosen) {
  auto const directory = chosen.session().directory();
  auto const is_refused = [&] {
    return stamp_at(directory, layout::refused(chosen.signal)) &&
           !stamp_at(directory, layout::signal(chosen.signal));
  };
  if (!is_asked(chosen.signal.name) || !is_refused()) return {};
  {
    auto const claim = TRY(claim_soon(chosen.session()));
    if (!is_refused()) return {};
    TRY(remove_name(directory, layout::inputs_of(chosen.signal)));
  }
  auto given_up = give_up(chosen); // the signal last: after a kill it is taken back the next time
  if (!given_up && (given_up.error().fault == Fault::busy || given_up.error().fault == Fault::missing))
    return {};
  if (!given_up) return given_up;
  auto const claim = TRY(claim_soon(chosen.session()));
  auto const is_back = stamp_at(directory, layout::signal(chosen.signal)) ||
                       stamp_at(directory, layout::refused(chosen.signal));
  return is_back ? Result<void>() : forget_attempts(chosen.session(), chosen.signal);
}

/// Another signal of the session that was entered for `chosen`.
Result<Case> case_beside(Case const& chosen, SignalName const& signal) {
  auto const& session = chosen.session();
  auto same = Session::over(TRY(open_directory(session.directory(), ".")), session.stamp(), session.shown());
  return Case{chosen.config, {{SessionScope::none(), std::move(same)}, chosen.named.key}, signal};
}

/// Nobody asked again about these. What cannot be taken back now is left for the next time.
Result<void> take_back_old(Case const& chosen) {
  auto const signs = TRY(scan_session(chosen.session().directory(), Kinds{chosen.signal.kind}));
  auto old = signs.refused;
  std::erase_if(old, [](SeenSignal const& each) { return !is_asked(each.name.name); });
  std::ranges::sort(old, std::greater(), [](SeenSignal const& each) { return each.stamp.changed_ns; });
  for (auto const& each : old | std::views::drop(most_refusals) | std::views::take(most_refusals))
    TRY(take_back(TRY(case_beside(chosen, each.name))));
  return {};
}

} // namespace

Result<AskedStep> look_at_step(Case const& chosen, std::string const& result) {
  auto const directory = chosen.session().directory();
  auto const signal = layout::signal(chosen.signal);
  // The signal first: it goes after its result stands.
  if (stamp_at(directory, signal)) return AskedStep{.pending = signal};
  if (stamp_at(directory, layout::refused(chosen.signal))) return refused(chosen);
  auto const text = TRY(unless_missing(read_file(directory, result, longest_result)));
  if (!text)
    return fail(Fault::missing,
                fmt::format("there is no {}, and no result of it, in {}", signal, chosen.session().shown()));
  auto json = json::parsed(*text, result_limits);
  if (!json) return fail(Fault::invalid, result + " is not JSON, or nested too deeply");
  return AskedStep{.result = *std::move(json)};
}

Result<AskedStep> await_step(Case const& chosen, std::string const& result, Duration patience,
                             std::function<bool()> const& wait_on) {
  auto const until = Monotonic::now() + std::chrono::duration_cast<Monotonic::duration>(patience);
  auto step = look_at_step(chosen, result);
  while (step && !step->pending.empty() && Monotonic::now() < until && (!wait_on || wait_on())) {
    std::this_thread::sleep_for(look_every);
    step = look_at_step(chosen, result);
  }
  return step;
}

Result<AskedStep> ask_step(Case const& chosen, Json const& request, std::string const& result,
                           Duration patience, std::function<bool()> const& wait_on) {
  TRY(take_back(chosen));
  std::ignore = take_back_old(chosen);
  auto const path = layout::inputs_of(chosen.signal);
  auto const text = pretty(request) + "\n";
  auto const former = TRY(unless_missing(read_file(chosen.session().directory(), path, longest_asked)));
  if (former && *former != text)
    return fail(Fault::exists, fmt::format("{} has another request of this name", path));
  auto step = look_at_step(chosen, result);
  if (!step && step.error().fault == Fault::missing) {
    auto const claim = TRY(claim_soon(chosen.session()));
    TRY(submit_request(claim, chosen.session(), chosen.signal, path, text));
    step = AskedStep{.pending = layout::signal(chosen.signal)};
  }
  if (step && !step->pending.empty()) step = await_step(chosen, result, patience, wait_on);
  if (step && step->refused) std::ignore = take_back(chosen); // else the next time
  return step;
}

} // namespace artifactd
