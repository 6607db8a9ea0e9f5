// The words of `artifactctl game`.
#pragma once

#include "daemon/cli_words.hpp"

namespace artifactd {

class GameWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  GameOptions options_;
};

} // namespace artifactd
