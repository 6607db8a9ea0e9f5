// What the inbox's screen says about its keys.
#pragma once

#include "daemon/keys.hpp"
#include "state/settle/lifecycle.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// What a person wants who presses it.
[[nodiscard]] std::optional<Happening> happening_of(Key const& key);

/// "[h] hint"
[[nodiscard]] std::string_view offer_word(Happening happening) noexcept;

/// Every key, a line each.
[[nodiscard]] std::span<std::string_view const> help_lines() noexcept;

/// As many of the words as fit in a line, from the first; of the first what fits.
[[nodiscard]] std::string words_that_fit(std::vector<std::string> const& words, std::size_t width);

} // namespace artifactd
