// What a person can do about refused work, the same from the command line, the inbox's screen and the web.
// Each action asks the lifecycle first and holds the session's claim while it changes anything, waiting a
// moment for it.
#pragma once

#include "daemon/queries/waiting.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/refusal.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// One refused signal.
struct Case {
  Config const& config;
  NamedSession named;
  SignalName signal;

  [[nodiscard]] Session const& session() const noexcept { return named.session; }
};

/// The members that documents about one signal begin with.
[[nodiscard]] nlohmann::ordered_json to_json(Case const& chosen);

/// Fault::busy while settling goes on; waits for seconds, since settling takes milliseconds.
[[nodiscard]] Result<Claim> claim_soon(Session const& session);

/// Whether this action is allowed in the work's present state; if not, the Error says why.
[[nodiscard]] Result<Waiting> look_before(Case const& chosen, Happening happening);

/// std::nullopt if the text is usable as a hint, else what is wrong with it.
[[nodiscard]] std::optional<std::string> fault_of_hint(std::string_view text);

/// Why give_hint() would fail; changes nothing.
[[nodiscard]] Result<void> may_get_hint(Case const& chosen);

/// Grants one attempt, keeps the text and rewrites the instructions. Only the journal grants attempts:
/// without one nothing is done.
[[nodiscard]] Result<Refused> give_hint(Case const& chosen, std::string const& text);

/// What `hint` did, as a document.
[[nodiscard]] nlohmann::ordered_json to_json(Case const& chosen, Refused const& refused);

/// What becomes of the attempts that were counted when work is submitted again.
enum class CountedAttempts : std::uint8_t { keep, fresh };

/// Renames `.error` back to `.lock`. Fault::busy if a `.lock` exists, Fault::missing if `.error` is not a
/// signal. Nothing is done if the attempts are to be forgotten and there is a journal that cannot be written.
[[nodiscard]] Result<void> submit_again(Case const& chosen, CountedAttempts attempts);

/// Removes the signal, its instructions and its attempts; files and graph stay as they are. The journal, if
/// any, records it.
[[nodiscard]] Result<void> give_up(Case const& chosen);

/// Has the daemon end the run of the agent or the editor for the signal. Fault::missing if none is running,
/// or if no daemon answers.
Result<void> cancel_run(Case const& chosen);

} // namespace artifactd
