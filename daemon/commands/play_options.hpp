// What the words of `artifactctl play` come to.
#pragma once

#include <cstdint>
#include <string>

namespace artifactd {

struct PlayOptions {
  enum class What : std::uint8_t { check, list, show };
  What what = What::check;
  std::string first = {};  ///< of check: the record's directory; else the session
  std::string second = {}; ///< of show: the play's id
  std::string game = {};   ///< of check: other artifacts than those kept with the record
};

} // namespace artifactd
