// The words of `artifactctl model`.
#pragma once

#include "daemon/commandline/cli_words.hpp"

namespace artifactd {

class ModelWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  ModelTestOptions options_;
};

} // namespace artifactd
