#include "agents/turn/mirror/parity.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t shown_bytes = 80;

/// A compared part of a scene, as text that can be shown.
struct Field {
  char const* name;
  std::string value;
};

std::string said(MirroredScene const& scene, bool by_user) {
  std::vector<std::string_view> texts;
  for (auto const& [role, content] : scene.messages)
    if ((role == "user") == by_user) texts.push_back(content);
  return fmt::format("{}", fmt::join(texts, "\n"));
}

std::string speakers(MirroredScene const& scene) {
  std::vector<std::string_view> names;
  for (auto const& message : scene.messages)
    names.push_back(message.role);
  for (auto const& action : scene.actions)
    names.push_back(action.character_id);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string observed_text(MirroredScene const& scene) {
  auto all = scene.observations;
  std::ranges::sort(all);
  std::string text;
  for (auto const& [character, content, importance] : all)
    text += fmt::format("{} ({}): {}\n", character, importance, content);
  return text;
}

std::vector<Field> fields_of(MirroredScene const& scene) {
  return {{"scene_index", std::to_string(scene.scene_index)},
          {"the player's text", said(scene, true)},
          {"the narration", said(scene, false)},
          {"who speaks and acts", speakers(scene)},
          {"the time", std::to_string(scene.created_at)},
          {"what was observed", observed_text(scene)}};
}

/// Starts slightly before the first different byte.
std::string shown_part(std::string_view text, std::size_t from) {
  auto const begin = from < shown_bytes / 4 ? 0 : from - shown_bytes / 4;
  if (begin >= text.size()) return text.empty() ? "nothing" : "no more";
  auto const part = text.substr(begin, shown_bytes);
  return fmt::format("\"{}{}{}\"", begin == 0 ? "" : "…", part, begin + part.size() < text.size() ? "…" : "");
}

std::string scene_difference(MirroredScene const& stored, MirroredScene const& file) {
  auto const ours = fields_of(stored);
  auto const theirs = fields_of(file);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    auto const& [name, value] = ours[i];
    auto const& other = theirs[i].value;
    if (value == other) continue;
    auto const from = static_cast<std::size_t>(std::ranges::mismatch(value, other).in1 - value.begin());
    auto const place = file.line == 0 ? std::string() : fmt::format(" (line {})", file.line);
    return fmt::format("scene {}{}: {} is {} in the database, {} in the file", stored.scene_index, place,
                       name, shown_part(value, from), shown_part(other, from));
  }
  return {};
}

} // namespace

std::string difference(MirroredStory const& stored, MirroredStory const& file, std::size_t count) {
  auto const both = std::min({stored.scenes.size(), file.scenes.size(), count});
  for (std::size_t i = 0; i < both; ++i)
    if (auto different = scene_difference(stored.scenes[i], file.scenes[i]); !different.empty())
      return different;
  return {};
}

std::string difference(MirroredStory const& stored, MirroredStory const& file) {
  if (auto different = difference(stored, file, SIZE_MAX); !different.empty()) return different;
  if (stored.scenes.size() == file.scenes.size()) return {};
  return fmt::format("the database has {} scenes, the file {}", stored.scenes.size(), file.scenes.size());
}

} // namespace artifactd::turn
