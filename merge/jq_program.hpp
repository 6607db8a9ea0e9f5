// A compiled jq program (libjq). Compiling costs 13 ms and states must not cross threads, so each thread
// keeps the programs it has used. libjq stops at depth 256 and rounds large numbers: nothing that goes
// through it is ever written back over bytes that were not computed by it.
#pragma once

#include "state/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// What a program answered: its outputs as JSON texts, or the message it failed with.
struct JqAnswer {
  std::vector<std::string> outputs;
  std::string error; ///< empty when it ran to its end
};

/// Runs `program` once on `input`, a JSON text. Fault::invalid when the program does not compile, with jq's
/// message.
Result<JqAnswer> run_jq(std::string const& program, std::string_view input);

/// Whether it compiles.
Result<void> check_jq(std::string const& program);

} // namespace artifactd
