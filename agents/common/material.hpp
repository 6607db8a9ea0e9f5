// What a prompt quotes: artifacts, players' words, anything written by others. It is set between marks that
// it cannot itself contain, so nothing in it can pass for part of the prompt.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// "<<<", the text and ">>>", each on its own line; longer marks if the text contains these.
[[nodiscard]] std::string material(std::string_view text);

} // namespace artifactd
