// How the command line of artifactctl is put together: it chooses one command, whose options are filled in
// while it is parsed.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/config/quantity.hpp"
#include "daemon/process/exit.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>

namespace artifactd {

inline constexpr auto largest_step = std::uint64_t{9'007'199'254'740'991}; ///< as in the schema of a report

/// What to do once the whole line is parsed.
using Chosen = std::function<Exit(Cli const&)>;

/// `options` and `chosen` outlive the app.
template <class Options>
CLI::App& command(Chosen& chosen, CLI::App& parent, char const* name, char const* says,
                  Options const& options, Exit (*act)(Cli const&, Options const&)) {
  auto& sub = *parent.add_subcommand(name, says)->fallthrough();
  sub.callback(
      [&chosen, &options, act] { chosen = [&options, act](Cli const& cli) { return act(cli, options); }; });
  return sub;
}

inline CLI::App& command(Chosen& chosen, CLI::App& parent, char const* name, char const* says,
                         Exit (*act)(Cli const&)) {
  auto& sub = *parent.add_subcommand(name, says)->fallthrough();
  sub.callback([&chosen, act] { chosen = act; });
  return sub;
}

inline void session(CLI::App& sub, std::string& value) {
  sub.add_option("session", value, "the session's directory, or its name below a root")
      ->type_name("SESSION")
      ->required();
}

/// The commands of one handler: they share their options, whose `what` says which of them was given.
template <class Options>
struct Group {
  CLI::App& parent;
  Chosen& chosen;
  Options& options;
  Exit (*act)(Cli const&, Options const&);

  CLI::App& add(char const* name, char const* says, typename Options::What what) const {
    auto& sub = command(chosen, parent, name, says, options, act);
    sub.parse_complete_callback([&into = options, what] { into.what = what; });
    return sub;
  }
  /// One whose first argument is a session.
  CLI::App& add(char const* name, char const* says, typename Options::What what, std::string& where) const {
    auto& sub = add(name, says, what);
    session(sub, where);
    return sub;
  }
};

/// An option without a value, for an enumeration: sets its second enumerator.
template <class Flag>
void flag(CLI::App& sub, char const* name, Flag& value, char const* says) {
  sub.add_flag_callback(name, [&value] { value = static_cast<Flag>(1); }, says);
}

template <class Value>
void duration(CLI::App& sub, char const* name, Value& value, char const* says) {
  auto take = [&value, name](std::string const& text) {
    auto parsed = parse_duration(text);
    if (!parsed)
      throw CLI::ValidationError(name, "\"" + text + "\" is not a duration: give a whole number and one of " +
                                           std::string(duration_units) + ", such as 7d or 500ms");
    value = *parsed;
  };
  sub.add_option_function<std::string>(name, take, says)->type_name("TIME");
}

/// SESSION NAME[.KIND], or a path. CLI11 2.4 would take a "session" here for the same as `--session`.
inline CLI::Option* signal(CLI::App& sub, SignalOptions& options) {
  sub.add_option("path", options.session, "the session, or the path of a signal in it")
      ->type_name("SESSION")
      ->required();
  return sub.add_option("signal", options.signal, "the signal's name and kind (default: kg)")
      ->type_name("NAME[.KIND]");
}

/// SESSION NAME[.KIND], or options that describe signals.
inline void signal_or_several(CLI::App& sub, SignalOptions& options, BulkOptions& bulk) {
  signal(sub, options);
  sub.get_option("path")->required(false);
  sub.add_option("--code", bulk.code, "instead: all whose first error has this code")->type_name("CODE");
  sub.add_option("--agent", bulk.agent, "instead: all whose agent's name matches")->type_name("GLOB");
  sub.add_option("--session", bulk.in_session, "instead: all in such sessions")->type_name("GLOB");
  duration(sub, "--older-than", bulk.older_than, "instead: all that were refused longer ago than this");
  sub.add_flag("--yes", bulk.yes, "do not ask before all of these are changed");
}

} // namespace artifactd
