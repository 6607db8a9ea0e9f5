#include "daemon/commands/settle.hpp"
#include "state/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/claim.hpp"

#include <cerrno>
#include <cstdio>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

/// `.error` back to `.lock`, the way a person does it; a fresh budget where asked for.
Result<void> re_arm(Session const& session, SignalName const& signal, RetryOptions::Budget budget,
                    Journal* journal) {
  if (budget == RetryOptions::Budget::fresh) {
    auto claim = TRY(Claim::take(session));
    TRY(forget_attempts(session, signal));
    if (journal != nullptr) TRY(journal->reset_attempts(session.shown(), signal));
  }
  auto from = layout::refused(signal);
  auto to = layout::signal(signal);
  if (::renameat2(session.directory(), from.c_str(), session.directory(), to.c_str(), RENAME_NOREPLACE) < 0) {
    if (errno == EEXIST) return fail(Fault::busy, to + " is pending already");
    if (errno == ENOENT) return fail(Fault::missing, "there is no " + from + " in " + session.shown());
    return fail(errno_error("rename", from));
  }
  return {};
}

} // namespace

Exit retry_command(Cli const& cli, RetryOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto signal = parse_signal_argument(options.signal);
  if (!signal) return complain(cli, signal.error()), Exit::usage;
  auto named = session_argument(*config, options.session);
  if (!named) return complain(cli, named.error());
  auto const& session = named->session;
  if (options.dry_run == DryRun::yes) {
    auto refused = stamp_at(session.directory(), layout::refused(*signal));
    if (!refused) return complain(cli, refused.error());
  } else {
    auto journal = try_journal(*config);
    if (auto done = re_arm(session, *signal, options.budget, journal ? &*journal : nullptr); !done)
      return complain(cli, done.error());
  }
  if (cli.output == Output::json)
    print_json({{"version", 1},
                {"session", session.shown()},
                {"signal", layout::signal(*signal)},
                {"dry_run", options.dry_run == DryRun::yes}});
  else
    fmt::print("{} {} {}\n", layout::refused(*signal),
               options.dry_run == DryRun::yes ? "would be renamed to" : "renamed to",
               layout::signal(*signal));
  return Exit::ok;
}

} // namespace artifactd
