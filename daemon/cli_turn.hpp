// The words of `artifactctl turn`.
#pragma once

#include "daemon/cli_words.hpp"

namespace artifactd {

class TurnWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  TurnRollOptions roll_;
};

} // namespace artifactd
