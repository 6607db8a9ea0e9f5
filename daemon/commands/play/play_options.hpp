// The options of `artifactctl play`.
#pragma once

#include <cstdint>
#include <string>

namespace artifactd {

struct PlayOptions {
  enum class What : std::uint8_t { check, list, show, adopt, dismiss };
  What what = What::check;
  std::string first = {};  ///< for check: the record's directory; else the session
  std::string second = {}; ///< the play's id
  bool dry_run = false;    ///< for adopt: only say where it would resume
  std::string game = {};   ///< for check: other artifacts than those kept with the record
};

} // namespace artifactd
