#include "agents/editor/repair.hpp"

#include "merge/game/validation.hpp"

#include <algorithm>
#include <utility>

namespace artifactd::editor {

namespace {

std::vector<game::GameFile> files_of(game::Game const& game) {
  std::vector<game::GameFile> files;
  for (auto const& text : game.texts())
    if (text.is_file()) files.push_back(text.file_content());
  return files;
}

std::vector<game::GameFile> changed_files(game::Game const& before, game::Game const& after) {
  auto const old = files_of(before);
  auto changed = files_of(after);
  std::erase_if(changed, [&](game::GameFile const& each) {
    auto same = std::ranges::find(old, each.name, &game::GameFile::name);
    return same != old.end() && same->bytes == each.bytes;
  });
  std::ranges::sort(changed, {}, &game::GameFile::name);
  return changed;
}

/// What no check finds by itself.
std::vector<std::string> only_reported(std::vector<std::string> reported,
                                       std::vector<std::string> const& errors) {
  std::erase_if(reported,
                [&](std::string const& each) { return std::ranges::find(errors, each) != errors.end(); });
  return reported;
}

} // namespace

Repair repair(game::Game const& game, std::vector<std::string> const& reported, Coordinator& coordinator,
              Completion const& complete, unsigned attempts) {
  auto errors = game::error_messages(game);
  auto told = only_reported(reported, errors);
  Edited edited{{game.with({}), std::move(errors), std::move(told)}};
  Repair repair{edited.standing.all(), {}, {}, {}, {}, {}};
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    auto const open = edited.standing.all();
    if (open.empty()) break;
    game::SchemaFields const fields(edited.standing.game.schema());
    auto plan = coordinator.plan({edited.standing.game, fields, open});
    if (!plan) {
      repair.trouble = plan.error();
      break;
    }
    edited = carry_out(std::move(edited.standing), *plan, complete);
    repair.attempts.push_back({*std::move(plan), edited.kept, edited.undone, edited.standing.all().size()});
    if (edited.kept.empty() && !complete) break; // the same plan again would do nothing, too
  }
  repair.changed = changed_files(game, edited.standing.game);
  repair.remaining = edited.standing.all();
  return repair;
}

Repair repair_by_rules(game::Game const& game) {
  RulesCoordinator rules;
  return repair(game, {}, rules);
}

} // namespace artifactd::editor
