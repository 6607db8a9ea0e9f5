// The known drafts of JSON Schema, oldest first.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace artifactd {

enum class Draft : std::uint8_t { draft7, draft2019_09, draft2020_12 };

/// The draft named by a `$schema`, over http or https, with or without an empty fragment.
[[nodiscard]] std::optional<Draft> draft_named(std::string_view uri) noexcept;

/// "draft 7", "2019-09", "2020-12".
[[nodiscard]] std::string_view draft_word(Draft draft) noexcept;

} // namespace artifactd
