// Directories on file systems that may hang. A process that touches one whose server is dead (NFS, FUSE)
// waits until the server is back, and perhaps cannot even be killed. So a process of its own looks at each
// first.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/result.hpp"

#include <string>
#include <vector>

namespace artifactd {

enum class Answering : std::uint8_t {
  yes,     ///< it answers, whatever that is; also if nothing mounted here has a server
  not_yet, ///< within `answer_limit` it may
  no,
};

inline constexpr Duration answer_limit = std::chrono::seconds(5);

/// Whether the directory, which need not exist, answers. Waits until `wait` after the question was asked;
/// asks only once until there is an answer, or something is mounted or unmounted.
[[nodiscard]] Answering ask(std::string const& directory, Duration wait);

/// Asks all of them without waiting, so that check_answers() waits for all together.
void ask_all(std::vector<std::string> const& directories);

/// does_not_answer() if it does not within `answer_limit`.
Result<void> check_answers(std::string const& directory);

/// Fault::io, `root.hangs`, with the command that helps.
[[nodiscard]] Error does_not_answer(std::string const& directory);

} // namespace artifactd
