// What the commands about refused work share besides the actions themselves: how a signal is named, what is
// printed, and the editor.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/interventions/case.hpp"

#include <functional>
#include <string>

namespace artifactd {

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

/// The same with a configuration that was read in another way.
[[nodiscard]] Exit with_case(Cli const& cli, std::expected<Config, Exit> const& config,
                             SignalOptions const& options,
                             std::function<Result<Exit>(Case const&)> const& act);

/// For an action without a result of its own: prints `text` or, for programs, which signal it was about and
/// whether it was a dry run.
Exit print_done(Cli const& cli, Case const& chosen, DryRun dry_run, std::string const& text);

struct Fixed {
  Exit exit;
  bool asked = false; ///< a person saw what is still wrong and decided what to do
};

/// The whole of `fix`: copies, editor, diagnosis; if the work is still faulty, a person at the terminal
/// chooses from what the lifecycle then allows.
[[nodiscard]] Fixed fix(Cli const& cli, Case const& chosen);

} // namespace artifactd
