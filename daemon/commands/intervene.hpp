// What a person can do about refused work, done; the commands and the inbox's screen share it. Each asks the
// lifecycle first and holds the session's claim while it changes anything, waiting a moment for it.
#pragma once

#include "daemon/commands/settle.hpp"
#include "daemon/commands/waiting.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/refusal.hpp"

#include <string>

namespace artifactd {

/// One refused signal, named on a command line or chosen on the screen.
struct Case {
  Config const& config;
  NamedSession named;
  SignalName signal;

  [[nodiscard]] Session const& session() const noexcept { return named.session; }
};

/// To whom names only a session.
inline constexpr std::string_view which_signal =
    "which signal? Give SESSION NAME[.KIND], or the path of a signal";

/// Whether the last part of this path is the file name of a signal.
[[nodiscard]] bool names_signal(Config const& config, std::string const& path);

/// SESSION NAME[.KIND]; with no signal, `session` is the path of a signal. The error is already printed.
[[nodiscard]] std::expected<Case, Exit> case_argument(Cli const& cli, Config const& config,
                                                      std::string const& session, std::string const& signal);

/// Fault::busy while settling goes on; waits for seconds, since settling takes milliseconds.
[[nodiscard]] Result<Claim> claim_soon(Session const& session);

/// Whether this may happen to the work where it is now; why not is the Error.
[[nodiscard]] Result<Waiting> look_before(Case const& chosen, Happening happening);

/// Nothing when the text will do as a hint, else what is wrong with it.
[[nodiscard]] std::optional<std::string> fault_of_hint(std::string_view text);

/// Grants one attempt, keeps the text and writes the instructions anew. Only the journal grants: without one
/// nothing is done.
[[nodiscard]] Result<Refused> give_hint(Case const& chosen, std::string const& text);

/// `.error` back to `.lock`. Fault::busy where a `.lock` stands.
[[nodiscard]] Result<void> hand_in_again(Case const& chosen, RetryOptions::Budget budget);

/// The signal, its instructions and its attempts go; files and graph stay as they are. The journal, where
/// there is one, keeps that it happened.
[[nodiscard]] Result<void> give_up(Case const& chosen);

/// Has the daemon end the run of the agent or the editor for the signal. Fault::missing where none is under
/// way, and where no daemon answers.
Result<void> cancel_run(Case const& chosen);

struct Fixed {
  Exit exit;
  bool asked = false; ///< a person read what is still wrong, and said what to do
};

/// The whole of `fix`: copies, editor, diagnosis; where the work is still faulty, a person at the terminal
/// chooses from what the lifecycle offers then.
[[nodiscard]] Fixed fix(Cli const& cli, Case const& chosen);

} // namespace artifactd
