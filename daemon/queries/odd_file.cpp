#include "daemon/queries/odd_file.hpp"

#include "state/vocabulary/nearest_name.hpp"

#include <fmt/core.h>

namespace artifactd {

OddFileAdvice advice_on(OddFile const& odd, std::string const& session, Kinds const& kinds) {
  if (odd.why == Oddity::unknown_kind) return {"signals ask for " + kinds.signal_words(), ""};
  OddFileAdvice advice{std::string(oddity_phrase(odd.why)), ""};
  auto better = odd.file + ".ignored";
  if (odd.why == Oddity::bad_name)
    if (auto nearest = nearest_signal_file(odd.file, kinds)) {
      better = *nearest;
      advice.reason += fmt::format("; the nearest valid name is {}, and its inputs need that name, too",
                                   better.substr(0, better.find(".lock")));
    }
  auto const path = [&](std::string const& file) { return shell_quoted(session + "/" + file); };
  advice.command = fmt::format("mv -n -- {} {}", path(odd.file), path(better));
  return advice;
}

} // namespace artifactd
