// Answers to `story`, the control socket's question about a story (docs/control-socket.md): for players who
// cannot open the database themselves. Answered to those alone who may read the session's directory. The
// proof is a descriptor of it that comes with the question: the kernel gave it to somebody who may.
#pragma once

#include "agents/turn/store/shared_store.hpp"
#include "agents/turn/story_view.hpp"
#include "daemon/control_protocol.hpp"

#include <vector>

namespace artifactd {

/// Of one answer, in bytes.
inline constexpr std::size_t longest_story_answer = std::size_t{8} << 20;

[[nodiscard]] Error no_story(std::string const& session);

/// Where stories are kept.
struct StoryPaths {
  std::string database;
  std::string mirror; ///< its directory
};

/// The line that answers; from any thread. A question that fails is answered, too.
[[nodiscard]] std::vector<std::string> story_answer(turn::SharedStore& stories, StoryPaths const& paths,
                                                    ControlRequest const& request);

/// The question, with the directory that belongs to it.
[[nodiscard]] ControlRequest story_question(std::string session, turn::StoryView const& view,
                                            UniqueFd directory);

/// What story_answer() answered: the document, or the Error it met there.
Result<Json> read_story_answer(std::string_view line);

} // namespace artifactd
