// The words of `artifactctl report`.
#pragma once

#include "daemon/commandline/cli_words.hpp"

namespace artifactd {

class ReportWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  using What = ReportOptions::What;
  CLI::App& add(char const* name, char const* says, What what);

  ReportOptions options_;
  CLI::App* report_ = nullptr;
  Chosen* chosen_ = nullptr;
};

} // namespace artifactd
