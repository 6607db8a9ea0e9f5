// The words of `artifactctl state`.
#pragma once

#include "daemon/commandline/cli_words.hpp"

namespace artifactd {

class StateWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  StateOptions state_;
  StateHistoryOptions history_;
  StateUpdateOptions update_;
  StateFixOptions fix_;
  StateRunOptions run_;
  StateReportOptions report_;
};

} // namespace artifactd
