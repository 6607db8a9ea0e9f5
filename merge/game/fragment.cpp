#include "merge/game/fragment.hpp"

#include "merge/game/schema_fields.hpp"
#include "state/json/diagnose.hpp"
#include "state/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::game {

namespace {

using Form = FragmentAddress::Form;

constexpr std::size_t most_named = 20;

template <class Range, class Name>
std::string names_of(Range const& range, Name const& name) {
  std::vector<std::string> names;
  for (auto const& each : range) {
    if (names.size() == most_named) {
      names.push_back("…");
      break;
    }
    names.push_back(printable(name(each)));
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string known_beside(Game const& game, FragmentAddress const& address) {
  switch (address.form) {
  case Form::whole:
    return "none";
  case Form::field:
    return names_of(SchemaFields(game.schema()).all(), [](Field const& each) { return each.path; });
  case Form::precondition:
    if (auto const* transition = game.transition(address.name))
      return names_of(transition->preconditions, [](Precondition const& each) { return each.id; });
    [[fallthrough]];
  case Form::transition:
    return names_of(game.transitions(), [](Transition const& each) { return each.id; });
  case Form::transition_instruction:
    return names_of(game.transition_instructions(),
                    [](TransitionInstruction const& each) { return each.key; });
  case Form::player_action:
    if (auto const* phase = game.player_phase(address.name))
      return names_of(phase->actions, [](Instruction const& each) { return each.id; });
    [[fallthrough]];
  case Form::player_phase:
    return names_of(game.player_phases(), [](PhaseInstruction const& each) { return each.key; });
  }
  return "none";
}

Part part_of_field(Game const& game, std::string const& name) {
  SchemaFields const fields(game.schema());
  for (auto const* scope : {"", "game.", "players."})
    if (auto const* field = fields.find(scope + name); field != nullptr && field->part) return field->part;
  return {};
}

template <class Range>
Part part_with_id(Range const& range, std::string const& id) {
  auto found = std::ranges::find(range, id, [](auto const& each) { return each.id; });
  return found == range.end() ? Part() : found->part;
}

/// Instructions only where they stand in one text.
Part whole_part(Game const& game, Artifact artifact) {
  if (artifact == Artifact::schema) return game.schema();
  if (artifact == Artifact::transitions) return game.transitions_part();
  auto const& texts = game.instruction_texts();
  return texts.size() == 1 ? Part{texts.front(), texts.front()->root()} : Part();
}

Part part_at(Game const& game, FragmentAddress const& address) {
  switch (address.form) {
  case Form::whole:
    return whole_part(game, address.artifact());
  case Form::field:
    return part_of_field(game, address.name);
  case Form::transition:
    return part_with_id(game.transitions(), address.name);
  case Form::precondition: {
    auto const* transition = game.transition(address.name);
    return transition == nullptr ? Part() : part_with_id(transition->preconditions, address.inner);
  }
  case Form::transition_instruction: {
    auto const* instruction = game.transition_instruction(address.name);
    return instruction == nullptr ? Part() : instruction->instruction.part;
  }
  case Form::player_phase:
  case Form::player_action: {
    auto const* phase = game.player_phase(address.name);
    if (phase == nullptr || address.form == Form::player_phase)
      return phase == nullptr ? Part() : phase->part;
    return part_with_id(phase->actions, address.inner);
  }
  }
  return {};
}

Result<void> check_fragment(FragmentAddress const& address, std::string_view fragment) {
  auto const findings = json::syntax_findings(address.text(), fragment, {.depth = deepest});
  if (!findings.empty())
    return fail(Fault::invalid,
                fmt::format("the fragment for {} is no JSON: {}", address.text(), findings.front().message));
  auto const value = JsonNode(fragment);
  auto const may_be_anything = address.form == Form::field || address.form == Form::whole;
  if (may_be_anything || is(&value, json::Type::object)) return {};
  return fail(Fault::invalid, fmt::format("the fragment for {} is no object", address.text()));
}

/// What calls itself otherwise would not be found again.
Result<void> check_own_name(FragmentAddress const& address, JsonNode const& fragment) {
  auto expect = [&](std::string_view member, std::string const& name) -> Result<void> {
    auto own = string_at(fragment, member);
    if (own == name) return {};
    return fail(Fault::invalid, fmt::format("the fragment for {} says {} \"{}\"", address.text(), member,
                                            printable(own.value_or(""))));
  };
  if (address.form == Form::transition) return expect("id", address.name);
  if (address.form == Form::precondition || address.form == Form::player_action)
    return expect("id", address.inner);
  return {};
}

std::string_view trimmed(std::string_view fragment) {
  return JsonNode(fragment).text();
}

Error nowhere(FragmentAddress const& address, std::string_view what) {
  return {Fault::missing, fmt::format("{} cannot be added: {}", address.text(), what)};
}

Result<TextChange> add_to_list(FragmentAddress const& address, Part const& owner, std::string_view list,
                               std::string_view fragment) {
  auto const* elements = owner ? owner.node->find(list) : nullptr;
  if (!is(elements, json::Type::array))
    return fail(nowhere(address, fmt::format("there is no list of {}", list)));
  return TextChange{owner.text, json::added_element(owner.text->bytes(), *elements, fragment)};
}

Result<TextChange> add_to_map(FragmentAddress const& address, Part const& map, std::string_view fragment) {
  if (!is(map.node, json::Type::object)) return fail(nowhere(address, "there is no map it belongs into"));
  return TextChange{map.text, json::added_member(map.text->bytes(), *map.node, address.name, fragment)};
}

/// Where fields of that scope are members.
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

/// Beside the others.
Result<TextChange> new_file(Game const& game, FragmentAddress const& address, std::string_view fragment) {
  if (!Name::parse(address.name)) return fail(nowhere(address, "its id can be no part of a file's name"));
  auto const texts = game.texts();
  auto const beside = texts.empty() ? std::string() : texts.front().path();
  auto const name = address.text() + ".json";
  return TextChange{.file = {name, beside.substr(0, beside.rfind('/') + 1) + name, std::string(fragment)}};
}

/// The text of a whole artifact, however broken; null where there is none.
Text const* artifact_text(Game const& game, Artifact artifact) {
  if (artifact == Artifact::schema) return game.schema_text();
  if (artifact == Artifact::transitions) return game.transitions_text();
  return game.instruction_texts().empty() ? nullptr : game.instruction_texts().front();
}

/// In place of what cannot be read, or where nothing is.
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

Result<Part> find_fragment(Game const& game, FragmentAddress const& address) {
  if (auto part = part_at(game, address)) return part;
  return fail(Fault::missing, fmt::format("there is no {}; there are: {}", printable(address.text()),
                                          known_beside(game, address)));
}

Result<std::string> extract_fragment(Game const& game, FragmentAddress const& address) {
  return std::string(TRY(find_fragment(game, address)).node->text());
}

Result<TextChange> replace_fragment(Game const& game, FragmentAddress const& address,
                                    std::string_view fragment) {
  TRY(check_fragment(address, fragment));
  auto const part = TRY(find_fragment(game, address));
  return TextChange{part.text, json::replacement(part.text->bytes(), *part.node, trimmed(fragment))};
}

Result<TextChange> insert_fragment(Game const& game, FragmentAddress const& address,
                                   std::string_view fragment) {
  TRY(check_fragment(address, fragment));
  if (part_at(game, address))
    return fail(Fault::exists, fmt::format("there is a {} already", address.text()));
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

Result<TextChange> remove_fragment(Game const& game, FragmentAddress const& address) {
  auto const part = TRY(find_fragment(game, address));
  // Given as a string, the whole of that string goes.
  auto const* node = part.node;
  auto const* text = part.text;
  while (node->parent() == nullptr && !text->is_file()) {
    node = text->string();
    text = text->outer();
  }
  if (node->parent() == nullptr) return TextChange{text, {0, text->bytes().size(), ""}};
  return TextChange{text, json::removal(text->bytes(), *node)};
}

} // namespace artifactd::game
