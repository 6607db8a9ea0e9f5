// The words of `artifactctl turn`.
#pragma once

#include "daemon/commandline/cli_words.hpp"
#include "daemon/commands/turn/turn_options.hpp"

#include <map>

namespace artifactd {

class TurnWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  CLI::App& step(CLI::App& turn, Chosen& chosen, char const* name, char const* says);
  void add_steps(CLI::App& turn, Chosen& chosen);
  void add_looks(CLI::App& turn, Chosen& chosen);
  void add_content(CLI::App& turn, Chosen& chosen);
  void add_migration(CLI::App& turn, Chosen& chosen);
  void add_card(CLI::App& turn, Chosen& chosen);
  void add_roll(CLI::App& turn, Chosen& chosen);
  void add_generate(CLI::App& turn, Chosen& chosen);

  TurnRollOptions roll_;
  std::map<std::string, TurnStepOptions> steps_; ///< by their words: CLI11 keeps the addresses
  TurnPlayOptions play_;
  TurnLookOptions look_;
  TurnContentOptions content_;
  TurnCardOptions card_;
  TurnGenerateOptions generate_;
  TurnReplayOptions replay_;
  TurnCostOptions cost_;
  TurnAttachOptions attach_;
  TurnMigrateOptions migrate_;
};

} // namespace artifactd
