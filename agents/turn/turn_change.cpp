#include "agents/turn/turn_change.hpp"

#include "agents/turn/store/branch.hpp"
#include "agents/turn/store/commit.hpp"
#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/rebase.hpp"
#include "agents/turn/store/undo.hpp"
#include "agents/turn/turn_files.hpp"
#include "agents/turn/turn_result.hpp"
#include "state/dice/draws.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/identity.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd::turn {

namespace {

/// `name` is a sibling of the session: a name, not a path.
Result<StoryDirectory> directory_of_branch(StoryPlace const& place, std::string const& name) {
  auto const parent = place.shown.substr(0, place.shown.rfind('/'));
  auto const session = TRY(Session::open(parent + "/" + name));
  if (session.stamp().owner != place.directory.owner)
    return fail(Fault::denied, "the directory belongs to another user");
  return story_directory({}, session.shown(), session.stamp());
}

class Writing {
public:
  Writing(Store const& store, StoryPlace const& place, TurnRequest const& request, Prepared const& prepared)
      : store_(store), place_(place), request_(request), order_(*request.order), prepared_(prepared),
        asked_(asked(order_, now())) {}

  Result<WrittenChange> done() {
    auto const changed = TRY(change());
    if (!written_.findings.empty()) return std::move(written_);
    written_.change = changed.change;
    judge(changed);
    if (written_.findings.empty() && written_.result.empty() && changed.turn)
      written_.result = TRY(result_of(*changed.turn));
    return std::move(written_);
  }

private:
  void refuse(std::string_view code, std::string message, std::string hint) {
    written_.findings.push_back(turn_finding(request_, code, std::move(message), std::move(hint)));
  }

  Result<Changed> change() {
    auto const& id = prepared_.begun ? prepared_.begun->session_id : prepared_.story->id;
    switch (order_.what) {
    case Do::say:
    case Do::retry:
      return commit_turn(store_, *prepared_.record, prepared_.spent);
    case Do::begin:
      return begin_story(store_, *prepared_.begun, asked_);
    case Do::undo:
      return undo_turns(store_, id, order_.count, asked_);
    case Do::redo:
      return redo_turns(store_, id, order_.count, asked_);
    case Do::models:
      return set_models(store_, id, order_.small_model_key, order_.large_model_key, asked_);
    case Do::rebase:
      return rebase_story(store_, {id, prepared_.story->current_scene_id, *prepared_.rebased}, asked_);
    case Do::end:
      return end_story(store_, id, asked_);
    case Do::branch:
      return branch();
    case Do::forget:
      return forget();
    }
    return Changed{};
  }

  Result<Changed> branch() {
    auto const& story = *prepared_.story;
    auto const name = Name::parse(order_.directory);
    if (!name) {
      refuse("turn.shape", "`directory` is not a valid name of a directory beside this one",
             "Name it without slashes.");
      return Changed{};
    }
    auto directory = directory_of_branch(place_, name->str());
    if (!directory) {
      refuse("turn.unknown", printable(directory.error().message), "Make the new session's directory first.");
      return Changed{};
    }
    NewBranch branch{.parent_session_id = story.id,
                     .session_id = fresh_session_id(),
                     .scene_id = TRY(scene_to_keep()),
                     .directory = *std::move(directory),
                     .dice_seed =
                         order_.same_dice ? story.dice_seed : dice::fresh_seed() + dice::fresh_seed(),
                     .seed_chosen = order_.same_dice && story.seed_chosen};
    if (!written_.findings.empty()) return Changed{};
    auto changed = branch_story(store_, branch, asked_);
    if (!changed && changed.error().fault == Fault::exists) {
      refuse("turn.has_story", "that directory has a story already", "Name another directory.");
      return Changed{};
    }
    return changed;
  }

  Result<std::string> scene_to_keep() {
    if (!order_.at) return std::string();
    auto const rows =
        TRY(scene_rows(store_, prepared_.story->id, {.from = *order_.at, .to = *order_.at, .undone = true}));
    if (!rows.empty()) return rows.front()["id"].get<std::string>();
    refuse("turn.unknown", fmt::format("the story has no scene {}", *order_.at),
           "`turn log` lists its scenes.");
    return std::string();
  }

