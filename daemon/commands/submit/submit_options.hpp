// The options of the commands for authors of agents: `submit`, `wait` and `init`.
#pragma once

#include "daemon/interventions/placed_files.hpp"
#include "daemon/interventions/verdict_wait.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct SubmitOptions : VerdictOptions {
  std::vector<std::string> files = {};
  std::string as = {}; ///< what standard input is saved as
  FormerFiles former = FormerFiles::keep;
  bool drop_only = false; ///< without waiting
  std::string wait = {};  ///< as it was given
  bool queue = false;     ///< waits for a signal that is already there
};

struct InitOptions {
  std::string directory = {};
  std::vector<std::string> kinds = {}; ///< their words; empty: kg
  bool prompt = false;                 ///< prints the guide for a system prompt instead
};

} // namespace artifactd
