#include "agents/edit/rules/moves.hpp"

#include <utility>

namespace artifactd::editor {

namespace {

Change change_of(game::FragmentAddress const& address, FragmentEdit edit, std::string const& description) {
  return {.artifact = address.artifact(),
          .address = address,
          .description = description,
          .edits = {std::move(edit)}};
}

} // namespace

std::vector<Change> move_fragment(game::FragmentAddress const& from, std::string text,
                                  game::FragmentAddress const& to, std::string const& description) {
  return {change_of(to, {.what = FragmentEdit::What::insert_fragment, .value = std::move(text)}, description),
          change_of(from, {.what = FragmentEdit::What::remove_fragment}, description)};
}

} // namespace artifactd::editor