  /// Removes the branches' files first: a process killed in between can still find the branches.
  Result<Changed> forget() {
    auto const& story = *prepared_.story;
    std::vector<std::string> left;
    if (order_.branches)
      for (auto const& id : TRY(with_branches(store_, story.id)))
        if (id != story.id) TRY(remove_files_of(id, left));
    auto const ids = TRY(forget_story(store_, story.id, order_.branches));
    if (auto const earlier = story.directory ? TRY(find_story(store_, *story.directory)) : std::nullopt)
      left.push_back(fmt::format("story {}, which this directory played before: forget again", earlier->id));
    written_.result = result_of_change(
        order_, story, {{"forgotten", ids}, {"left", left}, {"out_of_reach", out_of_reach(store_)}});
    return Changed{};
  }

  /// Adds what remains to `left`; nothing does in a directory that is gone.
  Result<void> remove_files_of(std::string const& id, std::vector<std::string>& left) {
    auto const branch = TRY(turn::story(store_, id));
    if (!branch || !branch->directory || !is_there(*branch->directory)) return {};
    auto const path = whole_path(*branch->directory);
    auto const session = Session::open(path);
    if (!session || session->stamp().owner != place_.directory.owner) {
      left.push_back(fmt::format("{}: {}", printable(path),
                                 session ? "it belongs to another user" : session.error().message));
      return {};
    }
    for (auto const& each : TRY(remove_turn_files(*session, std::nullopt)))
      left.push_back(printable(path) + "/" + each);
    return {};
  }

  void judge(Changed const& changed) {
    switch (changed.change) {
    case Change::reused:
      return refuse("turn.id_reused", "the user_action_id belongs to another action of this story",
                    "Give each action an id of its own.");
    case Change::ended:
      return refuse("turn.no_story", "the story of this directory has ended",
                    "Begin another, or branch off from it.");
    case Change::too_few:
      return refuse("turn.unknown",
                    order_.count == 1
                        ? fmt::format("there is no turn to {}", word(order_.what))
                        : fmt::format("there are fewer than {} turns to {}", order_.count, word(order_.what)),
                    order_.what == Do::redo ? "Turns can be redone until another is played."
                                            : "Scene 0 cannot be undone.");
    case Change::written:
    case Change::repeated:
    case Change::stale:
      return;
    }
  }

  Result<std::string> result_of(TurnRow const& row) {
    if (order_.what == Do::say || order_.what == Do::retry || order_.what == Do::begin)
      return told_again(row);
    auto story = *prepared_.story;
    story.scene_index = row.scene_index;
    Json more = Json::object();
    if (order_.what == Do::branch)
      more = {{"branch_session_id", row.result}, {"directory", order_.directory}};
    if (order_.what == Do::models) {
      auto const now_is = TRY(turn::story(store_, story.id));
      if (now_is)
        more = {{"small_model_key", now_is->small_model_key}, {"large_model_key", now_is->large_model_key}};
    }
    if (order_.what == Do::rebase) more = {{"ruleset_id", story.ruleset_id}, {"ruleset_digest", row.result}};
    if (order_.what == Do::end) {
      more = {{"dice", {{"commitment", hex(sha256(story.dice_seed))}}}};
      if (!TRY(seed_is_in_use(store_, story))) more["dice"]["seed"] = story.dice_seed;
    }
    return result_of_change(order_, story, more);
  }

  Store const& store_;
  StoryPlace const& place_;
  TurnRequest const& request_;
  Order const& order_;
  Prepared const& prepared_;
  Asked asked_;
  WrittenChange written_;
};

} // namespace

Result<WrittenChange> write_change(Store const& store, StoryPlace const& place, TurnRequest const& request,
                                   Prepared const& prepared) {
  return Writing(store, place, request, prepared).done();
}

std::optional<Finding> denial(Session const& session, TurnRequest const& request) {
  if (!request.order || request.order->what != Do::forget) return std::nullopt;
  auto const owner = request.stamp ? request.stamp->owner : session.stamp().owner;
  // Not own_user(): this thread acts for the session's owner.
  if (owner == 0 || owner == ::geteuid() || is_member(owner, ::getegid())) return std::nullopt;
  return turn_finding(request, "turn.denied", "only the operator may forget a story",
                      "Ask who runs artifactd, or end the story (\"do\": \"end\").");
}

} // namespace artifactd::turn
