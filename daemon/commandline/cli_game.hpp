// The words of `artifactctl game`.
#pragma once

#include "daemon/commandline/cli_words.hpp"

namespace artifactd {

class GameWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  using What = GameOptions::What;

  CLI::App& add(char const* name, char const* says, What what);
  CLI::App& in_directory(char const* name, char const* says, What what);
  void participants(CLI::App& sub);
  void add_plays();
  void add_trials();

  GameOptions options_;
  CLI::App* game_ = nullptr;
  Chosen* chosen_ = nullptr;
};

} // namespace artifactd
