#include "tests/support/sketch.hpp"

#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace artifactd::play {

namespace {

std::vector<std::string> words_in(std::string const& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

/// The text after the first `count` words.
std::string behind(std::string const& text, std::size_t count) {
  std::istringstream in(text);
  std::string word;
  while (count-- > 0)
    in >> word;
  std::string rest;
  std::getline(in >> std::ws, rest);
  return rest;
}

Value value_in(std::string const& text) {
  return Value::accept(text) ? Value::parse(text) : Value(text);
}

Value operation(std::string const& text) {
  auto const words = words_in(text);
  auto const& path = words.at(0);
  if (path == "*")
    return {{"op", "setForAllPlayers"}, {"field", words.at(1)}, {"value", value_in(behind(text, 3))}};
  auto const& sign = words.at(1);
  if (sign == "->") {
    auto const amount = value_in(words.at(3));
    return {{"op", "transfer"},
            {"fromPath", path},
            {"toPath", words.at(2)},
            {"amount", amount},
            {"value", amount}};
  }
  if (sign == "?")
    return {{"op", "setFromMap"},
            {"keyPath", words.at(2)},
            {"path", path},
            {"map", Value::parse(behind(text, 3))}};
  if (sign == "~") {
    auto const lists = behind(text, 2);
    auto const second = lists.rfind('[');
    return {{"op", "rng"},
            {"path", path},
            {"choices", Value::parse(lists.substr(0, second))},
            {"probabilities", Value::parse(lists.substr(second))}};
  }
  auto const* op = sign == "=" ? "set" : sign == "+=" ? "increment" : "append";
  return {{"op", op}, {"path", path}, {"value", value_in(behind(text, 2))}};
}

Value operand(std::string const& text) {
  if (Value::accept(text)) return Value::parse(text);
  return {{"var", text}};
}

Value logic(std::string const& text) {
  if (text == "all acted") return {{"==", {{{"var", "allPlayersCompletedActions"}}, true}}};
  auto const words = words_in(text);
  if (words.at(0) == "any" || words.at(0) == "every")
    return {{words[0] == "any" ? "anyPlayer" : "allPlayers",
             {words.at(1), words.at(2), operand(behind(text, 3))}}};
  return {{words.at(1), Value::array({{{"var", words[0]}}, operand(behind(text, 2))})}};
}

Value operations(Value const& list) {
  auto result = Value::array();
  for (auto const& each : list)
    result.push_back(operation(each.get<std::string>()));
  return result;
}

Value fields(Value const& declared, std::string const& path) {
  auto records = Value::array();
  for (auto const& [name, type] : declared.items()) {
    Value record{{"name", path == "player" ? "players.*." + name : name},
                 {"type", type.is_array() ? "enum" : type.get<std::string>()},
                 {"path", path},
                 {"source", "rules"},
                 {"purpose", name}};
    if (type.is_array()) {
      std::string outcomes;
      for (auto const& each : type)
        outcomes += (outcomes.empty() ? "" : ",") + each.get<std::string>();
      record["constraints"] = "enum:[" + outcomes + "]";
    }
    records.push_back(std::move(record));
  }
  return records;
}

Value preconditions(Value const& list) {
  auto result = Value::array();
  for (auto const& each : list) {
    auto const text = each.get<std::string>();
    auto const id = "needs_" + std::to_string(result.size() + 1);
    if (text.starts_with("?"))
      result.push_back(
          {{"id", id}, {"logic", nullptr}, {"deterministic", false}, {"explain", text.substr(1)}});
    else
      result.push_back({{"id", id}, {"logic", logic(text)}, {"deterministic", true}, {"explain", text}});
  }
  return result;
}

Value action(std::string const& id, Value const& sketch) {
  auto checks = Value::array();
  for (auto const& each : sketch.value("checks", Value::array()))
    checks.push_back({{"id", "check_" + std::to_string(checks.size() + 1)},
                      {"logic", logic(each.get<std::string>())},
                      {"errorMessage", each}});
  Value result{{"id", id}, {"actionName", id}, {"stateDelta", operations(sketch.at("ops"))}};
  if (!checks.empty()) result["validation"] = {{"checks", std::move(checks)}};
  return result;
}

game::GameFile file(std::string const& name, Value const& content) {
  return {name, name, content.dump(2)};
}

/// Adds what every game must do at its end, unless the sketch does it.
Value ended(Value operations, bool marks_winners) {
  auto const writes = [&operations](std::string_view path) {
    return std::ranges::any_of(operations,
                               [path](Value const& each) { return each.value("path", "") == path; });
  };
  if (!writes("game.gameEnded")) operations.push_back(operation("game.gameEnded = true"));
  if (!marks_winners) operations.push_back(operation("players.{{winnerId}}.isGameWinner = true"));
  return operations;
}

std::vector<SketchCase> cases(std::string const& list) {
  std::vector<SketchCase> result;
  std::filesystem::path const corpus = std::filesystem::path(test::source_dir()) / "tests/merge/play/corpus";
  for (auto const& entry : std::filesystem::directory_iterator(corpus)) {
    auto const document = Value::parse(std::ifstream(entry.path()));
    for (auto const& each : document.at(list)) {
      SketchCase one{entry.path().stem().string() + ": " + each.at("about").get<std::string>(),
                     document.at("sketch"), each.value("players", document.value("players", std::size_t{2})),
                     each.value("expect", Value())};
      one.sketch.merge_patch(each.at("change"));
      result.push_back(std::move(one));
    }
  }
  std::ranges::sort(result, {}, &SketchCase::name);
  return result;
}

} // namespace

Value operations_of(Value const& list) {
  return operations(list);
}

std::vector<game::GameFile> files_of(Value const& sketch) {
  auto schema = fields(sketch.at("schema").value("game", Value::object()), "game");
  for (auto& each : fields(sketch.at("schema").value("player", Value::object()), "player"))
    schema.push_back(std::move(each));
  Value transitions{
      {"phases", sketch.at("phases")}, {"phaseMetadata", Value::array()}, {"transitions", Value::array()}};
  auto const asks = sketch.value("asks", Value::array());
  for (auto const& phase : sketch.at("phases"))
    transitions["phaseMetadata"].push_back(
        {{"phase", phase}, {"requiresPlayerInput", std::ranges::find(asks, phase) != asks.end()}});
  Value instructions{{"playerPhases", Value::object()}, {"transitions", Value::object()}};
  for (auto const& [id, each] : sketch.at("transitions").items()) {
    transitions["transitions"].push_back({{"id", id},
                                          {"fromPhase", each.at(0)},
                                          {"toPhase", each.at(1)},
                                          {"checkedFields", Value::array()},
                                          {"preconditions", preconditions(each.at(2))}});
    auto delta = operations(each.at(3));
    if (each.at(1) == "finished") delta = ended(std::move(delta), sketch.dump().contains("isGameWinner"));
    instructions["transitions"][id] = {{"id", id}, {"transitionName", id}, {"stateDelta", std::move(delta)}};
    if (each.size() > 4) instructions["transitions"][id]["mechanicsGuidance"] = each.at(4);
  }
  auto const actions = sketch.value("actions", Value::object());
  for (auto const& [phase, each] : actions.items()) {
    auto list = Value::array();
    for (auto const& [id, one] : each.items())
      list.push_back(action(id, one));
    instructions["playerPhases"][phase] = {{"phase", phase}, {"playerActions", std::move(list)}};
  }
  return {file("instructions.json", instructions), file("schema.json", schema),
          file("transitions.json", transitions)};
}

std::vector<SketchCase> sound_games() {
  return cases("sound");
}

std::vector<SketchCase> broken_games() {
  return cases("faults");
}

} // namespace artifactd::play
