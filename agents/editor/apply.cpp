#include "agents/editor/apply.hpp"

#include "merge/game/fragment.hpp"
#include "merge/game/validation.hpp"
#include "state/json/edit.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <set>

namespace artifactd::editor {

namespace {

using What = FragmentEdit::What;

/// `text` is the fragment as it stands.
Result<std::string> edited(std::string text, FragmentEdit const& edit) {
  auto const steps = TRY(json::pointer_steps(edit.pointer));
  JsonNode const root(text);
  auto const* node = json::find_at(root, steps);
  auto const stands = node == nullptr ? std::string() : std::string(node->text());
  auto const appends = edit.pointer.ends_with("/-");
  if (!appends && stands != edit.expected)
    return fail(Fault::changed, fmt::format("at {} stands something else by now", edit.pointer));
  if (edit.what == What::set) return json::with_value(text, steps, edit.value);
  if (node == nullptr || node->parent() == nullptr)
    return fail(Fault::missing, fmt::format("there is nothing at {}", edit.pointer));
  return json::spliced(text, {json::removal(text, *node)});
}

Result<game::GameFile> changed_file(game::Game const& game, Change const& change) {
  auto const& address = *change.address;
  auto const& first = change.edits.front();
  if (first.what == What::insert_fragment) return game::insert_fragment(game, address, first.value);
  if (first.what == What::remove_fragment) return game::remove_fragment(game, address);
  auto text = TRY(game::extract_fragment(game, address));
  for (auto const& edit : change.edits)
    text = TRY(edited(std::move(text), edit));
  return game::replace_fragment(game, address, text);
}

std::size_t causes_of(ChangePlan const& plan) {
  std::size_t count = 0;
  for (auto const& change : plan.changes)
    count = std::max(count, change.cause + 1);
  return count;
}

bool is_open(Change const& change) noexcept {
  return change.edits.empty() || !change.address;
}

std::vector<Change> changes_of(ChangePlan const& plan, std::size_t cause) {
  std::vector<Change> changes;
  std::ranges::copy_if(plan.changes, std::back_inserter(changes),
                       [&](Change const& each) { return each.cause == cause; });
  return changes;
}

/// All of them, one after the other. Those that are open are written first.
Result<game::Game> with_all(game::Game game, std::vector<Change> const& changes, Completion const& complete) {
  for (auto const& change : changes) {
    auto next = apply(game, is_open(change) ? TRY(complete(game, change)) : change);
    if (!next)
      return fail(next.error().fault,
                  fmt::format("{}: {}", change.address ? change.address->text() : "", next.error().message));
    game = *std::move(next);
  }
  return game;
}

/// With what these changes address no longer reported.
Standing standing_after(game::Game game, std::vector<std::string> reported,
                        std::vector<Change> const& changes) {
  for (auto const& change : changes)
    std::erase_if(reported, [&](std::string const& each) {
      return std::ranges::find(change.errors_addressed, each) != change.errors_addressed.end();
    });
  auto errors = errors_of(game);
  return {std::move(game), std::move(errors), std::move(reported)};
}

} // namespace

Result<game::Game> apply(game::Game const& game, Change const& change) {
  if (!change.address || change.edits.empty())
    return fail(Fault::invalid, "the change does not say what its fragment shall be");
  return game.with({TRY(changed_file(game, change))});
}

std::vector<std::string> errors_of(game::Game const& game) {
  std::vector<std::string> errors;
  for (auto& finding : game::validate(game))
    if (finding.severity == Severity::error) errors.push_back(std::move(finding.message));
  return errors;
}

bool is_better(std::span<std::string const> before, std::span<std::string const> after) {
  std::set<std::string_view> const known(before.begin(), before.end());
  return after.size() < before.size() &&
         std::ranges::all_of(after, [&](std::string const& each) { return known.contains(each); });
}

std::vector<std::string> Standing::all() const {
  auto both = errors;
  both.insert(both.end(), reported.begin(), reported.end());
  return both;
}

Edited carry_out(Standing standing, ChangePlan const& plan, Completion const& complete) {
  Edited result{std::move(standing)};
  for (std::size_t cause = 0; cause < causes_of(plan); ++cause) {
    auto const changes = changes_of(plan, cause);
    if (changes.empty() || (!complete && std::ranges::any_of(changes, is_open))) continue;
    auto changed = with_all(result.standing.game.with({}), changes, complete);
    if (!changed) {
      result.undone.push_back(changed.error().message);
      continue;
    }
    auto after = standing_after(*std::move(changed), result.standing.reported, changes);
    auto const before_all = result.standing.all();
    auto const after_all = after.all();
    if (!is_better(before_all, after_all)) {
      result.undone.push_back(fmt::format("{}: it leaves {} errors of {}, or makes new ones",
                                          changes.front().description, after_all.size(), before_all.size()));
      continue;
    }
    result.standing = std::move(after);
    result.kept.push_back(cause);
  }
  return result;
}

} // namespace artifactd::editor
