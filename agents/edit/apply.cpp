#include "agents/edit/apply.hpp"

#include "agents/edit/bulk.hpp"
#include "agents/edit/needless.hpp"
#include "agents/edit/statements.hpp"
#include "merge/game/fragment.hpp"
#include "state/json/edit.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <iterator>
#include <map>
#include <tuple>

namespace artifactd::editor {

namespace {

using What = FragmentEdit::What;

/// `text` is the fragment's current text.
Result<std::string> edited(std::string const& text, FragmentEdit const& edit) {
  auto const steps = TRY(json::pointer_steps(edit.pointer));
  JsonNode const root(text);
  auto const* node = json::find_at(root, steps);
  auto const current = node == nullptr ? std::string() : std::string(node->text());
  auto const appends = edit.pointer.ends_with("/-");
  if (!appends && current != edit.expected)
    return fail(Fault::changed, fmt::format("the value at {} has changed since", edit.pointer));
  if (edit.what == What::set) return json::with_value(text, steps, edit.value);
  if (node == nullptr || node->parent() == nullptr)
    return fail(Fault::missing, fmt::format("there is nothing at {}", edit.pointer));
  return json::spliced(text, {json::removal(text, *node)});
}

Result<game::TextChange> text_change(game::Game const& game, Change const& change) {
  auto const& address = *change.address;
  auto const& first = change.edits.front();
  if (first.what == What::insert_fragment) return game::insert_fragment(game, address, first.value);
  if (first.what == What::remove_fragment) return game::remove_fragment(game, address);
  auto text = TRY(game::extract_fragment(game, address));
  for (auto const& edit : change.edits)
    text = TRY(edited(text, edit));
  return game::replace_fragment(game, address, text);
}

bool is_open(Change const* change) noexcept {
  return change->edits.empty() || !change->address;
}

bool is_of_model(ChangePlan const& plan, std::size_t cause) {
  return cause < plan.patterns.size() && plan.patterns[cause] == model_pattern;
}

bool is_of_values(Change const& change) {
  return std::ranges::all_of(change.edits, [](FragmentEdit const& each) {
    return each.what == What::set || each.what == What::remove;
  });
}

/// Merges the changes into one for each fragment: edits of one by several changes add up.
Result<std::vector<Change>> by_fragment(std::span<Change const* const> changes) {
  std::vector<Change> merged;
  std::map<std::tuple<game::FragmentAddress::Form, std::string_view, std::string_view>, std::size_t> known;
  for (auto const* change : changes) {
    if (is_open(change)) return fail(Fault::invalid, "the change does not say what its fragment becomes");
    auto const& address = *change->address;
    auto const [place, is_new] =
        known.try_emplace({address.form, address.name, address.inner}, merged.size());
    if (is_new) {
      merged.push_back(*change);
      continue;
    }
    auto& former = merged[place->second];
    if (!is_of_values(*change) || !is_of_values(former))
      return fail(Fault::changed,
                  address.text() + " is inserted or removed: it cannot be changed twice at once");
    std::ranges::copy(change->edits, std::back_inserter(former.edits));
  }
  return merged;
}

/// The changes grouped by cause.
std::vector<Changes> causes_of(ChangePlan const& plan) {
  std::vector<Changes> causes;
  for (auto const& change : plan.changes) {
    causes.resize(std::max(causes.size(), change.cause + 1));
    causes[change.cause].push_back(&change);
  }
  return causes;
}

/// The changes with their edits, and the resulting game.
struct Written {
  std::vector<Change> changes;
  game::Game game;
};

Result<game::Game> apply_next(game::Game const& game, Change const& change) {
  auto next = apply(game, change);
  if (next) return next;
  return fail(next.error().fault,
              fmt::format("{}: {}", change.address ? change.address->text() : "", next.error().message));
}

/// If any are open, each of those is written for the game that the changes before it produced.
Result<Written> write_all_of(game::Game const& game, Changes const& changes, Completion const& complete) {
  Written written{{}, game.with({})};
  auto const any_open = std::ranges::any_of(changes, is_open);
  for (auto const* change : changes) {
    written.changes.push_back(is_open(change) ? TRY(complete(written.game, *change)) : *change);
    if (any_open) written.game = TRY(apply_next(written.game, written.changes.back()));
  }
  if (!any_open) written.game = TRY(apply_in_turn(game, changes));
  return written;
}

/// Why the change is no improvement.
std::string why_no_better(Standing const& before, Standing const& after, Changes const& changes) {
  auto const known = statements_of(before.all());
  auto const left = statements_of(after.all());
  auto const made =
      std::ranges::find_if(left, [&](std::string const& each) { return !known.contains(each); });
  if (made != left.end()) return "it causes a new error: " + *made;
  auto const away = std::ranges::find_if(after.reported, [&](std::string const& error) {
    return std::ranges::any_of(changes, [&](Change const* each) {
      return std::ranges::find(each->errors_addressed, error) != each->errors_addressed.end();
    });
  });
  return away == after.reported.end() ? "it resolves none of the errors"
                                      : "no change is at the place the error names: " + *away;
}

/// Keeps the changes if they help, and says whether.
bool keep(Edited& edited, ChangePlan const& plan, Changes const& changes, Completion const& complete) {
  auto& standing = edited.standing;
  auto undone = [&](std::string const& why) {
    edited.undone.push_back(fmt::format("{}: {}", changes.front()->description, why));
    return false;
  };
  auto written = write_all_of(standing.game, changes, complete);
  if (!written) return undone(written.error().message);
  auto after = standing_after(std::move(written->game), standing, changes);
  if (!is_better(standing.all(), after.all())) return undone(why_no_better(standing, after, changes));
  if (is_of_model(plan, changes.front()->cause))
    for (auto const dropped : drop_needless(standing, written->changes, after)) {
      edited.needless.push_back(static_cast<std::size_t>(changes[dropped] - plan.changes.data()));
      edited.undone.push_back(changes[dropped]->description + ": nothing is worse without it");
    }
  standing = played(std::move(after));
  return true;
}

/// Not if a model has to write: it must be shown the result of the earlier causes. Not with reported errors:
/// no check tells whether they are repaired.
bool may_go_together(std::vector<Changes> const& causes, Standing const& standing) {
  auto const count = std::ranges::count_if(causes, [](Changes const& each) { return !each.empty(); });
  return count >= many_causes && standing.reported.empty() &&
         std::ranges::none_of(causes, [](Changes const& each) { return std::ranges::any_of(each, is_open); });
}

} // namespace

Result<game::Game> apply(game::Game const& game, Change const& change) {
  return apply_at_once(game, std::array{&change});
}

Result<game::Game> apply_at_once(game::Game const& game, std::span<Change const* const> changes) {
  std::vector<game::TextChange> made;
  for (auto const& change : TRY(by_fragment(changes)))
    made.push_back(TRY(text_change(game, change)));
  return game.with(TRY(game::changed_files(game, std::move(made))));
}

Result<game::Game> apply_in_turn(game::Game const& game, Changes const& changes) {
  if (auto at_once = apply_at_once(game, changes)) return at_once;
  auto changed = game.with({});
  for (auto const* change : changes)
    changed = TRY(apply_next(changed, *change));
  return changed;
}

bool is_better(std::span<std::string const> before, std::span<std::string const> after) {
  auto const known = statements_of(before);
  auto const left = statements_of(after);
  return left.size() < known.size() && std::ranges::includes(known, left);
}

Edited carry_out(Standing standing, ChangePlan const& plan, Completion const& complete) {
  Edited result{std::move(standing)};
  auto causes = causes_of(plan);
  if (!complete)
    for (auto& changes : causes)
      if (std::ranges::any_of(changes, is_open)) changes.clear();
  if (may_go_together(causes, result.standing)) result.kept = keep_together(result.standing, causes);
  if (!result.kept.empty()) result.standing = played(std::move(result.standing));
  for (std::size_t cause = 0; cause < causes.size(); ++cause)
    if (!causes[cause].empty() && keep(result, plan, causes[cause], complete)) result.kept.push_back(cause);
  std::ranges::sort(result.kept);
  return result;
}

} // namespace artifactd::editor
