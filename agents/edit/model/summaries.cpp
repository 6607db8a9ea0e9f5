#include "agents/edit/model/summaries.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <vector>

namespace artifactd::editor {

namespace {

constexpr std::size_t longest_entry = 200; // bytes: names are short unless somebody is malicious

std::string joined(std::vector<std::string> const& entries) {
  if (entries.empty()) return "none";
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto const entry = printable(entries[i]).substr(0, longest_entry);
    if (text.size() + entry.size() > longest_summary)
      return text + fmt::format(", and {} more", entries.size() - i);
    text += (i == 0 ? "" : ", ") + entry;
  }
  return text;
}

} // namespace

std::string schema_summary(game::SchemaFields const& fields) {
  std::vector<std::string> entries;
  for (auto const& field : fields.all())
    entries.push_back(field.type.empty() ? field.path : fmt::format("{} ({})", field.path, field.type));
  return joined(entries);
}

std::string phases_summary(game::Game const& game) {
  std::vector<std::string> entries;
  for (auto const& phase : game.phases())
    entries.push_back(game.requires_input(phase) ? phase + " (players act)" : phase);
  return joined(entries);
}

std::string transitions_summary(game::Game const& game) {
  std::vector<std::string> entries;
  for (auto const& transition : game.transitions())
    entries.push_back(fmt::format("{}: {} → {}", transition.id, transition.from, transition.to));
  return joined(entries);
}

std::string coverage_summary(game::Game const& game) {
  std::vector<std::string> covered;
  std::vector<std::string> lacking;
  for (auto const& transition : game.transitions())
    (game.transition_instruction(transition.id) != nullptr ? covered : lacking)
        .push_back("transitions." + transition.id);
  for (auto const& phase : game.phases()) {
    auto const* instruction = game.player_phase(phase);
    if (instruction == nullptr) {
      if (game.requires_input(phase)) lacking.push_back("playerPhases." + phase);
      continue;
    }
    for (auto const& action : instruction->actions)
      covered.push_back(fmt::format("playerPhases.{}.{}", phase, action.id));
  }
  return fmt::format("{}; without instructions: {}", joined(covered), joined(lacking));
}

} // namespace artifactd::editor
