// What the words of `artifactctl play` come to.
#pragma once

#include <cstdint>
#include <string>

namespace artifactd {

struct PlayOptions {
  enum class What : std::uint8_t { check, list, show, adopt, dismiss };
  What what = What::check;
  std::string first = {};  ///< of check: the record's directory; else the session
  std::string second = {}; ///< the play's id
  bool dry_run = false;    ///< of adopt: only say what it would go on from
  std::string game = {};   ///< of check: other artifacts than those kept with the record
};

} // namespace artifactd
