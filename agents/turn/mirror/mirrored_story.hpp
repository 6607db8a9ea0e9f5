// A story outside the database: the scenes that can be seen of it, each with what was said, done, observed
// and rolled in it. As JSON lines it is a chat that SillyTavern opens: the header, then one line for each
// message. What a chat has no member for is in `extra.artifactd` of a scene's last line. The seed of its dice
// is never in it: with that the later rolls of a running story could be foretold.
#pragma once

#include "agents/turn/turn_record.hpp"
#include "state/result.hpp"

namespace artifactd::turn {

inline constexpr std::size_t largest_mirror = 512 << 20; ///< bytes

struct MirroredScene {
  std::int64_t scene_index = 0;
  std::string scene_id{};       ///< may be empty
  std::string user_action_id{}; ///< of the turn that made it, where that was played in this story
  Time created_at = 0;
  std::vector<MessageRecord> messages{};
  std::vector<ActionRecord> actions{};
  /// What was observed first in this scene, and what it reinforced; by character, then content.
  std::vector<FirstObservation> observations{};
  Json state = Json::object();
  std::vector<Relation> relations{};
  Json dice = Json::array(); ///< of dice_rows(), without the scene
  std::size_t line = 0;      ///< of its first message in the file, from 1; 0: not from a file
};

struct MirroredStory {
  std::string session_id;
  Frozen documents;
  std::vector<MirroredScene> scenes; ///< 0, 1, 2, …
};

/// With a line feed at the end, as are those of a scene.
[[nodiscard]] std::string header_line(MirroredStory const& story);
[[nodiscard]] std::string scene_lines(MirroredScene const& scene, Frozen const& documents);

/// Whether the first line says that artifactd wrote the file.
[[nodiscard]] bool is_mirror(std::string_view bytes);

/// Reads such lines back; anybody may have changed them. Fault::invalid names the line that is not as
/// artifactd writes it. The documents have the form of documents; whether they hold is judged elsewhere.
Result<MirroredStory> read_mirror(std::string_view file, std::string_view bytes);

} // namespace artifactd::turn
