#include "agents/editor/repair.hpp"

#include "agents/editor/rules/rules.hpp"

#include <algorithm>
#include <iterator>
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

} // namespace

Repair repair_by_rules(game::Game const& game) {
  Repair repair{.errors = errors_of(game), .plans = {}, .undone = {}, .remaining = {}, .changed = {}};
  Edited edited{game.with({}), repair.errors, {}};
  for (unsigned attempt = 0; attempt < most_attempts && !edited.errors.empty(); ++attempt) {
    game::SchemaFields const fields(edited.game.schema());
    auto plan = plan_by_rules({edited.game, fields, edited.errors});
    edited = carry_out(edited.game.with({}), edited.errors, plan);
    std::ranges::move(edited.undone, std::back_inserter(repair.undone));
    repair.plans.push_back(std::move(plan));
    if (edited.kept.empty()) break;
  }
  repair.changed = changed_files(game, edited.game);
  repair.remaining = std::move(edited.errors);
  return repair;
}

} // namespace artifactd::editor
