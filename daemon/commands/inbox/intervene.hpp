// What a person can do about refused work, shared by the commands and the inbox's screen. Each action asks
// the lifecycle first and holds the session's claim while it changes anything, waiting a moment for it.
#pragma once

#include "daemon/commands/settle.hpp"
#include "daemon/queries/waiting.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/refusal.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd {

/// One refused signal, named on a command line or selected on the screen.
struct Case {
  Config const& config;
  NamedSession named;
  SignalName signal;

  [[nodiscard]] Session const& session() const noexcept { return named.session; }
};

/// For a command line that names only a session.
inline constexpr std::string_view which_signal =
    "which signal? Give SESSION NAME[.KIND], or the path of a signal";

/// Whether the last part of this path is the file name of a signal.
[[nodiscard]] bool names_signal(Config const& config, std::string const& path);

/// The directory and the signal that the options name, as they are written.
struct NamedSignal {
  std::string directory;
  std::string signal;
};
[[nodiscard]] NamedSignal named_signal(SignalOptions const& options);

/// The error is already printed.
[[nodiscard]] std::expected<Case, Exit> case_argument(Cli const& cli, Config const& config,
                                                      SignalOptions const& options);

/// The whole of a command about one refused signal; if it fails, the error is printed.
[[nodiscard]] Exit with_case(Cli const& cli, SignalOptions const& options,
                             std::function<Result<Exit>(Case const&)> const& act);

/// The members that documents about one signal begin with.
[[nodiscard]] nlohmann::ordered_json to_json(Case const& chosen);

/// For an action without a result of its own: prints `text` or, for programs, which signal it was about and
/// whether it was a dry run.
Exit print_done(Cli const& cli, Case const& chosen, DryRun dry_run, std::string const& text);

/// Fault::busy while settling goes on; waits for seconds, since settling takes milliseconds.
[[nodiscard]] Result<Claim> claim_soon(Session const& session);

/// Whether this action is allowed in the work's present state; if not, the Error says why.
[[nodiscard]] Result<Waiting> look_before(Case const& chosen, Happening happening);

/// std::nullopt if the text is usable as a hint, else what is wrong with it.
[[nodiscard]] std::optional<std::string> fault_of_hint(std::string_view text);

/// Grants one attempt, keeps the text and rewrites the instructions. Only the journal grants attempts:
/// without one nothing is done.
[[nodiscard]] Result<Refused> give_hint(Case const& chosen, std::string const& text);

/// Renames `.error` back to `.lock`. Fault::busy if a `.lock` exists.
[[nodiscard]] Result<void> submit_again(Case const& chosen, RetryOptions::Budget budget);

/// Removes the signal, its instructions and its attempts; files and graph stay as they are. The journal, if
/// any, records it.
[[nodiscard]] Result<void> give_up(Case const& chosen);

/// Has the daemon end the run of the agent or the editor for the signal. Fault::missing if none is running,
/// or if no daemon answers.
Result<void> cancel_run(Case const& chosen);

struct Fixed {
  Exit exit;
  bool asked = false; ///< a person saw what is still wrong and decided what to do
};

/// The whole of `fix`: copies, editor, diagnosis; if the work is still faulty, a person at the terminal
/// chooses from what the lifecycle then allows.
[[nodiscard]] Fixed fix(Cli const& cli, Case const& chosen);

} // namespace artifactd
