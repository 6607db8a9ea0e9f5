// What the shape of instructions requires of optional members and of the maps around them.
#include "merge/game/checks/shape.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace artifactd::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using ShapeJson = nlohmann::ordered_json;

/// Formatted as "path: message".
std::vector<std::string> issues_in(std::string const& name, std::string const& text) {
  game::Game const game({{name, name, text}});
  std::vector<std::string> told;
  for (auto const& issue : game::instruction_issues(game)) {
    std::string path;
    for (auto const& step : issue.path)
      path += "/" + step;
    told.push_back(path + ": " + issue.message);
  }
  return told;
}

/// The issues of a valid transition instruction with these members.
std::vector<std::string> issues_with(char const* members) {
  auto instruction = ShapeJson::parse(R"({"id": "a", "transitionName": "A", "stateDelta": []})");
  instruction.update(ShapeJson::parse(members));
  return issues_in("instructions.transitions.a.json", instruction.dump());
}

std::vector<std::string> issues_with_operation(char const* operation) {
  return issues_with((R"({"stateDelta": [)" + std::string(operation) + "]}").c_str());
}

std::vector<std::string> issues_with_validation(char const* validation) {
  auto const phase = R"({"phase": "p", "playerActions": [{"id": "a", "actionName": "A", "stateDelta": [],
                         "validation": )" +
                     std::string(validation) + "}]}";
  return issues_in("instructions.playerPhases.p.json", phase);
}

TEST(GameShape, LeavesOutWhatMayBeMissing) {
  EXPECT_THAT(issues_with(R"({"mechanicsGuidance": null, "rngConfig": null, "messages": null,
                              "imageContentSpec": null, "priority": 5})"),
              IsEmpty());
  EXPECT_THAT(issues_with(R"({"mechanicsGuidance": "Deal.", "rngConfig": {"operations": ["draw"]},
                              "messages": {"private": null, "public": {"template": "Dealt."}}})"),
              IsEmpty());
  EXPECT_THAT(issues_with(R"({"mechanicsGuidance": {"computation": "x"}, "messages": {"private":
                              [{"to": "{{playerId}}", "template": "Yours."}]}})"),
              IsEmpty());
  EXPECT_THAT(issues_with_validation("null"), IsEmpty());
  EXPECT_THAT(issues_with_validation(R"({"checks": [{}]})"), IsEmpty()) << "I19 tells what it lacks";
}

TEST(GameShape, DemandsTypesOfWhatIsThere) {
  EXPECT_THAT(issues_with(R"({"mechanicsGuidance": 5})"),
              ElementsAre("/transitions/a/mechanicsGuidance: Invalid input"));
  EXPECT_THAT(issues_with(R"({"mechanicsGuidance": {"rules": "Deal."}})"),
              ElementsAre("/transitions/a/mechanicsGuidance/rules: Expected array, received string"));
  EXPECT_THAT(issues_with(R"({"rngConfig": {"operations": [1]}})"),
              ElementsAre("/transitions/a/rngConfig/operations/0: Expected string, received number"));
  EXPECT_THAT(issues_with(R"({"messages": "Dealt."})"),
              ElementsAre("/transitions/a/messages: Expected object, received string"));
  EXPECT_THAT(issues_with(R"({"messages": {"private": {}, "public": {}}})"),
              ElementsAre("/transitions/a/messages/private: Expected array, received object",
                          "/transitions/a/messages/public/template: Required"));
  EXPECT_THAT(issues_with(R"({"imageContentSpec": ["a"]})"),
              ElementsAre("/transitions/a/imageContentSpec: Expected string, received array"));
  EXPECT_THAT(
      issues_with_validation(R"({"checks": {}})"),
      ElementsAre("/playerPhases/p/playerActions/0/validation/checks: Expected array, received object"));
}

TEST(GameShape, DemandsValuesThatOperationsCanUse) {
  EXPECT_THAT(issues_with_operation(R"({"op": "increment", "path": "game.round", "value": "{{n}}"})"),
              IsEmpty());
  EXPECT_THAT(issues_with_operation(R"({"op": "increment", "path": "game.round"})"), IsEmpty())
      << "I05 tells what it lacks";
  EXPECT_THAT(issues_with_operation(R"({"op": "increment", "path": "game.round", "value": true})"),
              ElementsAre("/transitions/a/stateDelta/0/value: Invalid input"));
  EXPECT_THAT(issues_with_operation(R"({"op": "transfer", "fromPath": "a", "toPath": "b", "value": {}})"),
              ElementsAre("/transitions/a/stateDelta/0/value: Invalid input"));
  EXPECT_THAT(issues_with_operation(R"({"op": "rng", "path": "game.x", "choices": [1, 2],
                                        "probabilities": ["0.5", 0.5]})"),
              ElementsAre("/transitions/a/stateDelta/0/probabilities/0: Expected number, received string"));
}

TEST(GameShape, DemandsMaps) {
  EXPECT_THAT(issues_in("instructions.json", R"({"playerPhases": [1], "transitions": null})"),
              ElementsAre("/playerPhases: Expected object, received array",
                          "/transitions: Expected object, received null"));
  EXPECT_THAT(issues_in("instructions.json", R"({"playerPhases": {}, "transitions": {}})"), IsEmpty());
}

} // namespace
} // namespace artifactd::test
