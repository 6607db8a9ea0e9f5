// Answers to `story`, the control socket's question about a story (docs/control-socket.md): for players who
// cannot open the database themselves. Only those who may read the session's directory get an answer. The
// proof is a descriptor of it sent with the question, which the kernel gives only to a user who may.
#pragma once

#include "agents/turn/store/shared_store.hpp"
#include "agents/turn/story_view.hpp"
#include "daemon/control/control_protocol.hpp"

#include <vector>

namespace artifactd {

/// Bytes of one answer.
inline constexpr std::size_t longest_story_answer = std::size_t{8} << 20;

[[nodiscard]] Error no_story(std::string const& session);

/// Where stories are kept.
struct StoryPaths {
  std::string database;
  std::string mirror; ///< its directory
};

/// The line of the answer; from any thread. A failed question is answered too.
[[nodiscard]] std::vector<std::string> story_answer(turn::SharedStore& stories, StoryPaths const& paths,
                                                    ControlRequest const& request);

/// The question, with the descriptor of its directory.
[[nodiscard]] ControlRequest story_question(std::string session, turn::StoryView const& view,
                                            UniqueFd directory);

/// The document that story_answer() returned, or its Error.
Result<Json> read_story_answer(std::string_view line);

} // namespace artifactd
