// A story outside the database: its visible scenes, each with what was said, done, observed and rolled. As
// JSON lines it is a chat that SillyTavern can open: the header, then one line per message. Data that chats
// have no member for is in `extra.artifactd` of a scene's last line. The dice seed is never included: it
// would reveal the future rolls of a running story.
#pragma once

#include "agents/turn/turn_record.hpp"
#include "state/platform/result.hpp"
#include "state/vocabulary/finding.hpp"

namespace artifactd::turn {

inline constexpr std::size_t largest_mirror = 512 << 20; ///< bytes

struct MirroredScene {
  std::int64_t scene_index = 0;
  std::string scene_id{};       ///< may be empty
  std::string user_action_id{}; ///< of the turn that made it, if that was played in this story
  Time created_at = 0;
  std::vector<MessageRecord> messages{};
  std::vector<ActionRecord> actions{};
  /// What was first observed in this scene, and what it reinforced; by character, then content.
  std::vector<FirstObservation> observations{};
  Json state = Json::object();
  std::vector<Relation> relations{};
  Json dice = Json::array(); ///< as in dice_rows(), without the scene
  std::size_t line = 0;      ///< of its first message in the file, from 1; 0: not from a file
};

struct MirroredStory {
  std::string session_id;
  Frozen documents;
  std::vector<MirroredScene> scenes; ///< 0, 1, 2, …
  /// Warnings: the lines of a chat that cannot be read. Their messages are missing from the scenes.
  std::vector<Finding> left_out{};
};

/// [{character_id, action_text, intent_tags, resolved_outcome}]
[[nodiscard]] Json to_json(std::vector<ActionRecord> const& actions);

/// Ends with a line feed, as do the lines of a scene.
[[nodiscard]] std::string header_line(MirroredStory const& story);
[[nodiscard]] std::string scene_lines(MirroredScene const& scene, Frozen const& documents);

/// Whether the first line says that artifactd wrote the file.
[[nodiscard]] bool is_mirror(std::string_view bytes);

/// Reads such lines back; they are untrusted. Fault::invalid names the line that does not have artifactd's
/// format. The documents are checked only for their form; the rest is checked elsewhere.
Result<MirroredStory> read_mirror(std::string_view file, std::string_view bytes);

} // namespace artifactd::turn
