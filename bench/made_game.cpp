#include "bench/made_game.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd::bench {

namespace {

using Document = nlohmann::ordered_json;

constexpr int most_phases = 20; // paths from init to the end are searched up to that length

std::string phase_name(int number) {
  return number == 0 ? "init" : number == most_phases ? "finished" : fmt::format("phase_{}", number);
}

/// From each phase to the next, with as many parallel transitions as needed.
Document made_transition(int number) {
  auto const phase = number % most_phases;
  return {{"id", fmt::format("step_{}", number)},
          {"fromPhase", phase_name(phase)},
          {"toPhase", phase_name(phase + 1)},
          {"checkedFields", {"game.round"}},
          {"preconditions",
           phase == 0 ? Document::array()
                      : Document::array({{{"id", fmt::format("round_{}", number)},
                                          {"logic",
                                           {{"and",
                                             {{{">=", {{{"var", "game.round"}}, 0}}},
                                              {{"allPlayers", {"actionRequired", "==", false}}}}}}},
                                          {"deterministic", true},
                                          {"explain", "The round has begun and nobody has to act."}}})},
          {"humanSummary", "One more step."}};
}

Document made_instruction(int number) {
  auto delta = Document::array({{{"op", "set"}, {"path", "game.round"}, {"value", number}},
                                {{"op", "setForAllPlayers"}, {"field", "actionRequired"}, {"value", false}},
                                {{"op", "increment"}, {"path", "players.{{playerId}}.score"}, {"value", 1}}});
  if (number % most_phases + 1 == most_phases) {
    delta.push_back({{"op", "set"}, {"path", "game.gameEnded"}, {"value", true}});
    delta.push_back({{"op", "set"}, {"path", "players.{{winnerId}}.isGameWinner"}, {"value", true}});
  }
  auto const id = fmt::format("step_{}", number);
  return {{"id", id},
          {"transitionName", "Step"},
          {"mechanicsGuidance", "Move on, and tell the players so in a sentence or two."},
          {"stateDelta", delta},
          {"messages", {{"public", {{"template", "Round {{game.round}} begins."}}}}}};
}

} // namespace

std::vector<game::GameFile> make_game(int count) {
  auto const schema = Document::parse(R"([{"name": "round", "type": "number", "path": "game"},
                                          {"name": "score", "type": "number", "path": "player"}])");
  Document transitions{{"phases", Document::array()},
                       {"phaseMetadata", Document::array()},
                       {"transitions", Document::array()}};
  Document instructions{{"playerPhases", Document::object()}, {"transitions", Document::object()}};
  for (int i = 0; i < count; ++i) {
    transitions["transitions"].push_back(made_transition(i));
    instructions["transitions"][fmt::format("step_{}", i)] = made_instruction(i);
  }
  for (int i = 0; i <= most_phases; ++i)
    transitions["phases"].push_back(phase_name(i));
  for (auto const& phase : transitions["phases"])
    transitions["phaseMetadata"].push_back({{"phase", phase}, {"requiresPlayerInput", false}});
  return {{"schema.json", "schema.json", schema.dump(2)},
          {"transitions.json", "transitions.json", transitions.dump(2)},
          {"instructions.json", "instructions.json", instructions.dump(2)}};
}

void damage(std::string& text, std::size_t begin, std::string_view sound, std::string_view broken) {
  text.replace(text.find(sound, begin), sound.size(), broken);
}

void damage_two_places(std::vector<game::GameFile>& files) {
  damage(files[1].bytes, 0, read_field, "\"var\": \"game.tally\"");
  damage(files[2].bytes, files[2].bytes.size() / 2, written_path, mixed_path);
}

} // namespace artifactd::bench
