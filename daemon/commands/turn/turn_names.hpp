// The characters of a story as people see them: by name, with the id that commands take.
#pragma once

#include "state/json/json_text.hpp"

#include <map>

namespace artifactd {

class CharacterNames {
public:
  CharacterNames() = default; ///< knows no names: ids only
  /// The member `characters` of a document, [{id, name}].
  explicit CharacterNames(Json const& document);

  /// "Emil (emil)", printable; only the id if the story has no such character or the name equals the id.
  [[nodiscard]] std::string of(std::string const& id) const;

private:
  std::map<std::string, std::string> names_; ///< by id
};

} // namespace artifactd
