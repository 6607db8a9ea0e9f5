// The words of `artifactctl edit`.
#pragma once

#include "daemon/commandline/cli_words.hpp"

namespace artifactd {

class EditWords {
public:
  void add_to(CLI::App& app, Chosen& chosen);

private:
  EditOptions options_;
};

} // namespace artifactd
