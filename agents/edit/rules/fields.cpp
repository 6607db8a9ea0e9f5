#include "agents/edit/rules/fields.hpp"

#include "agents/edit/rules/field_use.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/checks/start_state.hpp"
#include "merge/game/checks/written_paths.hpp"
#include "merge/game/logic/logic_context.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using game::Value;
using Form = game::FragmentAddress::Form;

constexpr std::string_view players_scope = "players.";

/// The field of that scope that is probably meant, or empty.
std::string meant_field(Evidence const& evidence, std::string_view path) {
  auto const scope = path.substr(0, path.find('.') + 1);
  std::vector<std::string> names;
  for (auto const& field : evidence.fields.all())
    if (field.path.starts_with(scope)) names.push_back(field.path.substr(scope.size()));
  auto const meant = probably_meant(path.substr(scope.size()), names);
  return meant.empty() ? meant : std::string(scope) + meant;
}

/// The operation of init that writes the field under a similar name which the schema lacks; null if there is
/// none.
game::Operation const* misspelt_writer(Evidence const& evidence, game::Instruction const& init,
                                       std::string const& path) {
  for (auto const& each : init.operations) {
    auto const written = each.text("path").value_or("");
    auto const is_meant =
        written.starts_with("game.") ? meant_field(evidence, written) == path : path == "game." + written;
    if (is_meant && evidence.fields.find(written) == nullptr) return &each;
  }
  return nullptr;
}

void rename(Evidence const& evidence, std::string_view field, std::string const& with, Draft& draft) {
  for (auto const& place : places(evidence.game))
    if (place.precondition->logic != nullptr)
      rename_reads(*place.precondition->logic, place.pointer + "/logic", field, with,
                   transition_address(*place.transition), draft);
}

std::string bare_name(std::string_view path) {
  return std::string(path.substr(path.rfind('.') + 1));
}

bool starts_misspelt(Evidence const& evidence, std::string const& path) {
  auto const* init = game::init_transition(evidence.game);
  auto const* instruction = init == nullptr ? nullptr : evidence.game.transition_instruction(init->id);
  return instruction != nullptr && misspelt_writer(evidence, instruction->instruction, path) != nullptr;
}

/// The instruction of a transition to the phase where this one waits, or else of init.
game::FragmentAddress writer_address(Evidence const& evidence, game::Transition const& waiting) {
  for (auto const& each : evidence.game.transitions())
    if (each.to == waiting.from && each.from != each.to) return instruction_address(each.id);
  auto const* init = game::init_transition(evidence.game);
  return instruction_address(init == nullptr ? waiting.id : init->id);
}

/// One unknown field and the errors about it.
struct UnknownField {
  std::string path;    ///< "game.x", "players.x"
  std::string written; ///< the name used in logic
  std::vector<std::string> errors;
};

/// Whether any operation writes it; a player's field, for any player.
bool is_written(game::WrittenFields const& written, std::string const& path) {
  return written.covers(path) || (path.starts_with(players_scope) &&
                                  written.covers("players[*]." + path.substr(players_scope.size())));
}

Cause cause_of(Evidence const& evidence, game::WrittenFields const& written, UnknownField const& unknown) {
  auto const of_player = unknown.path.starts_with(players_scope);
  auto const meant = meant_field(evidence, unknown.path);
  auto const is_set = is_written(written, unknown.path);
  Draft draft(evidence.game);
  // A name that operations write as well is a field: then the schema has the slip.
  if (!meant.empty() && (!is_set || is_written(written, meant))) {
    rename(evidence, unknown.written, of_player ? bare_name(meant) : meant, draft);
    return {"P6", fmt::format("There is no field {}; {} is meant.", unknown.path, meant), Confidence::high,
            unknown.errors, draft.changes(fmt::format("Read {} instead of {}", meant, unknown.path))};
  }
  auto const used_as = type_by_use(evidence, unknown.written);
  auto const type = used_as.empty() ? std::string("string") : used_as;
  auto const first = first_value(type);
  auto const is_constant = !is_set && !starts_misspelt(evidence, unknown.path);
  auto const* decided = is_constant ? decided_by(evidence, {unknown.path, unknown.written, first}) : nullptr;
  add_field(evidence, {.path = unknown.path, .type = type}, draft);
  Cause cause{"P6",
              fmt::format("The field {} is not in the schema.", unknown.path),
              is_set ? Confidence::high : Confidence::medium,
              unknown.errors,
              {}};
  if (decided != nullptr) {
    cause.changes = draft.changes(fmt::format("Add {} ({})", unknown.path, type));
    cause.changes.push_back(
        open_change(writer_address(evidence, *decided),
                    fmt::format("Set {} so that {} can fire when it should: nothing says where and to what",
                                unknown.path, decided->id)));
    return cause;
  }
  if (!is_set) set_at_start(evidence, unknown.path, first, draft);
  cause.changes = draft.changes(
      fmt::format("Add {} ({}){}", unknown.path, type, is_set ? "" : ", and set it when the game begins"));
  return cause;
}

} // namespace

