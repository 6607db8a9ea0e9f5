// The texts of the inbox's screen about its keys.
#pragma once

#include "daemon/terminal/keys.hpp"
#include "state/settle/lifecycle.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// What a person who presses it wants.
[[nodiscard]] std::optional<Happening> happening_of(Key const& key);

/// "[h] hint"
[[nodiscard]] std::string_view offer_word(Happening happening) noexcept;

/// Every key, one per line.
[[nodiscard]] std::span<std::string_view const> help_lines() noexcept;

/// As many words as fit in a line, from the first; the first is cut if it does not fit.
[[nodiscard]] std::string words_that_fit(std::vector<std::string> const& words, std::size_t width);

} // namespace artifactd
