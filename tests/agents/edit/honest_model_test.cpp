// The corpus of broken games with an honest model: for what the rules leave, it plans the fragments that
// differ from the valid game and writes them as they are there.
#include "agents/edit/edit_run.hpp"
#include "agents/edit/model/artifact_config.hpp"
#include "agents/edit/rules/rules.hpp"
#include "merge/game/artifacts.hpp"
#include "merge/game/checks/schema_fields.hpp"
#include "merge/game/fragment.hpp"
#include "tests/support/answering_model.hpp"
#include "tests/support/game_corpus.hpp"
#include "tests/support/game_parts.hpp"
#include "tests/support/game_session.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

namespace artifactd::test {
namespace {

using game::Game;
using Form = game::FragmentAddress::Form;
using HonestJson = nlohmann::ordered_json;

/// Removes the layout, which the corpus' edits change.
GameParts values_of(GameParts parts) {
  for (auto& [address, text] : parts)
    if (auto const value = HonestJson::parse(text, nullptr, false); !value.is_discarded())
      text = value.dump();
  return parts;
}

std::string artifact_in(std::string const& address) {
  return address.substr(0, address.find('.'));
}

/// The container of a fragment: the artifact, or one of the two collections of the instructions.
std::string collection_of(std::string const& address) {
  auto const artifact = artifact_in(address);
  return artifact == "instructions" ? address.substr(0, address.find('.', artifact.size() + 1)) : artifact;
}

/// Addresses of the differing fragments, outermost only; a whole artifact if no patch would do because its
/// collection is missing or something must be removed.
std::vector<std::string> places_to_repair(GameParts const& broken, GameParts const& sound) {
  auto is_there = [&](std::string const& collection) {
    return std::ranges::any_of(broken,
                               [&](auto const& each) { return each.first.starts_with(collection + "."); });
  };
  auto places = differing_parts(values_of(broken), values_of(sound));
  for (auto& place : places)
    if (auto const now = broken.find(place); !sound.contains(place) || !is_there(collection_of(place)) ||
                                             (now != broken.end() && !HonestJson::accept(now->second)))
      place = artifact_in(place);
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
  auto const all = places;
  std::erase_if(places, [&](std::string const& place) {
    return std::ranges::any_of(all,
                               [&](auto const& each) { return each != place && is_within(place, each); });
  });
  return places;
}

class HonestModel {
public:
  HonestModel(Game const& sound, Game const& broken, std::vector<std::string> places)
      : sound_(sound), broken_(broken), places_(std::move(places)) {}

  std::string answer(model::Request const& request) const {
    return request.system == editor::coordinator_prompt() ? plan() : fragment(request);
  }

private:
  [[nodiscard]] std::string plan() const {
    auto changes = HonestJson::array();
    for (auto const& place : places_)
      changes.push_back(change(place));
    return HonestJson{{"diagnosis", "It differs."}, {"confidence", "high"}, {"changes", changes}}.dump();
  }

  [[nodiscard]] HonestJson change(std::string const& place) const {
    auto const dot = place.find('.');
    HonestJson change{{"artifact", place.substr(0, dot)},
                      {"operation", dot == place.npos ? "reextract" : "patch"},
                      {"description", "Write it as it was meant"},
                      {"errorsAddressed", {"1"}}};
    if (dot != place.npos) change["fragmentAddress"] = place;
    if (place.starts_with("schema.")) {
      game::SchemaFields const fields(sound_.schema());
      auto const* field = fields.find(place.substr(dot + 1));
      change["schemaField"] = {{"type", field == nullptr || field->type.empty() ? "object" : field->type}};
    }
    return change;
  }

