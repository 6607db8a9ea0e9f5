// The rules over the corpus of broken games: what follows from the artifacts alone is repaired, nothing else
// is touched.
#include "agents/edit/repair.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/statements.hpp"
#include "merge/game/checks/validation.hpp"
#include "merge/game/fragment.hpp"
#include "tests/support/game_corpus.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

namespace artifactd::test {
namespace {

using editor::ChangePlan;
using editor::Confidence;
using game::Game;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::UnorderedElementsAre;

ChangePlan plan_for(Game const& game) {
  game::SchemaFields const fields(game.schema());
  auto const errors = game::error_messages(game);
  return editor::plan_by_rules({game, fields, errors});
}

/// Every fragment except those of the plans, by address.
std::vector<std::string> untouched(Game const& game, editor::Repair const& repair) {
  std::vector<game::FragmentAddress> touched;
  for (auto const& attempt : repair.attempts)
    for (auto const& change : attempt.plan.changes)
      if (change.address) touched.push_back(*change.address);
  auto spared = [&](game::FragmentAddress const& address) {
    return std::ranges::none_of(touched, [&](game::FragmentAddress const& each) {
      return address.text().starts_with(each.text()) || each.text().starts_with(address.text());
    });
  };
  std::vector<std::string> texts;
  auto add = [&](game::FragmentAddress const& address) {
    if (spared(address))
      texts.push_back(address.text() + " " + game::extract_fragment(game, address).value_or(""));
  };
  using AddressForm = game::FragmentAddress::Form;
  for (auto const& each : game.transitions())
    add({AddressForm::transition, each.id});
  for (auto const& each : game.transition_instructions())
    add({AddressForm::transition_instruction, each.key});
  for (auto const& each : game.player_phases())
    add({AddressForm::player_phase, each.key});
  return texts;
}

/// What the rules do about errors of the checks; the game is not played.
editor::Repair repaired_unplayed(Game const& game) {
  return editor::repair(editor::standing_of(game.with({}), {}, play::Simulation::off), editor::plan_by_rules);
}

TEST(EditorRules, RepairMostOfWhatFollowsFromTheArtifacts) {
  std::size_t mechanical = 0;
  std::size_t repaired = 0;
  std::set<std::string> patterns;
  for (auto const& mutation : game_mutations()) {
    auto const repair = repaired_unplayed(Game(broken_files(mutation)));
    if (!mutation.mechanical) continue;
    ++mechanical;
    if (!repair.succeeded()) continue;
    ++repaired;
    patterns.insert(mutation.pattern.substr(0, 3));
  }
  EXPECT_GE(repaired * 100, mechanical * 90) << repaired << " of " << mechanical;
  for (auto const* pattern : {"p01", "p02", "p03", "p04", "p05", "p06", "p07", "p08", "p09", "p10"})
    EXPECT_TRUE(patterns.contains(pattern)) << pattern;
}

TEST(EditorRules, TouchNothingBesides) {
  for (auto const& mutation : game_mutations()) {
    Game const broken(broken_files(mutation));
    auto const repair = repaired_unplayed(broken);
    auto const repaired = broken.with(repair.changed);
    EXPECT_EQ(untouched(repaired, repair), untouched(broken, repair))
        << mutation.pattern << ": " << mutation.name;
    EXPECT_EQ(game::error_messages(repaired), repair.remaining) << mutation.name;
  }
}

TEST(EditorRules, NeverMakeMattersWorse) {
  for (auto const& mutation : game_mutations()) {
    auto const repair = repaired_unplayed(Game(broken_files(mutation)));
    auto const known = editor::statements_of(repair.errors);
    for (auto const& statement : editor::statements_of(repair.remaining))
      EXPECT_TRUE(known.contains(statement)) << mutation.name << ": " << statement;
  }
}

TEST(EditorRules, RepairNoGameThatThenHalts) {
  std::size_t halting = 0;
  for (auto const& mutation : game_mutations()) {
    if (mutation.name != "first-player-only" && mutation.name != "ended-under-another-name") continue;
    Game const broken(broken_files(mutation));
    EXPECT_TRUE(repaired_unplayed(broken).succeeded()) << mutation.name;
    EXPECT_FALSE(editor::repair_by_rules(broken).succeeded()) << mutation.name;
    ++halting;
  }
  EXPECT_EQ(halting, 2U);
}

TEST(EditorRules, LeaveSoundGamesAlone) {
  for (auto const& name : game_names()) {
    auto const repair = editor::repair_by_rules(Game(game_files(name)));
    EXPECT_THAT(repair.errors, IsEmpty()) << name;
    EXPECT_THAT(repair.attempts, IsEmpty()) << name;
    EXPECT_THAT(repair.changed, IsEmpty()) << name;
  }
}

TEST(EditorRules, AddressEveryErrorOnce) {
  for (auto const& mutation : game_mutations()) {
    auto const plan = plan_for(Game(broken_files(mutation)));
    std::multiset<std::string> addressed(plan.unaddressed.begin(), plan.unaddressed.end());
    std::set<std::size_t> causes;
    for (auto const& change : plan.changes)
      if (causes.insert(change.cause).second)
        addressed.insert(change.errors_addressed.begin(), change.errors_addressed.end());
    for (auto const& error : mutation.errors)
      EXPECT_EQ(addressed.count(error), 1U) << mutation.name << ": " << error;
    EXPECT_TRUE(std::ranges::is_sorted(plan.changes, {}, &editor::Change::artifact)) << mutation.name;
  }
}

TEST(EditorRules, CallNothingByAnEmptyName) {
  for (auto const& mutation : game_mutations())
    for (auto const& change : plan_for(Game(broken_files(mutation))).changes)
      EXPECT_THAT(change.description, Not(HasSubstr("\"\""))) << mutation.name;
}

TEST(EditorRules, PlanToWriteAnewWhatIsBrokenThroughout) {
  for (auto const& mutation : game_mutations()) {
    if (mutation.pattern != "r16-structural" || mutation.mechanical) continue;
    auto const plan = plan_for(Game(broken_files(mutation)));
    if (mutation.repaired.front().contains('.') || mutation.name == "four-faults-in-transitions") continue;
    EXPECT_TRUE(std::ranges::any_of(plan.changes, [&](editor::Change const& each) {
      return each.operation == editor::ChangeOperation::reextract &&
             game::artifact_word(each.artifact) == mutation.repaired.front();
    })) << mutation.name;
    EXPECT_EQ(plan.confidence, Confidence::low) << mutation.name;
  }
}

/// Fragments that a model or a person would have to write, with the number of errors of each.
std::vector<std::pair<std::string, std::size_t>> named_by(std::vector<std::string> const& errors) {
  Game const game(game_files("three-omens"));
  game::SchemaFields const fields(game.schema());
  std::vector<std::pair<std::string, std::size_t>> named;
  for (auto const& change : editor::plan_by_rules({game, fields, errors}).changes)
    named.emplace_back(change.address->text(), change.errors_addressed.size());
  return named;
}

TEST(EditorRules, TakeTheDataSourceThatWasMeant) {
  auto files = game_files("three-omens");
  files.push_back({"dataSources.json", "dataSources.json", R"(["weather", "tides"])"});
  for (auto& file : files)
    if (auto const begin = file.bytes.find("\"stateDelta\": [", file.bytes.find("\"crown_seer\""));
        file.name == "instructions.json")
      file.bytes.insert(begin + 15,
                        R"({"op": "setFromDataSource", "path": "game.publicMessage", "paramValues": {},
                                       "dataSourceId": "wether"},)");
  auto const repair = editor::repair_by_rules(Game(files));
  EXPECT_THAT(repair.errors, testing::SizeIs(1));
  ASSERT_TRUE(repair.succeeded());
  EXPECT_TRUE(repair.changed.front().bytes.contains(R"("dataSourceId": "weather")"));
}

TEST(EditorRules, NameThePlacesOfWhatTheyDoNotKnow) {
  EXPECT_THAT(named_by({R"(Execution output is not valid InstructionsArtifact: [)"
                        R"({"path":["transitions","crown_seer","stateDelta"],"message":"Required"},)"
                        R"({"path":["playerPhases","choose","playerActions",0,"id"],"message":"Required"},)"
                        R"({"path":["playerPhases","nowhere","playerActions",7],"message":"Required"}])"}),
              UnorderedElementsAre(Pair("instructions.transitions.crown_seer", 1),
                                   Pair("instructions.playerPhases.choose.pick_omen", 1)));
  EXPECT_THAT(named_by({"After init the game is in phase 'choose' and cannot leave it: with the values init "
                        "sets, its transitions are blocked ('show_omens' by 'a', 'next_round' by 'b')."}),
              UnorderedElementsAre(Pair("transitions.show_omens", 1), Pair("transitions.next_round", 1),
                                   Pair("instructions.transitions.initialize_game", 1)));
  EXPECT_THAT(named_by({"Transition crown_seer precondition asks nobody",
                        "Transition id 'crown_seer' is used twice: both run the instruction of that id."}),
              UnorderedElementsAre(Pair("transitions.crown_seer", 2)));
}

TEST(EditorRules, SayWhatTheyPlanNothingFor) {
  Game const game(game_files("three-omens"));
  game::SchemaFields const fields(game.schema());
  std::vector<std::string> const errors{"Transition 'nowhere': stateDelta[0] missing 'op' field"};
  auto const plan = editor::plan_by_rules({game, fields, errors});
  EXPECT_THAT(plan.changes, IsEmpty());
  EXPECT_THAT(plan.patterns, IsEmpty());
  EXPECT_EQ(plan.unaddressed, errors);
}

TEST(EditorRules, KnowWhenAModelIsNeeded) {
  Game const game({});
  auto const errors = std::vector<std::string>{"Something nobody has ever heard of"};
  game::SchemaFields const fields(game.schema());
  auto const plan = editor::plan_by_rules({game, fields, errors});
  EXPECT_EQ(plan.confidence, Confidence::low);
  EXPECT_EQ(plan.unaddressed, errors);
}

} // namespace
} // namespace artifactd::test
