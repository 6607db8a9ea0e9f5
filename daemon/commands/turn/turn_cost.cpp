#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/commands/turn/turn_text.hpp"
#include "daemon/queries/story_cost.hpp"
#include "daemon/terminal/display_text.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

void print_row(StoryCost::Row const& row) {
  auto const tokens = [](Bill const& bill) { return bill.usage.input + bill.usage.output; };
  fmt::print("{:<20} {} {:>8} – {:<8} tokens  {} – {}\n", row.step, padded(printable(row.model_key), 16),
             tokens(row.least), tokens(row.most), money_text(row.least), money_text(row.most));
}

Result<Exit> tell_cost(Cli const& cli, Config const& config, TurnCostOptions const& options) {
  auto const story = TRY(story_argument(config, options.session));
  auto const cost = TRY(cost_of_next_turn(config, story, options.text));
  if (cli.output == Output::json) {
    print_json(to_json(cost));
    return Exit::ok;
  }
  for (auto const& row : cost.steps)
    print_row(row);
  print_row(cost.turn);
  return Exit::ok;
}

} // namespace

Exit turn_cost_command(Cli const& cli, TurnCostOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, tell_cost);
}

} // namespace artifactd
