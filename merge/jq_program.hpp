// The operator's jq programs, run in a process of their own for each thread that asks (merge/jq_child):
// whatever a program does with the data it gets, it costs this one answer. libjq stops at depth 256 and
// rounds large numbers: nothing that goes through it is ever written back over bytes that were not computed
// by it.
#pragma once

#include "merge/jq_child.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// What a program answered: its outputs as JSON texts, or why it did not run to its end.
struct JqAnswer {
  std::vector<std::string> outputs;
  std::string error;    ///< empty when it ran to its end
  bool stopped = false; ///< it was not the program that said so: it crashed, or went beyond a limit
};

/// Runs `program` once on `input`, a JSON text. Fault::invalid when the program does not compile or jq does
/// not read the input, with jq's message; any other Error is this machine's trouble.
Result<JqAnswer> run_jq(std::string const& program, std::string_view input, JqLimits const& limits = {});

/// Whether it compiles.
Result<void> check_jq(std::string const& program);

} // namespace artifactd
