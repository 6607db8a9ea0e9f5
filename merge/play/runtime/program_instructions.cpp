#include "merge/game/logic/templates.hpp"
#include "merge/game/values/value_of.hpp"
#include "merge/play/runtime/operation_text.hpp"
#include "merge/play/runtime/program_reader.hpp"
#include "merge/play/runtime/texts_in.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace artifactd::play {

namespace {

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether the word in guidance means the field. A name like weaponsLeft always does; a common word ("round",
/// "score") only after a word for writing or after its scope.
bool means_field(std::string_view text, std::string_view word) {
  constexpr std::array<std::string_view, 9> before = {"game.",      "player.", "players.", "set ",  "reset ",
                                                      "increment ", "raise ",  "lower ",   "clear "};
  auto const is_common = std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    auto const end = at + word.size();
    auto const front = text.substr(0, at);
    if ((at > 0 && is_word_character(text[at - 1])) || (end < text.size() && is_word_character(text[end])))
      continue;
    if (!is_common || std::ranges::any_of(before, [front](auto each) { return front.ends_with(each); }))
      return true;
  }
  return false;
}

} // namespace

std::uint32_t ProgramReader::name(std::string_view text, PlayInstruction& into, Acting const& acting) {
  auto const known = std::ranges::find(into.names, text, &TemplateName::text);
  if (known != into.names.end()) return static_cast<std::uint32_t>(known - into.names.begin());
  TemplateName name{TemplateName::Kind::open, std::string(text)};
  if (text == "playerId" && acting.inputs != nullptr) name.kind = TemplateName::Kind::actor;
  if (text.starts_with(input_scope) && acting.inputs != nullptr) {
    name.kind = TemplateName::Kind::input;
    auto& inputs = *acting.inputs;
    auto const input = std::string(text.substr(input_scope.size()));
    auto const found = std::ranges::find(inputs, input);
    name.input = static_cast<std::uint32_t>(found - inputs.begin());
    if (found == inputs.end()) inputs.push_back(input);
  }
  if (text.starts_with("game.") || text.starts_with("players.")) {
    name.kind = TemplateName::Kind::state;
    name.read = expression({{"var", std::string(text)}}, {});
  }
  into.names.push_back(std::move(name));
  return static_cast<std::uint32_t>(into.names.size() - 1);
}

std::optional<std::uint32_t> ProgramReader::draw(Value const& op, PlayInstruction& into) {
  auto const path = op.find("path");
  auto const choices = op.find("choices");
  auto const weights = op.find("probabilities");
  if (path == op.end() || choices == op.end() || weights == op.end() || !path->is_string() ||
      !choices->is_array() || !weights->is_array() || choices->empty())
    return std::nullopt;
  Draw draw{path->get<std::string>(), {}, {}};
  double sum = 0;
  for (std::size_t i = 0; i < choices->size(); ++i) {
    auto const weight = i < weights->size() && (*weights)[i].is_number() ? (*weights)[i].get<double>() : 0.0;
    draw.choices.push_back(pool_.id_of((*choices)[i]));
    draw.weights.push_back(std::isfinite(weight) ? std::max(weight, 0.0) : 0.0);
    sum += draw.weights.back();
  }
  if (sum <= 0) draw.weights.assign(draw.choices.size(), 1.0);
  into.draws.push_back(std::move(draw));
  return static_cast<std::uint32_t>(into.draws.size() - 1);
}

PlayOperation ProgramReader::operation(game::Operation const& declared, PlayInstruction& into,
                                       Acting const& acting) {
  PlayOperation operation;
  operation.id = operations_++;
  operation.op = rewritten(game::value_of(*declared.part.node),
                           [](std::string const& text) { return game::with_positional_templates(text); });
  if (!operation.op.is_object()) return operation;
  if (declared.name == "rng") operation.draw = draw(operation.op, into);
  if (operation.draw)
    operation.op = {{"op", "set"}, {"path", into.draws[*operation.draw].path}, {"value", nullptr}};
  if (declared.name == "transfer" && !operation.op.contains("value") && operation.op.contains("amount"))
    operation.op["value"] = operation.op["amount"];
  if (declared.name == "setFromDataSource") { // what it fetches cannot be known
    auto const path = declared.path.value_or("");
    operation.op = {{"op", "set"}, {"path", path}, {"value", "{{dataSource:" + path + "}}"}};
  }
  std::set<std::uint32_t> names;
  each_text(operation.op, [&](std::string const& text) {
    for (auto const& each : game::placeholders(text))
      names.insert(name(each.name, into, acting));
  });
  operation.names.assign(names.begin(), names.end());
  return operation;
}

std::vector<std::string> ProgramReader::spoken_of(PlayInstruction const& instruction) const {
  auto const* guidance = game::is(instruction.part.node, json::Type::object)
                             ? instruction.part.node->find("mechanicsGuidance")
                             : nullptr;
  if (guidance == nullptr) return {};
  std::set<std::string> written;
  for (auto const& each : instruction.operations)
    for (auto const* member : {"path", "fromPath", "toPath", "field"})
      if (auto const path = operation_text(each.op, member); !path.empty()) {
        auto const segments = game::template_path_segments(path);
        written.insert(std::string(
            segments[std::min<std::size_t>(segments.size() - 1, segments[0] == "game"                ? 1
                                                                : segments[0].starts_with("players") ? 2
                                                                                                     : 0)]));
      }
  std::vector<std::string> fields;
  for (auto const& field : schema_.all()) {
    auto const name = field.path.substr(field.path.rfind('.') + 1);
    if (!written.contains(name) && !base_type(field.path) && means_field(guidance->text(), name))
      fields.push_back(field.path);
  }
  return fields;
}

PlayInstruction ProgramReader::instruction(game::Instruction const& declared, Acting const& acting) {
  PlayInstruction result{declared.id, declared.part};
  for (auto const& each : declared.operations)
    result.operations.push_back(operation(each, result, acting));
  result.spoken_of = spoken_of(result);
  auto const* node = declared.part.node;
  auto const* guidance =
      game::is(node, json::Type::object) ? game::present(*node, "mechanicsGuidance") : nullptr;
  result.has_guidance = guidance != nullptr;
  return result;
}

} // namespace artifactd::play