  [[nodiscard]] std::string fragment(model::Request const& request) const {
    auto const& text = request.messages.front().text;
    constexpr std::string_view lead = "Change one fragment of the artifact, ";
    auto const begin = text.find(lead);
    if (begin != text.npos) {
      auto const from = begin + lead.size();
      auto const address = must(game::parse_address(text.substr(from, text.find(", and nothing") - from)));
      auto const refused = request.messages.size() > 1;
      return reply(refused ? with_all_members(address) : as_meant(address));
    }
    for (auto const artifact :
         {game::Artifact::schema, game::Artifact::transitions, game::Artifact::instructions})
      if (request.system == editor::config_of(artifact).system_prompt)
        return reply(as_meant({Form::whole, std::string(game::artifact_word(artifact))}));
    return "";
  }

  static std::string reply(std::string const& fragment) { return HonestJson{{"fragment", fragment}}.dump(); }

  [[nodiscard]] std::string as_meant(game::FragmentAddress const& address) const {
    return game::extract_fragment(sound_, address).value_or("");
  }

  /// Keeps members the honest model would leave out, such as a second spelling of another: leaving them out
  /// is why its fragment was refused.
  [[nodiscard]] std::string with_all_members(game::FragmentAddress const& address) const {
    auto meant = HonestJson::parse(as_meant(address));
    auto const now = HonestJson::parse(game::extract_fragment(broken_, address).value_or("{}"));
    for (auto const& [key, value] : now.items())
      if (!meant.contains(key)) meant[key] = value;
    return meant.dump();
  }

  Game const& sound_;
  Game const& broken_;
  std::vector<std::string> places_;
};

struct Honest {
  bool repaired = false;
  /// Fragments that differ from the broken game but are not targeted by any change.
  std::vector<std::string> beside;
};

Honest edit_honestly(GameMutation const& mutation, editor::Repair const& by_rules) {
  GameSession dir;
  dir.only_check();
  dir.put(broken_files(mutation));
  Game const broken(broken_files(mutation));
  Game const sound(game_files(mutation.game));
  auto const left = broken.with(by_rules.changed);
  HonestModel const honest(sound, left, places_to_repair(game_parts(left), game_parts(sound)));
  AnsweringModel model([&](model::Request const& request) { return honest.answer(request); });
  editor::EditPolicy policy;
  policy.models.open = source_of(model);
  editor::EditOrder const order{.agent = name("game"),
                                .engine = editor::Engine::model,
                                .models = {.coordinator = "answering-1", .fragments = "answering-1"}};
  auto const outcome = must(editor::edit_artifacts(dir.session(), order, dir.kg, policy,
                                                   editor::Publishing::yes, editor::Retrying::no));
  Honest result;
  result.repaired = outcome.end == editor::EditEnd::published && dir.errors().empty();
  std::set<std::string> planned;
  for (auto const& attempt : outcome.repair.attempts)
    for (auto const& change : attempt.plan.changes)
      planned.insert(change.address ? change.address->text()
                                    : std::string(game::artifact_word(change.artifact)));
  for (auto const& part : differing_parts(game_parts(broken), game_parts(game::game_of(dir.artifacts()))))
    if (std::ranges::none_of(planned, [&](auto const& each) { return is_within(part, each); }))
      result.beside.push_back(part);
  if (!result.repaired) {
    EXPECT_THAT(dir.changed(), testing::IsEmpty()) << mutation.name;
  }
  return result;
}

TEST(EditorHonestModel, RepairsWhatRulesLeave) {
  std::size_t repaired = 0;
  for (auto const& mutation : game_mutations()) {
    auto const by_rules = editor::repair(
        editor::standing_of(Game(broken_files(mutation)), {}, play::Simulation::off), editor::plan_by_rules);
    if (by_rules.succeeded()) continue;
    auto const result = edit_honestly(mutation, by_rules);
    repaired += result.repaired;
    EXPECT_TRUE(result.repaired) << mutation.pattern << ": " << mutation.name;
    EXPECT_THAT(result.beside, testing::IsEmpty()) << mutation.name;
  }
  EXPECT_GE(repaired, 55U);
}

} // namespace
} // namespace artifactd::test
