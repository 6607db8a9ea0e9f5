#include "daemon/interventions/asked_step.hpp"

#include "agents/common/request_file.hpp"
#include "state/json/parsed.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"

#include <fmt/core.h>
#include <thread>

namespace artifactd {

namespace {

constexpr std::size_t longest_result = std::size_t{16} << 20;
constexpr std::size_t longest_asked = std::size_t{1} << 20;
constexpr auto look_every =
    std::chrono::milliseconds(20); // nothing reports a result to those beside the daemon

/// What was found wrong; the signal and the request go, so that it can be asked again.
Result<AskedStep> refused(Case const& chosen) {
  AskedStep step;
  auto const log = TRY(load_attempts(chosen.session(), chosen.signal));
  if (!log.attempts.empty()) step.findings = log.attempts.back().findings;
  TRY(give_up(chosen));
  TRY(remove_name(chosen.session().directory(), layout::inputs_of(chosen.signal)));
  return step;
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
  if (!step || step->pending.empty()) return step;
  return await_step(chosen, result, patience, wait_on);
}

} // namespace artifactd
