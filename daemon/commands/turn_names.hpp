// The characters of a story as people read of them: by name, with the id that commands take.
#pragma once

#include "state/json_text.hpp"

#include <map>

namespace artifactd {

class CharacterNames {
public:
  CharacterNames() = default; ///< of nobody: ids alone
  /// The member `characters` of a document, [{id, name}].
  explicit CharacterNames(Json const& document);

  /// "Emil (emil)", printable; the id alone where the story has no such character, or where it is the name.
  [[nodiscard]] std::string of(std::string const& id) const;

private:
  std::map<std::string, std::string> names_; ///< by id
};

} // namespace artifactd
