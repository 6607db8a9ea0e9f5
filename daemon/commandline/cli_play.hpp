// The words of `artifactctl play`.
#pragma once

#include "daemon/commandline/cli_words.hpp"

namespace artifactd {

class PlayWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  PlayOptions options_;
};

} // namespace artifactd
