// Stories: their scenes, characters, memories and dice, and the steps that a person takes in them.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/action_body.hpp"
#include "daemon/api/asked_answer.hpp"
#include "daemon/api/page.hpp"
#include "daemon/api/session_ids.hpp"
#include "daemon/interventions/branch_directory.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/queries/story_list.hpp"
#include "daemon/queries/story_replay.hpp"
#include "state/json/json_member.hpp"
#include "state/platform/identity.hpp"
#include "state/session/session_layout.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd {

namespace {

using What = turn::StoryView::What;

constexpr std::int64_t largest_number = INT64_MAX - 1;

Result<std::optional<std::int64_t>> scene_parameter(WebQuestion const& question) {
  if (question.parameter("turn").empty()) return std::nullopt;
  return TRY(question.number("turn", 0, 0, largest_number));
}

Result<Json> view_of(WebContext const& context, WebQuestion const& question, turn::StoryView view) {
  auto const key = TRY(find_session(*context.config, question.session));
  if (!view.turn) view.turn = TRY(scene_parameter(question));
  return look_at_story(*context.config, full_path(key), view);
}

/// The members that each step may have, besides user_action_id.
struct StoryStep {
  std::string_view word;
  std::array<std::string_view, 5> members;
};
constexpr std::array steps = {
    StoryStep{"begin", {"scenario", "persona", "small_model_key", "large_model_key", "seed"}},
    StoryStep{"undo", {"count"}},
    StoryStep{"redo", {"count"}},
    StoryStep{"retry", {"reroll", "expect_scene"}},
    StoryStep{"branch", {"directory", "at", "same_dice"}},
    StoryStep{"end", {}},
};

} // namespace

Result<WebAnswer> answer_stories(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  auto const store = TRY(open_stories(*context.config));
  auto json = to_json(TRY(list_of_stories(store)));
  auto rows = Json::array();
  auto const total = json["stories"].size();
  for (auto i = page.begin(total); i < page.end(total); ++i) {
    auto row = json["stories"][i];
    auto id = id_of_path(context.config->roots, text_member(row, "session"));
    if (!id.empty()) row["id"] = std::move(id);
    rows.push_back(std::move(row));
  }
  json["stories"] = std::move(rows);
  page.close(json, total);
  return document(json);
}

Result<WebAnswer> answer_turns(WebContext const& context, WebQuestion const& question) {
  auto const limit = TRY(question.number("limit", 100, 1, 1000));
  turn::StoryView view{.what = What::log};
  view.tree = question.parameter("tree") == "true";
  view.before = TRY(question.number("before", INT64_MAX, 0, INT64_MAX));
  view.limit = static_cast<std::size_t>(limit);
  auto json = TRY(view_of(context, question, view));
  if (auto const& scenes = json["scenes"]; !scenes.empty() && scenes[0]["scene_index"] > 0)
    json["before"] = scenes[0]["scene_index"];
  return document(json);
}

Result<WebAnswer> answer_scene(WebContext const& context, WebQuestion const& question) {
  return document(TRY(view_of(context, question, {.what = What::scene})));
}

Result<WebAnswer> answer_relations(WebContext const& context, WebQuestion const& question) {
  return document(TRY(view_of(context, question, {.what = What::relations})));
}

Result<WebAnswer> answer_why(WebContext const& context, WebQuestion const& question) {
  return document(TRY(view_of(context, question, {.what = What::why})));
}

/// With their weights as they are now, or at the time `at`.
Result<WebAnswer> answer_observations(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  turn::StoryView view{.what = What::observations};
  view.character = question.parameter("character");
  view.all = question.parameter("all") == "true";
  if (!question.parameter("at").empty()) view.at = TRY(question.number("at", 0, 0, largest_number));
  auto json = TRY(view_of(context, question, view));
  page.cut(json, "observations");
  return document(json);
}

/// No model is asked. At most a hundred turns at once: each costs what playing it cost, without the models.
Result<WebAnswer> answer_replay(WebContext const& context, WebQuestion const& question) {
  auto const asked = TRY(scene_parameter(question));
  auto const first = TRY(question.number("from", asked.value_or(1), 0, largest_number));
  auto const limit = TRY(question.number("limit", asked ? 1 : 20, 1, 100));
  auto const key = TRY(find_session(*context.config, question.session));
  auto const story = TRY(story_argument(*context.config, full_path(key)));
  auto const newest = story.row.scene_index;
  auto const last = asked ? first : std::min(newest, std::min(first, newest) + (limit - 1));
  auto const replayed = TRY(context.checks->one(
      question.by->name, [&] { return replay_story(story, {first, last}, turn::DiceFrom::seed, {}); }));
  auto json = to_json(replayed);
  json["same"] = replayed.different == 0;
  if (last < newest && !asked) json["next"] = last + 1;
  return document(json);
}

/// Each is a signal, like a turn; its result is found at the same place.
Result<WebAnswer> do_story_step(WebContext const& context, WebQuestion const& question) {
  auto const step = std::ranges::find(steps, segment(question, 5), &StoryStep::word);
  if (step == steps.end()) return fail(Fault::missing, "there is no such step");
  auto const& may = step->members;
  auto request = TRY(action_body(question, {"user_action_id", may[0], may[1], may[2], may[3], may[4]}));
  auto const action = text_member(request, "user_action_id");
  if (action.empty()) return fail(Fault::invalid, R"("user_action_id" has to be given)");
  request["do"] = step->word;
  auto const chosen = TRY(case_of_action(context, question, action));
  auto const made = step->word == "branch"
                        ? TRY(make_branch_directory(chosen.session(), text_member(request, "directory")))
                        : std::string();
  auto const asked = ask_step(chosen, request, layout::turn_result_of(chosen.signal.name), asking_patience);
  if (!asked || asked->refused) remove_branch_directory(made);
  if (!asked) return fail(asked.error());
  record_action(context, question, chosen, step->word);
  return answer_of_step(*asked, turn_path(question, action));
}

} // namespace artifactd
