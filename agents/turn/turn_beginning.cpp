#include "agents/turn/turn_beginning.hpp"

#include "agents/turn/content/document_checks.hpp"
#include "agents/turn/content/told_story.hpp"
#include "agents/turn/recast.hpp"
#include "agents/turn/rules/consequences.hpp"
#include "agents/turn/store/known_step.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "agents/turn/turn_result.hpp"
#include "state/dice/draws.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::turn {

namespace {

class Beginning {
public:
  Beginning(Store const& store, TurnPolicy const& policy, StoryPlace const& place, TurnRequest const& request)
      : store_(store), policy_(policy), place_(place), request_(request), order_(*request.order) {}

  Result<Prepared> done() {
    TRY(begin());
    return std::move(prepared_);
  }

private:
  void refuse(std::string_view code, std::string message, std::string hint) {
    prepared_.findings.push_back(turn_finding(request_, code, std::move(message), std::move(hint)));
  }

  /// True also if this very request has begun it.
  bool stands_in_the_way(StoryRow const& former, std::optional<TurnRow> const& row) {
    if (row && row->what == "begin" && row->text_sha256 == text_digest(asked(order_, 0).text)) {
      prepared_.answered = row->result;
      return true;
    }
    if (row) {
      refuse("turn.id_reused",
             fmt::format("the user_action_id \"{}\" belongs to another action of this story",
                         printable(order_.user_action_id)),
             "Give each action an id of its own.");
      return true;
    }
    if (former.ended_at) return false;
    refuse("turn.has_story", "this directory has a story already",
           "Continue it, end it (\"do\": \"end\"), or begin in another directory.");
    return true;
  }

  Result<void> begin() {
    auto const known = TRY(known_step(store_, place_.directory, order_.user_action_id));
    if (known.story && stands_in_the_way(*known.story, known.turn)) return {};
    judge_key(prepared_, policy_, request_, order_.small_model_key, "small_model_key");
    judge_key(prepared_, policy_, request_, order_.large_model_key, "large_model_key");
    if ((order_.small_model_key.empty() && policy_.small.empty()) ||
        (order_.large_model_key.empty() && policy_.large.empty()))
      refuse("turn.model_missing", "no model is named for the story",
             "Name small and large in [turn] of the configuration, or the keys in the request.");
    auto frozen = frozen_now(store_, order_.scenario);
    if (!frozen && frozen.error().fault == Fault::missing) {
      refuse("turn.unknown", frozen.error().message, "`artifactctl turn list scenarios` lists them.");
      return {};
    }
    auto story = TRY(std::move(frozen));
    if (!order_.persona.empty()) TRY(recast(story));
    judge_story(story);
    if (!prepared_.findings.empty()) return {};
    take_story(std::move(story));
    return {};
  }

  void take_story(Frozen story) {
    NewStory begun{.session_id = fresh_session_id(),
                   .directory = place_.directory,
                   .frozen = std::move(story),
                   .small_model_key = order_.small_model_key.empty() ? policy_.small : order_.small_model_key,
                   .large_model_key = order_.large_model_key.empty() ? policy_.large : order_.large_model_key,
                   .dice_seed = order_.seed.empty() ? dice::fresh_seed() + dice::fresh_seed() : order_.seed,
                   .seed_chosen = !order_.seed.empty(),
                   .result = {}};
    begun.result = result_of_begin(begun, asked(order_, now()));
    prepared_.begun = std::move(begun);
  }

  /// Replaces the scenario's persona if another one is requested.
  Result<void> recast(Frozen& story) {
    auto& scenario = story.scenario;
    if (std::ranges::find(scenario.character_ids, order_.persona) != scenario.character_ids.end()) {
      scenario.persona_id = order_.persona;
      return {};
    }
    auto const found = TRY(content(store_, DocumentKind::character, order_.persona));
    if (!found) {
      refuse("turn.unknown", fmt::format("there is no character \"{}\"", printable(order_.persona)),
             "`artifactctl turn list characters` lists them.");
      return {};
    }
    recast_persona(story, std::get<Character>(*found));
    return {};
  }

  /// The ruleset may have a newer version since the characters were imported.
  void judge_stats(Frozen const& story) {
    for (auto const& character : story.characters) {
      auto const faults = stat_block_faults(character.stat_block, story.ruleset, {.pointer = "/stat_block"});
      if (!faults) continue;
      for (auto const& fault : *faults)
        refuse("turn.ruleset_mismatch",
               fmt::format("{}: {}", printable(character.id), place_and_message(fault)),
               "Import the character again with stats that fit the ruleset.");
    }
  }

  /// The import checked the documents; this checks the combination they form now.
  void judge_story(Frozen const& story) {
    for (auto const& character : story.characters)
      if (character.ruleset_id != story.ruleset.id || character.stat_block.is_null())
        refuse(
            "turn.ruleset_mismatch",
            fmt::format("{} has no stat block of the ruleset {}", printable(character.id), story.ruleset.id),
            "Give the character stats (artifactctl turn import), or choose another.");
    judge_stats(story);
    auto const cast = cast_of(story.scenario);
    auto const rules = state_rules(story.ruleset, cast);
    if (!rules) {
      refuse("turn.ruleset_mismatch", rules.error().message, "Repair the ruleset and import it again.");
      return;
    }
    auto const first = first_state(told_story(story).scenario.scene_seed, cast);
    auto faults = first.faults;
    if (faults.empty()) faults = judge_state(rules->schema, first.state, cast);
    for (auto const& fault : faults)
      refuse("turn.ruleset_mismatch",
             fmt::format("the scenario's scene_seed at \"{}\": {}", fault.pointer, fault.message),
             "Repair the scenario and import it again.");
  }

  Store const& store_;
  TurnPolicy const& policy_;
  StoryPlace const& place_;
  TurnRequest const& request_;
  Order const& order_;
  Prepared prepared_;
};

} // namespace

void judge_key(Prepared& prepared, TurnPolicy const& policy, TurnRequest const& request,
               std::string const& key, char const* member) {
  if (key.empty() || policy.allows(key)) return;
  auto const keys = policy.keys();
  prepared.findings.push_back(
      turn_finding(request, "turn.model_missing",
                   fmt::format("`{}`: stories may not choose the model \"{}\"", member, printable(key)),
                   keys.empty() ? std::string("The operator names models in [turn] of the configuration.")
                                : fmt::format("They may choose {}.", fmt::join(keys, ", "))));
}

Result<Prepared> prepare_begin(Store const& store, TurnPolicy const& policy, StoryPlace const& place,
                               TurnRequest const& request) {
  return Beginning(store, policy, place, request).done();
}

} // namespace artifactd::turn
