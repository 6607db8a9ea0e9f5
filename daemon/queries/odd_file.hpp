// What to tell people about a file that is named like a signal and is not one.
#pragma once

#include "watchers/scan.hpp"

namespace artifactd {

struct OddFileAdvice {
  std::string reason;  ///< safe to print
  std::string command; ///< renames it and loses nothing; empty: it may belong to another program
};

/// `session`: the path of its directory.
[[nodiscard]] OddFileAdvice advice_on(OddFile const& odd, std::string const& session, Kinds const& kinds);

} // namespace artifactd
