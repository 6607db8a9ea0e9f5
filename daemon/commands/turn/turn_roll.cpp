#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/dice/draws.hpp"
#include "state/dice/roll.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// The expression with a caret below the faulty byte.
std::string excerpt(std::string const& expression, std::size_t byte) {
  auto const before = printable(std::string_view(expression).substr(0, byte));
  return fmt::format("  {}\n  {:>{}}", printable(expression), "^", display_width(before) + 1);
}

Exit refuse(Cli const& cli, std::string const& expression, dice::DiceError const& error) {
  if (cli.output == Output::json) {
    print_json({{"version", 1}, {"expression", expression}, {"error", to_json(error)}});
  } else {
    tell(cli, fmt::format("byte {}: {}\n{}", error.byte, error.message, excerpt(expression, error.byte)));
    if (!error.hint.empty()) tell(cli, error.hint);
  }
  return Exit::judged_bad;
}

} // namespace

Exit turn_roll_command(Cli const& cli, TurnRollOptions const& options) {
  if (!options.priority.empty()) return turn_priority_command(cli, options);
  auto const rolled =
      dice::roll(options.expression, options.seed.empty() ? dice::fresh_seed() : options.seed);
  if (!rolled) return refuse(cli, options.expression, rolled.error());
  if (cli.output == Output::json) {
    Json json{{"version", 1}};
    json.update(to_json(*rolled));
    print_json(json);
  } else {
    fmt::print("{}\nseed {}\n", dice::to_text(*rolled), printable(rolled->seed));
  }
  return Exit::ok;
}

} // namespace artifactd
