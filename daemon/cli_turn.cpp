#include "daemon/cli_turn.hpp"

namespace artifactd {

void TurnWords::add_to(CLI::App& app, Chosen& chosen) {
  auto& turn =
      *app.add_subcommand("turn", "narrative turns: their dice")->require_subcommand(1)->fallthrough();
  auto& roll = command(chosen, turn, "roll", "roll dice that anybody can check", roll_, turn_roll_command);
  roll.add_option("expression", roll_.expression, "such as 1d20+3 or 4d6kh3")->type_name("DICE")->required();
  roll.add_option("--seed", roll_.seed, "roll the dice of this seed again (default: a fresh one)")
      ->type_name("TEXT");
}

} // namespace artifactd
