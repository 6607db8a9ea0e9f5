// What the models' prompts contain, and that the answers arrive.
#include "agents/edit/model/artifact_config.hpp"
#include "agents/edit/model/plan_contract.hpp"
#include "merge/game/artifacts.hpp"
#include "merge/game/delta/delta_operations.hpp"
#include "tests/agents/edit/injected_run.hpp"

#include <gmock/gmock.h>
#include <string>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(EditorPrompts, NameTheOperationsThereAreAndNoOthers) {
  std::string prompt(editor::config_of(game::Artifact::instructions).system_prompt);
  for (auto const& operation : game::delta_operations())
    EXPECT_THAT(prompt, HasSubstr(std::string(operation.name) + " {")) << operation.name;
  EXPECT_THAT(prompt, Not(HasSubstr("remove {")));
  EXPECT_THAT(prompt, HasSubstr("paramValues"));
}

TEST(EditorPrompts, AFileIsWrittenFromFieldsPhasesAndTransitionsToo) {
  GameSession dir;
  dir.put_broken("op-missing");
  dir.write("artifacts/game/specification.md", "A game of fires and omens.");
  auto const plan = planned("instructions", {{"operation", "reextract"}, {"fragmentAddress", nullptr}});
  auto const result = edit_injected(dir, plan, written(InjectedJson::object()));
  ASSERT_GE(result.asked.size(), 2U);
  EXPECT_THAT(result.asked[1].messages.front().text,
              AllOf(HasSubstr("FIELDS OF THE STATE\n<<<"), HasSubstr("init, choose, reveal, finished"),
                    HasSubstr("crown_seer"), HasSubstr("A game of fires and omens.")));
}

TEST(EditorPrompts, OfOneGameBeginAlike) {
  GameSession dir;
  dir.put_broken("op-missing");
  auto const asked = edit_injected(dir, planned("instructions.transitions.next_round"), "no").asked;
  ASSERT_GE(asked.size(), 2U);
  for (auto const& request : asked) {
    auto const& text = request.messages.front().text;
    auto const shared = text.substr(0, request.constant);
    EXPECT_TRUE(shared.starts_with("SPECIFICATION OF THE GAME") || shared.starts_with("FIELDS OF THE STATE"))
        << shared;
    EXPECT_THAT(shared, Not(HasSubstr("ERRORS")));
    EXPECT_TRUE(text.substr(request.constant).starts_with("ERRORS") ||
                text.substr(request.constant).starts_with("Change one fragment"));
  }
}

/// A fragment for a plan that adds `path`.
InjectedJson added_field(std::string const& mutation, std::string const& path, InjectedJson const& said) {
  GameSession dir;
  dir.put_broken(mutation);
  auto const game = game::game_of(dir.artifacts());
  game::SchemaFields const fields(game.schema());
  auto const errors = dir.errors();
  auto const plan = planned("schema." + path, {{"errorsAddressed", {"1"}}, {"schemaField", said}});
  auto const changes = editor::plan_from(InjectedJson::parse(plan), {game, fields, errors}).changes;
  return InjectedJson::parse(changes.at(0).edits.at(0).value);
}

TEST(EditorPlans, BringAFieldsPurposeDefaultAndValuesInTheFormOfTheSchema) {
  InjectedJson const said{{"type", "enum"},
                          {"description", "What lies in the fog."},
                          {"defaultValue", "none"},
                          {"values", {"none", "rocks"}}};
  EXPECT_EQ(added_field("danger-not-in-schema", "game.danger", said),
            InjectedJson::parse(R"({"name": "danger", "type": "enum", "path": "game",
                "source": "artifact-editor", "purpose": "What lies in the fog.",
                "values": ["none", "rocks"], "defaultValue": "none"})"));
  EXPECT_EQ(added_field("wells-not-in-schema", "game.wellsFound", said),
            InjectedJson::parse(R"({"type": "string", "description": "What lies in the fog.",
                "enum": ["none", "rocks"], "default": "none"})"))
      << "JSON Schema has no type enum";
}

} // namespace
} // namespace artifactd::test
