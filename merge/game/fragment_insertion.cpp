#include "merge/game/checks/schema_fields.hpp"
#include "merge/game/fragment.hpp"
#include "merge/game/fragment_shape.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd::game {

namespace {

using Form = FragmentAddress::Form;

Error nowhere(FragmentAddress const& address, std::string_view what) {
  return {Fault::missing, fmt::format("{} cannot be added: {}", address.text(), what)};
}

Result<TextChange> add_to_list(FragmentAddress const& address, Part const& owner, std::string_view list,
                               std::string_view fragment) {
  auto const* elements = is(owner.node, json::Type::object) ? owner.node->find(list) : nullptr;
  if (!is(elements, json::Type::array))
    return fail(nowhere(address, fmt::format("there is no list of {}", list)));
  return TextChange{owner.text, json::added_element(owner.text->bytes(), *elements, fragment)};
}

/// Adds a list to the transitions, which lack it.
Result<TextChange> add_list(Game const& game, FragmentAddress const& address, std::string_view fragment) {
  auto const& owner = game.transitions_part();
  if (!is(owner.node, json::Type::object)) return fail(nowhere(address, "there are no transitions"));
  return TextChange{owner.text, json::added_member(owner.text->bytes(), *owner.node, address.name, fragment)};
}

Result<TextChange> add_to_map(FragmentAddress const& address, Part const& map, std::string_view fragment) {
  if (!is(map.node, json::Type::object)) return fail(nowhere(address, "there is no map for it"));
  return TextChange{map.text, json::added_member(map.text->bytes(), *map.node, address.name, fragment)};
}

/// The object whose members are the fields of that scope.
JsonNode const* field_map(Part const& schema, SchemaForm form, bool of_game) {
  auto step = [](JsonNode const* node, std::string_view key) {
    return is(node, json::Type::object) ? node->find(key) : nullptr;
  };
  auto const* root = schema.node;
  if (form == SchemaForm::plain) {
    if (of_game) return step(root, "game");
    auto const* players = step(root, "player");
    return players != nullptr ? players : step(root, "players");
  }
  auto const* properties = step(root, "properties");
  if (of_game) return step(step(properties, "game"), "properties");
  return step(step(step(properties, "players"), "additionalProperties"), "properties");
}

Result<TextChange> add_field(Game const& game, FragmentAddress const& address, std::string_view fragment) {
  auto const& schema = game.schema();
  auto const form = SchemaFields(schema).form();
  if (form == SchemaForm::none) return fail(nowhere(address, "there is no schema"));
  if (form == SchemaForm::records) {
    auto const* list = is(schema.node, json::Type::array) ? schema.node : schema.node->find("fields");
    return TextChange{schema.text, json::added_element(schema.text->bytes(), *list, fragment)};
  }
  auto const of_game = !address.name.starts_with("players.");
  auto const* map = field_map(schema, form, of_game);
  if (!is(map, json::Type::object)) return fail(nowhere(address, "the schema has no fields of that scope"));
  auto const name =
      address.name.substr(address.name.starts_with("game.") || !of_game ? address.name.find('.') + 1 : 0);
  return TextChange{schema.text, json::added_member(schema.text->bytes(), *map, name, fragment)};
}

/// Adds a file beside the others.
Result<TextChange> new_file(Game const& game, FragmentAddress const& address, std::string_view fragment) {
  if (!Name::parse(address.name)) return fail(nowhere(address, "its id cannot be part of a file name"));
  auto const texts = game.texts();
  auto const beside = texts.empty() ? std::string() : texts.front().path();
  auto const name = address.text() + ".json";
  return TextChange{.file = {name, beside.substr(0, beside.rfind('/') + 1) + name, std::string(fragment)}};
}

/// The text of a whole artifact, however broken; null if there is none.
Text const* artifact_text(Game const& game, Artifact artifact) {
  if (artifact == Artifact::schema) return game.schema_text();
  if (artifact == Artifact::transitions) return game.transitions_text();
  return game.instruction_texts().empty() ? nullptr : game.instruction_texts().front();
}

/// Replaces a text that cannot be read, or adds a missing one.
Result<TextChange> whole_artifact(Game const& game, FragmentAddress const& address,
                                  std::string_view fragment) {
  if (address.artifact() == Artifact::instructions && game.instruction_texts().size() > 1)
    return fail(nowhere(address, "each instruction has a file of its own"));
  auto const* text = artifact_text(game, address.artifact());
  if (text == nullptr) return new_file(game, address, fragment);
  auto const& file = text->file();
  return TextChange{&file, {0, file.bytes().size(), std::string(fragment)}};
}

} // namespace

Result<TextChange> insert_fragment(Game const& game, FragmentAddress const& address,
                                   std::string_view fragment) {
  TRY(check_fragment(address, fragment));
  if (find_fragment(game, address))
    return fail(Fault::exists, fmt::format("there is already a {}", address.text()));
  JsonNode const value(fragment);
  TRY(check_own_name(address, value));
  auto const text = value.text();
  switch (address.form) {
  case Form::whole:
    return whole_artifact(game, address, text);
  case Form::field:
    return add_field(game, address, text);
  case Form::transition:
    return add_to_list(address, game.transitions_part(), "transitions", text);
  case Form::precondition: {
    auto const* transition = game.transition(address.name);
    return add_to_list(address, transition == nullptr ? Part() : transition->part, "preconditions", text);
  }
  case Form::phase_list:
  case Form::metadata_list:
    return add_list(game, address, text);
  case Form::phase:
    return add_to_list(address, game.transitions_part(), phases_member, text);
  case Form::phase_metadata:
    return add_to_list(address, game.transitions_part(), metadata_member, text);
  case Form::transition_instruction:
    if (!game.transition_instructions_part()) return new_file(game, address, text);
    return add_to_map(address, game.transition_instructions_part(), text);
  case Form::player_phase:
    if (!game.player_phases_part()) return new_file(game, address, text);
    return add_to_map(address, game.player_phases_part(), text);
  case Form::player_action: {
    auto const* phase = game.player_phase(address.name);
    return add_to_list(address, phase == nullptr ? Part() : phase->part, "playerActions", text);
  }
  }
  return fail(nowhere(address, "it has no place"));
}

} // namespace artifactd::game
