// The words of `artifactctl rule`.
#pragma once

#include "daemon/commandline/cli_words.hpp"

namespace artifactd {

class RuleWords {
public:
  /// It and `chosen` outlive the app.
  void add_to(CLI::App& app, Chosen& chosen);

private:
  void add_judging(CLI::App& rule, Chosen& chosen, char const* name, char const* says,
                   RuleOptions::What what);
  void add_draft(CLI::App& rule, Chosen& chosen);
  void add_looks(CLI::App& rule, Chosen& chosen);

  RuleOptions judged_;
  RuleDraftOptions draft_;
  RuleLookOptions look_;
};

} // namespace artifactd
