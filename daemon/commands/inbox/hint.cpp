#include "daemon/commands/inbox/intervene.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

std::string what_now(Case const& chosen, Refused const& refused) {
  if (refused.next == Next::reinvoke) return "the agent is run again with it";
  return fmt::format(
      "this agent is not run automatically: give it the instructions or repair the files, then {}",
      command_about("retry", chosen.session().shown(), chosen.signal));
}

} // namespace

Exit hint_command(Cli const& cli, HintOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  // SIGNAL-PATH TEXT, or SESSION NAME TEXT
  auto with_path = !options.text;
  if (with_path && !names_signal(*config, options.session)) {
    tell(cli, R"(the text is missing: artifactctl hint SESSION NAME "TEXT")");
    return Exit::usage;
  }
  auto text = options.text.value_or(options.signal);
  auto chosen = case_argument(cli, *config, options.session, with_path ? "" : options.signal);
  if (!chosen) return chosen.error();
  if (auto wrong = fault_of_hint(text)) return tell(cli, *wrong), Exit::usage;
  if (options.dry_run == DryRun::yes) {
    auto waiting = look_before(*chosen, Happening::hint);
    if (!waiting) return complain(cli, waiting.error());
    if (cli.output == Output::json)
      print_json({{"version", 1},
                  {"session", chosen->session().shown()},
                  {"signal", layout::signal(chosen->signal)},
                  {"dry_run", true}});
    else
      fmt::print("the hint would be added to {}, and one attempt granted\n",
                 layout::instructions(chosen->signal));
    return Exit::ok;
  }
  auto refused = give_hint(*chosen, text);
  if (!refused) return complain(cli, refused.error());
  auto file = layout::instructions(chosen->signal);
  if (cli.output == Output::json)
    print_json({{"version", 1},
                {"session", chosen->session().shown()},
                {"signal", layout::signal(chosen->signal)},
                {"instructions", file},
                {"attempt", refused->attempt},
                {"attempts_granted", refused->total},
                {"next", next_word(refused->next)}});
  else
    fmt::print("hint added to {}; attempt {} is next, attempts left: {}\n{}\n", file, refused->attempt + 1,
               refused->left, what_now(*chosen, *refused));
  return Exit::ok;
}

} // namespace artifactd
