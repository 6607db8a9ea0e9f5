#include "daemon/commands/turn/turn_names.hpp"

#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

namespace artifactd {

CharacterNames::CharacterNames(Json const& document) {
  for (auto const& character : document.value("characters", Json::array()))
    names_.emplace(text_member(character, "id"), text_member(character, "name"));
}

std::string CharacterNames::of(std::string const& id) const {
  auto const found = names_.find(id);
  if (found == names_.end() || found->second.empty() || found->second == id) return printable(id);
  return printable(found->second) + " (" + printable(id) + ")";
}

} // namespace artifactd
