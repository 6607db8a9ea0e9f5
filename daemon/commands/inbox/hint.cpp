#include "daemon/commands/inbox/bulk.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// What `hint` did.
struct Hinted {
  Case const& chosen;
  Refused refused; ///< with the attempt it grants
};

std::string what_now(Hinted const& hinted) {
  if (hinted.refused.next == Next::reinvoke) return "the agent is run again with it";
  return fmt::format(
      "this agent is not run automatically: give it the instructions or repair the files, then {}",
      command_about("retry", hinted.chosen.session().shown(), hinted.chosen.signal));
}

void print_text(Hinted const& hinted) {
  fmt::print("hint added to {}; attempt {} is next, attempts left: {}\n{}\n",
             layout::instructions(hinted.chosen.signal), hinted.refused.attempt + 1, hinted.refused.left,
             what_now(hinted));
}

/// With a description, TEXT is the first word.
Exit hint_all(Cli const& cli, HintOptions const& options) {
  auto const& text = options.session;
  if (!options.signal.empty()) return *misused_bulk(cli, options.bulk, true);
  if (auto const wrong = fault_of_hint(text)) return tell(cli, *wrong), Exit::usage;
  return act_on_all(cli, options.bulk, options.dry_run,
                    {.verb = "give this hint to",
                     .done = "got the hint and one more attempt",
                     .would = "would get the hint and one more attempt",
                     .act = [&](Case const& chosen) -> Result<void> {
                       TRY(give_hint(chosen, text));
                       return {};
                     },
                     .starts_runs = true,
                     .settles = true});
}

} // namespace

Exit hint_command(Cli const& cli, HintOptions const& options) {
  if (options.bulk.any()) return hint_all(cli, options);
  if (auto const exit = misused_bulk(cli, options.bulk, !options.session.empty())) return *exit;
  auto const found = configuration_to_look(cli);
  if (!found) return found.error();
  auto const act = [&](Config const& config) -> Result<Exit> {
    // SIGNAL-PATH TEXT, or SESSION NAME TEXT
    auto const with_path = !options.text;
    if (with_path && !names_signal(config, options.session)) {
      tell(cli, R"(the text is missing: artifactctl hint SESSION NAME "TEXT")");
      return Exit::usage;
    }
    auto const text = options.text.value_or(options.signal);
    auto const chosen = case_argument(cli, config, {options.session, with_path ? "" : options.signal});
    if (!chosen) return chosen.error();
    if (auto wrong = fault_of_hint(text)) return tell(cli, *wrong), Exit::usage;
    if (options.dry_run == DryRun::yes) {
      TRY(may_get_hint(*chosen));
      return print_done(cli, *chosen, DryRun::yes,
                        fmt::format("the hint would be added to {}, and one attempt granted",
                                    layout::instructions(chosen->signal)));
    }
    auto given = give_hint(*chosen, text);
    if (!given) return fail(error_in(chosen->session(), std::move(given).error()));
    Hinted const hinted{*chosen, *std::move(given)};
    if (cli.output == Output::json)
      print_json(to_json(hinted.chosen, hinted.refused));
    else
      print_text(hinted);
    return Exit::ok;
  };
  return ended(cli, act(*found));
}

} // namespace artifactd
