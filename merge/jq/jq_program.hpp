// The operator's jq programs, run in a separate process for each calling thread (merge/jq/jq_child): whatever
// a program does with its data, it costs only this one answer. libjq stops at depth 256 and rounds large
// numbers: its output never replaces bytes that it did not compute.
#pragma once

#include "merge/jq/jq_child.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// A program's answer: its outputs as JSON texts, or why it did not finish.
struct JqAnswer {
  std::vector<std::string> outputs;
  std::string error; ///< empty if it finished
  /// The program did not report the error itself: it crashed, or exceeded a limit.
  bool stopped = false;
};

/// Runs `program` once on `input`, a JSON text. Fault::invalid, with jq's message, if the program does not
/// compile or jq does not accept the input; any other Error is this machine's trouble.
Result<JqAnswer> run_jq(std::string const& program, std::string_view input, JqLimits const& limits = {});

/// Whether it compiles.
Result<void> check_jq(std::string const& program);

} // namespace artifactd
