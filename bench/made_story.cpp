#include "bench/made_story.hpp"

#include <atomic>
#include <fmt/core.h>

namespace artifactd::bench {

namespace {

constexpr std::size_t rulebook_bytes = 4000;

std::string rulebook() {
  std::string text = "Roll only when it matters, and let what was rolled count.\n\n";
  for (int i = 1; text.size() < rulebook_bytes; ++i)
    text += fmt::format("{}. Whoever waits longer than anybody else may open the window and say why.\n\n", i);
  return text;
}

turn::Ruleset made_ruleset() {
  return {.id = "waiting",
          .name = "Waiting",
          .rulebook_text = rulebook(),
          .character_stat_schema = Json::parse(R"({"type": "object", "required": ["warmth"], "properties": {
            "warmth": {"type": "integer", "minimum": 0, "maximum": 10}}})"),
          .scene_state_schema = Json::parse(R"({"type": "object", "required": ["location", "pressure_clock"],
            "properties": {"location": {"type": "string"}, "pressure_clock": {"type": "integer", "minimum": 0,
            "maximum": 6}}})"),
          .mechanics_guidance = Json::parse(R"({"checks": {"expression": "1d20+@stat", "bands": [
            {"at_least": 16, "label": "clean success", "ops": []}, {"label": "mixed", "ops":
            [{"op": "increment", "path": "pressure_clock", "value": 1}]}]},
            "clocks": [{"path": "pressure_clock", "at": 6, "event": "scene_shift"}]})")};
}

turn::Character made_character(std::string const& id) {
  return {.id = id,
          .name = id,
          .base_profile = {{"description", id + " has waited here before, and knows which chair is broken."}},
          .ruleset_id = "waiting",
          .stat_block = {{"warmth", 3}}};
}

turn::Scenario made_scene(int others) {
  turn::Scenario scenario{.id = made_scenario,
                          .title = "Waiting room",
                          .summary = "A late train.",
                          .ruleset_id = "waiting",
                          .world_lore_id = {},
                          .character_ids = {"user-persona"},
                          .persona_id = "user-persona",
                          .scene_seed = {{"location", "waiting room"}, {"pressure_clock", 0}},
                          .stakes = "who speaks first",
                          .tone = "quiet",
                          .intro_seed = "The clock has stopped.",
                          .content_rules = "",
                          .observations = {}};
  for (int i = 1; i <= others; ++i)
    scenario.character_ids.push_back(fmt::format("c{}", i));
  return scenario;
}

class ReadyModel final : public model::Model {
public:
  explicit ReadyModel(bool dice) : dice_(dice) {}
  [[nodiscard]] std::string const& id() const noexcept override { return id_; }
  [[nodiscard]] std::expected<model::Reply, model::Failure> ask(model::Request const& request,
                                                                model::CallLimits const&) override {
    return model::Reply{story_reply(request.shape->name, dice_), id_, {.input = 2000, .output = 100}, {}};
  }

private:
  std::string id_ = "ready";
  bool dice_;
};

} // namespace

turn::Documents story_documents(int others) {
  turn::Documents documents;
  documents.rulesets.push_back({made_ruleset()});
  documents.scenarios.push_back({made_scene(others)});
  for (auto const& id : documents.scenarios.front().document.character_ids)
    documents.characters.push_back({made_character(id)});
  return documents;
}

std::string story_reply(std::string_view shape, bool dice) {
  static std::atomic<int> observed = 0;
  auto const noticed = fmt::format(
      R"([{{"character_id": "c1", "content": "Somebody coughed, {} times by now.", "importance": 3}}])",
      ++observed);
  if (shape == "turn_checks" && dice)
    return R"({"dice_request": [{"character_id": "user-persona", "stat": "warmth", "reason": "risk"}],
               "resolved_outcome": null, "new_observations": [], "state_ops": []})";
  if (shape == "turn_checks")
    return fmt::format(R"({{"dice_request": [], "resolved_outcome": "Nobody minds.", "new_observations": {},
                           "state_ops": []}})",
                       noticed);
  if (shape == "turn_outcome")
    return fmt::format(R"({{"resolved_outcome": "It lands.", "new_observations": {}, "state_ops": []}})",
                       noticed);
  if (shape == "turn_reflection")
    return R"({"action_text": "She looks at the clock, and then at the door.", "intent_tags": ["wait"]})";
  return R"({"narration_text": "Rain on the glass roof. Nobody has moved the broken chair.",
             "new_observations": [], "state_ops": [{"op": "set", "path": "location", "value": "platform"}]})";
}

std::unique_ptr<model::Model> ready_model(bool dice) {
  return std::make_unique<ReadyModel>(dice);
}

} // namespace artifactd::bench
