#include "agents/edit/repair.hpp"

#include "agents/edit/rules/rules.hpp"
#include "merge/game/checks/validation.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <iterator>
#include <re2/re2.h>
#include <utility>

namespace artifactd::editor {

namespace {

std::vector<game::GameFile> files_of(game::Game const& game) {
  std::vector<game::GameFile> files;
  for (auto const& text : game.texts())
    if (text.is_file()) files.push_back(text.file_content());
  return files;
}

std::vector<game::GameFile> changed_files(std::vector<game::GameFile> const& before,
                                          game::Game const& after) {
  auto changed = files_of(after);
  std::erase_if(changed, [&](game::GameFile const& each) {
    auto same = std::ranges::find(before, each.name, &game::GameFile::name);
    return same != before.end() && same->bytes == each.bytes;
  });
  std::ranges::sort(changed, {}, &game::GameFile::name);
  return changed;
}

bool lost_instructions(std::vector<std::string> const& errors, game::Game const& after) {
  if (!after.transition_instructions().empty() || !after.player_phases().empty()) return false;
  static RE2 const about_instructions("(?i)instruction|executor|schema.*validation");
  return std::ranges::any_of(
      errors, [](std::string const& each) { return RE2::PartialMatch(each, about_instructions); });
}

} // namespace

Json to_json(Repair const& repair, std::string const& diff) {
  auto plans = Json::array();
  auto undone = Json::array();
  for (auto const& attempt : repair.attempts) {
    plans.push_back(to_json(attempt.plan));
    for (auto const& each : attempt.undone)
      undone.push_back(each);
  }
  return {{"version", 1},
          {"repaired", repair.succeeded()},
          {"errors", repair.errors},
          {"remaining", repair.remaining},
          {"unproven", repair.unproven},
          {"plans", std::move(plans)},
          {"undone", std::move(undone)},
          {"diff", diff}};
}

Json to_json(Repair const& repair, std::vector<game::GameFile> const& before) {
  return to_json(repair, diff_of(repair, before));
}

std::vector<std::string> without(std::vector<std::string> reported, std::vector<std::string> const& left) {
  std::erase_if(reported,
                [&](std::string const& each) { return std::ranges::find(left, each) != left.end(); });
  return reported;
}

Standing standing_of(game::Game game, std::vector<std::string> reported, play::Simulation simulation) {
  auto errors = game::error_messages(game);
  return played({std::move(game), std::move(errors), std::move(reported), {}, simulation});
}

Repair repair(Standing broken, Coordinator const& coordinator, Completion const& complete,
              unsigned attempts) {
  auto const before = files_of(broken.game);
  Edited edited{std::move(broken)};
  Repair repair;
  repair.errors = edited.standing.all();
  auto const reported = edited.standing.reported;
  std::vector<std::string> undone;
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    auto const open = edited.standing.all();
    if (open.empty()) break;
    game::SchemaFields const fields(edited.standing.game.schema());
    auto plan = coordinator({edited.standing.game, fields, open, edited.standing.reported, undone});
    if (!plan) {
      repair.trouble = plan.error();
      break;
    }
    edited = carry_out(std::move(edited.standing), *plan, complete);
    std::ranges::copy(edited.undone, std::back_inserter(undone));
    repair.attempts.push_back(
        {*std::move(plan), edited.kept, edited.undone, edited.standing.all().size(), edited.needless});
    if (edited.kept.empty() && !complete) break; // the same plan again would not help either
  }
  repair.changed = changed_files(before, edited.standing.game);
  repair.remaining = edited.standing.all();
  repair.playable = edited.standing.playable;
  repair.unproven = without(reported, edited.standing.reported);
  repair.lost_instructions = lost_instructions(repair.errors, edited.standing.game);
  return repair;
}

Repair repair_by_rules(game::Game const& game) {
  return repair(standing_of(game.with({}), {}, play::Simulation::certain), plan_by_rules);
}

} // namespace artifactd::editor
