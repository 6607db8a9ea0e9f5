#include "agents/edit/draft.hpp"

#include "merge/game/fragment.hpp"
#include "merge/game/values/value_of.hpp"
#include "state/json/edit.hpp"
#include "state/json/style.hpp"

#include <algorithm>

namespace artifactd::editor {

using What = FragmentEdit::What;

std::string Draft::expected(game::FragmentAddress const& fragment, std::string const& pointer) const {
  auto const part = game::find_fragment(game_, fragment);
  auto const steps = json::pointer_steps(pointer);
  auto const* node = part && steps ? json::find_at(*part->node, *steps) : nullptr;
  return node == nullptr ? std::string() : std::string(node->text());
}

std::string_view Draft::around(game::FragmentAddress const& fragment) const {
  if (auto const part = game::find_fragment(game_, fragment)) return part->node->text();
  auto const bytes_of = [](game::Text const* text) { return text ? text->bytes() : std::string_view(); };
  switch (fragment.artifact()) {
  case game::Artifact::schema:
    return bytes_of(game_.schema_text());
  case game::Artifact::transitions:
    return bytes_of(game_.transitions_text());
  case game::Artifact::instructions:
    return game_.instruction_texts().empty() ? "" : game_.instruction_texts().front()->bytes();
  }
  return {};
}

std::string Draft::styled_for(game::FragmentAddress const& fragment, game::Value const& value) const {
  return json::styled(value.dump(), json::style_of(around(fragment)));
}

void Draft::add(game::FragmentAddress const& fragment, FragmentEdit edit) {
  auto known = std::ranges::find(changes_, fragment, &Change::address);
  if (known == changes_.end()) {
    Change change;
    change.artifact = fragment.artifact();
    change.address = fragment;
    known = changes_.insert(changes_.end(), std::move(change));
  }
  known->edits.push_back(std::move(edit));
}

Draft& Draft::set(game::FragmentAddress const& fragment, std::string const& pointer,
                  game::Value const& value) {
  if (game::is_writable(value))
    add(fragment, {What::set, pointer, styled_for(fragment, value), expected(fragment, pointer)});
  return *this;
}

Draft& Draft::remove(game::FragmentAddress const& fragment, std::string const& pointer) {
  add(fragment, {What::remove, pointer, "", expected(fragment, pointer)});
  return *this;
}

Draft& Draft::insert(game::FragmentAddress const& fragment, game::Value const& value) {
  add(fragment, {What::insert_fragment, "", styled_for(fragment, value), ""});
  return *this;
}

std::vector<Change> Draft::changes(std::string const& description) const {
  auto ordered = changes_;
  std::ranges::stable_sort(ordered, {}, &Change::artifact);
  for (auto& change : ordered)
    change.description = description;
  return ordered;
}

} // namespace artifactd::editor
