#include "merge/game/fragment.hpp"

#include "merge/game/checks/schema_fields.hpp"
#include "merge/game/fragment_shape.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::game {

namespace {

using Form = FragmentAddress::Form;

constexpr std::size_t most_named = 20;

template <class Range, class Name>
std::vector<std::string> names_of(Range const& range, Name const& name) {
  std::vector<std::string> names;
  for (auto const& each : range)
    names.push_back(name(each));
  return names;
}

std::string listed(std::vector<std::string> names) {
  if (names.size() > most_named) {
    names.resize(most_named);
    names.emplace_back("…");
  }
  for (auto& each : names)
    each = printable(each);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// The entries of the transitions' list of that name.
std::vector<JsonNode const*> entries_of(Game const& game, std::string_view list) {
  std::vector<JsonNode const*> entries;
  auto const part = game.transitions_part();
  auto const* elements = is(part.node, json::Type::object) ? part.node->find(list) : nullptr;
  if (is(elements, json::Type::array))
    for (auto const& each : elements->children())
      entries.push_back(&each);
  return entries;
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

Part part_of_phase(Game const& game, FragmentAddress const& address) {
  auto const is_meant = [&](JsonNode const* each) {
    if (address.form == Form::phase) return is(each, json::Type::string) && each->string() == address.name;
    return is(each, json::Type::object) && string_at(*each, "phase") == address.name;
  };
  auto const entries = entries_of(game, address.form == Form::phase ? phases_member : metadata_member);
  auto const found = std::ranges::find_if(entries, is_meant);
  return found == entries.end() ? Part() : Part{game.transitions_part().text, *found};
}

/// The list, whatever its type is.
Part part_of_list(Game const& game, std::string const& name) {
  auto const part = game.transitions_part();
  auto const* list = is(part.node, json::Type::object) ? part.node->find(name) : nullptr;
  return list == nullptr ? Part() : Part{part.text, list};
}

/// Instructions only if they are in one text.
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
  case Form::phase_list:
  case Form::metadata_list:
    return part_of_list(game, address.name);
  case Form::phase:
  case Form::phase_metadata:
    return part_of_phase(game, address);
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

} // namespace

std::vector<std::string> names_beside(Game const& game, FragmentAddress const& address) {
  switch (address.form) {
  case Form::whole:
  case Form::phase_list:
  case Form::metadata_list:
    return {};
  case Form::field:
    return names_of(SchemaFields(game.schema()).all(), [](Field const& each) { return each.path; });
  case Form::precondition:
    if (auto const* transition = game.transition(address.name))
      return names_of(transition->preconditions, [](Precondition const& each) { return each.id; });
    [[fallthrough]];
  case Form::transition:
    return names_of(game.transitions(), [](Transition const& each) { return each.id; });
  case Form::phase:
    return names_of(game.phases(), [](std::string const& each) { return each; });
  case Form::phase_metadata:
    return names_of(entries_of(game, metadata_member),
                    [](JsonNode const* each) { return string_at(*each, "phase").value_or(""); });
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
  return {};
}

Result<Part> find_fragment(Game const& game, FragmentAddress const& address) {
  if (auto part = part_at(game, address)) return part;
  return fail(Fault::missing, fmt::format("there is no {}; there are: {}", printable(address.text()),
                                          listed(names_beside(game, address))));
}

Result<std::string> extract_fragment(Game const& game, FragmentAddress const& address) {
  return std::string(TRY(find_fragment(game, address)).node->text());
}

Result<TextChange> replace_fragment(Game const& game, FragmentAddress const& address,
                                    std::string_view fragment) {
  TRY(check_fragment(address, fragment));
  auto const part = TRY(find_fragment(game, address));
  return TextChange{part.text, json::replacement(part.text->bytes(), *part.node, JsonNode(fragment).text())};
}

Result<TextChange> remove_fragment(Game const& game, FragmentAddress const& address) {
  auto const part = TRY(find_fragment(game, address));
  // If it is given as a string, that whole string is replaced.
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
