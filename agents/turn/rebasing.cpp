#include "agents/turn/rebasing.hpp"

#include "agents/turn/content/document_checks.hpp"
#include "agents/turn/position.hpp"
#include "agents/turn/rules/state_ops.hpp"
#include "agents/turn/store/commit.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "agents/turn/turn_result.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t shortest_digest = 8; // minimum digits to name a version
constexpr std::size_t most_versions = 10;  // shown in a list

class Rebasing {
public:
  Rebasing(Prepared& prepared, Store const& store, TurnRequest const& request)
      : prepared_(prepared), store_(store), request_(request), order_(*request.order),
        story_(*prepared.story) {}

  Result<void> done() {
    auto const digest = TRY(digest_meant());
    if (digest.empty()) return {};
    auto documents = *TRY(frozen_of(store_, story_.id));
    auto const former = digest_of(documents.ruleset);
    auto version = TRY(content(store_, DocumentKind::ruleset, story_.ruleset_id, digest));
    if (!version) return fail(Fault::changed, "the version of the ruleset no longer exists");
    documents.ruleset = std::get<Ruleset>(*std::move(version));
    TRY(judge_stats(documents));
    TRY(judge_current(documents));
    if (!prepared_.findings.empty()) return {};
    if (order_.dry_run)
      prepared_.answered = result_of_change(order_, story_,
                                            {{"dry_run", true},
                                             {"ruleset_id", story_.ruleset_id},
                                             {"former_ruleset_digest", former},
                                             {"ruleset_digest", digest}});
    prepared_.rebased = std::move(documents);
    return {};
  }

private:
  void refuse(std::string_view code, std::string message, std::string hint) {
    prepared_.findings.push_back(turn_finding(request_, code, std::move(message), std::move(hint)));
  }

  /// The digest of the version that `to` names; empty with a finding.
  Result<std::string> digest_meant() {
    auto const versions = TRY(content_versions(store_, DocumentKind::ruleset, story_.ruleset_id));
    if (order_.to == story_.ruleset_id && !versions.empty()) return versions.front().digest;
    std::vector<std::string> meant;
    std::vector<std::string> known;
    for (auto const& version : versions) {
      if (order_.to.size() >= shortest_digest && version.digest.starts_with(order_.to) &&
          std::ranges::find(meant, version.digest) == meant.end())
        meant.push_back(version.digest);
      if (known.size() < most_versions) known.push_back(version.digest.substr(0, 12));
    }
    if (meant.size() == 1) return meant.front();
    refuse("turn.unknown",
           fmt::format("`to`: \"{}\" names {} of the ruleset {}", printable(order_.to),
                       meant.empty() ? "no imported version" : "more than one version",
                       printable(story_.ruleset_id)),
           fmt::format("Name it by its id, which means the newest version, or by the digest of one: {}.",
                       fmt::join(known, ", ")));
    return std::string();
  }

  Result<void> judge_stats(Frozen const& documents) {
    for (auto const& character : documents.characters)
      for (auto const& fault :
           TRY(stat_block_faults(character.stat_block, documents.ruleset, {.pointer = "/stat_block"})))
        refuse(
            "turn.ruleset_mismatch", fmt::format("{}: {}", printable(character.id), place_and_message(fault)),
            "Choose a version of the ruleset that the story's characters fit: their stats stay as they are.");
    return {};
  }

  Result<void> judge_current(Frozen const& documents) {
    auto const cast = cast_of(documents.scenario);
    auto const rules = state_rules(documents.ruleset, cast);
    if (!rules) {
      refuse("turn.ruleset_mismatch", rules.error().message, "Repair the ruleset and import it again.");
      return {};
    }
    auto const position = TRY(
        position_at(store_, story_, std::make_shared<Frozen const>(documents), story_.scene_index, now()));
    if (position.scene.id != story_.current_scene_id) return fail(Fault::changed, "the story has moved");
    for (auto const& fault :
         judge_state(rules->schema, {position.scene.state_json, position.scene.relations}, cast))
      refuse("turn.ruleset_mismatch",
             fmt::format("the state of scene {} at \"{}\": {}", story_.scene_index, fault.pointer,
                         fault.message),
             "Choose a version that the state fits, or play on until it does.");
    return {};
  }

  Prepared& prepared_;
  Store const& store_;
  TurnRequest const& request_;
  Order const& order_;
  StoryRow const& story_;
};

} // namespace

Result<void> prepare_rebase(Prepared& prepared, Store const& store, TurnRequest const& request) {
  if (!TRY(turn(store, prepared.story->id, request.order->user_action_id)))
    return Rebasing(prepared, store, request).done();
  prepared.rebased = Frozen{}; // done before: the stored result is returned
  return {};
}

} // namespace artifactd::turn
