// A finding in a few words, for a line that shows many signals: "syntax error, line 5: the text ends inside a
// value (x.json)". Uses only the code, the tier and the place: of what an agent wrote, only file names are
// shown.
#pragma once

#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/kind.hpp"

#include <string>

namespace artifactd {

[[nodiscard]] std::string short_error(Kinds const& kinds, Finding const& finding);

/// The meaning of a code, from the shared table or that of a kind; empty if it is unknown.
[[nodiscard]] std::string_view code_meaning(Kinds const& kinds, std::string_view code);

/// The code with which a reason begins: "graph.damaged" of "graph.damaged: …"; empty if it begins with none.
[[nodiscard]] std::string_view leading_code(std::string_view reason) noexcept;

} // namespace artifactd
