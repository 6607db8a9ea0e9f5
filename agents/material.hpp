// What a prompt quotes: artifacts, players' words, whatever others wrote. It stands between marks it cannot
// hold itself, so that nothing in it passes for words of the prompt's own.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// "<<<", the text and ">>>", each on lines of its own; longer marks where the text has such.
[[nodiscard]] std::string material(std::string_view text);

} // namespace artifactd
