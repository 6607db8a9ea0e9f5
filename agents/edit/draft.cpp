#include "agents/edit/draft.hpp"

#include "merge/game/fragment.hpp"
#include "merge/game/values/value_of.hpp"
#include "state/json/edit.hpp"
#include "state/json/style.hpp"

#include <algorithm>
#include <utility>

namespace artifactd::editor {

namespace {

using What = FragmentEdit::What;

std::string value_at(game::Game const& game, game::FragmentAddress const& fragment,
                     std::string const& pointer) {
  auto const part = game::find_fragment(game, fragment);
  auto const steps = json::pointer_steps(pointer);
  auto const* node = part && steps ? json::find_at(*part->node, *steps) : nullptr;
  return node == nullptr ? std::string() : std::string(node->text());
}

/// The text of the fragment; for a new one, of the artifact it is inserted into.
std::string_view text_around(game::Game const& game, game::FragmentAddress const& fragment) {
  if (auto const part = game::find_fragment(game, fragment)) return part->node->text();
  auto const bytes_of = [](game::Text const* text) { return text ? text->bytes() : std::string_view(); };
  switch (fragment.artifact()) {
  case game::Artifact::schema:
    return bytes_of(game.schema_text());
  case game::Artifact::transitions:
    return bytes_of(game.transitions_text());
  case game::Artifact::instructions:
    return game.instruction_texts().empty() ? "" : game.instruction_texts().front()->bytes();
  }
  return {};
}

/// In the style of that text's author.
std::string styled_for(game::Game const& game, game::FragmentAddress const& fragment,
                       game::Value const& value) {
  return json::styled(value.dump(), json::style_of(text_around(game, fragment)));
}

} // namespace

void Draft::add(game::FragmentAddress const& fragment, FragmentEdit edit) {
  auto known = std::ranges::find(changes_, fragment, &Change::address);
  if (known == changes_.end()) known = changes_.insert(changes_.end(), open_change(fragment, ""));
  known->edits.push_back(std::move(edit));
}

Draft& Draft::set(game::FragmentAddress const& fragment, std::string const& pointer,
                  game::Value const& value) {
  if (game::is_writable(value))
    add(fragment,
        {What::set, pointer, styled_for(game_, fragment, value), value_at(game_, fragment, pointer)});
  return *this;
}

Draft& Draft::remove(game::FragmentAddress const& fragment, std::string const& pointer) {
  add(fragment, {What::remove, pointer, "", value_at(game_, fragment, pointer)});
  return *this;
}

Draft& Draft::insert(game::FragmentAddress const& fragment, game::Value const& value) {
  add(fragment, {What::insert_fragment, "", styled_for(game_, fragment, value), ""});
  return *this;
}

Draft& Draft::append(game::TransitionInstruction const& instruction, game::Value const& operation) {
  auto const listed = game::is(instruction.instruction.part.node->find("stateDelta"), json::Type::array);
  return set({game::FragmentAddress::Form::transition_instruction, instruction.key},
             listed ? "/stateDelta/-" : "/stateDelta", listed ? operation : game::Value::array({operation}));
}

std::vector<Change> Draft::changes(std::string const& description) const {
  auto ordered = changes_;
  std::ranges::stable_sort(ordered, {}, &Change::artifact);
  for (auto& change : ordered)
    change.description = description;
  return ordered;
}

Change open_change(game::FragmentAddress const& fragment, std::string description) {
  return {.artifact = fragment.artifact(), .address = fragment, .description = std::move(description)};
}

} // namespace artifactd::editor
