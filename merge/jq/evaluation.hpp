// Runs jq programs by libjq, in this process. libjq aborts on some data, never ends on other, and takes all
// the memory there is: use this only in artifactd-jq, which may die of it. Not thread-safe.
#pragma once

#include "merge/jq/message.hpp"

namespace artifactd::jq {

/// Compiles the program, or uses the one compiled before, and runs it once. Does not return if memory runs
/// out: the process then ends with the matching exit code.
Answer evaluate(Ask ask, std::string_view program, std::string_view input, std::uint64_t most_output);

} // namespace artifactd::jq
