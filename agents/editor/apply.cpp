#include "agents/editor/apply.hpp"

#include "merge/game/fragment.hpp"
#include "merge/game/validation.hpp"
#include "state/json/edit.hpp"

#include <algorithm>
#include <fmt/core.h>
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

/// All changes of one cause; nothing when one of them needs a model.
std::optional<std::vector<Change const*>> changes_of(ChangePlan const& plan, std::size_t cause) {
  std::vector<Change const*> changes;
  for (auto const& change : plan.changes)
    if (change.cause == cause) {
      if (change.edits.empty() || !change.address) return std::nullopt;
      changes.push_back(&change);
    }
  return changes;
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

Edited carry_out(game::Game game, std::vector<std::string> errors, ChangePlan const& plan) {
  Edited result{std::move(game), std::move(errors), {}};
  for (std::size_t cause = 0; cause < causes_of(plan); ++cause) {
    auto const changes = changes_of(plan, cause);
    if (!changes || changes->empty()) continue;
    auto candidate = result.game.with({});
    std::string why_not;
    for (auto const* change : *changes) {
      auto next = apply(candidate, *change);
      if (!next) {
        why_not = fmt::format("{}: {}", change->address->text(), next.error().message);
        break;
      }
      candidate = *std::move(next);
    }
    auto remaining = why_not.empty() ? errors_of(candidate) : std::vector<std::string>();
    if (why_not.empty() && !is_better(result.errors, remaining))
      why_not = fmt::format("{}: it leaves {} errors of {}, or makes new ones", changes->front()->description,
                            remaining.size(), result.errors.size());
    if (!why_not.empty()) {
      result.undone.push_back(std::move(why_not));
      continue;
    }
    result.game = std::move(candidate);
    result.errors = std::move(remaining);
    result.kept.push_back(cause);
  }
  return result;
}

} // namespace artifactd::editor