namespace {

/// A list of records has its own members.
Value as_record(NewField const& field) {
  Value record{{"name", bare_name(field.path)},
               {"type", field.type},
               {"path", field.path.starts_with(players_scope) ? "player" : "game"},
               {"source", "artifact-editor"},
               {"purpose", field.purpose.empty() ? "Read by preconditions." : field.purpose}};
  if (!field.values.is_null()) record["values"] = field.values;
  if (!field.default_value.is_null()) record["defaultValue"] = field.default_value;
  return record;
}

/// JSON Schema has no type "enum".
Value as_schema(NewField const& field) {
  Value schema{{"type", field.type == "enum" && !field.values.is_null() ? "string" : field.type}};
  if (!field.purpose.empty()) schema["description"] = field.purpose;
  if (!field.values.is_null()) schema["enum"] = field.values;
  if (!field.default_value.is_null()) schema["default"] = field.default_value;
  return schema;
}

} // namespace

void add_field(Evidence const& evidence, NewField const& field, Draft& draft) {
  auto const records = evidence.fields.form() == game::SchemaForm::records;
  draft.insert({Form::field, field.path}, records ? as_record(field) : as_schema(field));
}

bool is_readable(Evidence const& evidence, std::string const& name) {
  auto const computed = game::computed_fields();
  return std::ranges::find(computed, name) != computed.end() ||
         evidence.fields.find(game::stripped(name)) != nullptr;
}

void rename_reads(JsonNode const& node, std::string const& pointer, std::string_view field,
                  std::string const& with, game::FragmentAddress const& address, Draft& draft) {
  if (!may_name(node, field)) return;
  if (game::is(&node, json::Type::string) && node.string() == field) draft.set(address, pointer, with);
  auto const is_list = game::is(&node, json::Type::array);
  for (std::size_t index = 0; auto const& child : node.children())
    rename_reads(child, pointer + (is_list ? fmt::format("/{}", index++) : json::pointer_step(child.key())),
                 field, with, address, draft);
}

Value first_value(std::string_view type) {
  if (type == "number") return 0;
  if (type == "boolean") return false;
  if (type == "array") return Value::array();
  if (type == "object" || type == "record") return Value::object();
  return "";
}

bool set_at_start(Evidence const& evidence, std::string const& path, Value const& value, Draft& draft) {
  auto const* init = game::init_transition(evidence.game);
  auto const* instruction = init == nullptr ? nullptr : evidence.game.transition_instruction(init->id);
  if (instruction == nullptr) return false;
  if (auto const* writer = misspelt_writer(evidence, instruction->instruction, path)) {
    draft.set(instruction_address(init->id), fmt::format("/stateDelta/{}/path", writer->index), path);
    return true;
  }
  Value operation{{"op", "set"}, {"path", path}, {"value", value}};
  if (path.starts_with(players_scope))
    operation = {{"op", "setForAllPlayers"}, {"field", path.substr(players_scope.size())}, {"value", value}};
  draft.set(instruction_address(init->id), "/stateDelta/-", operation);
  return true;
}

void find_unknown_fields(Evidence const& evidence, Causes& causes) {
  std::vector<UnknownField> unknown;
  auto add = [&](std::string path, std::string written, std::string const& error) {
    auto known = std::ranges::find(unknown, path, &UnknownField::path);
    if (known == unknown.end())
      known = unknown.insert(unknown.end(), {std::move(path), std::move(written), {}});
    known->errors.push_back(error);
  };
  for (auto const& match :
       matching(evidence.errors, R"(references unknown field: (game\.[A-Za-z0-9_]+)(?: |$))"))
    add(match.parts[0], match.parts[0], match.error);
  for (auto const& match :
       matching(evidence.errors, R"(players have no field '([A-Za-z0-9_]+)' in the schema)"))
    add("players." + match.parts[0], match.parts[0], match.error);
  game::WrittenFields const written(evidence.game);
  std::erase_if(unknown,
                [&](UnknownField const& each) { return evidence.fields.find(each.path) != nullptr; });
  for (auto& each : unknown) {
    auto const never =
        fmt::format("Field \"{}\" is used in transition preconditions but is never written", each.path);
    for (auto const& error : evidence.errors)
      if (error.starts_with(never)) each.errors.push_back(error);
    causes.push_back(cause_of(evidence, written, each));
  }
  for (auto const& match : matching(evidence.errors, R"(references unscoped field: '([A-Za-z0-9_]+)')")) {
    auto const path = "game." + match.parts[0];
    if (evidence.fields.find(path) == nullptr)
      continue; // a player's field or unknown: the intended test is unclear
    Draft draft(evidence.game);
    rename(evidence, match.parts[0], path, draft);
    auto errors = std::vector{match.error};
    for (auto const& also : evidence.errors)
      if (also.starts_with(fmt::format("Field \"{}\" is used", match.parts[0]))) errors.push_back(also);
    causes.push_back({"P6", fmt::format("{} is read without its scope.", match.parts[0]), Confidence::high,
                      std::move(errors),
                      draft.changes(fmt::format("Read {} instead of {}", path, match.parts[0]))});
  }
}

} // namespace artifactd::editor
