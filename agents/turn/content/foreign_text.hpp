// YAML and TOML as JSON values, and what keeps a value out of JSON. Bounded by content_text.hpp.
#pragma once

#include "agents/turn/content/content_finding.hpp"

namespace artifactd::turn {

/// Of one object: looking up a member takes time in proportion to them.
inline constexpr std::size_t most_members = 2048;

[[nodiscard]] std::expected<Json, std::vector<Finding>> value_of_yaml(std::string_view file,
                                                                      std::string_view bytes);
[[nodiscard]] std::expected<Json, std::vector<Finding>> value_of_toml(std::string_view file,
                                                                      std::string_view bytes);

[[nodiscard]] Complaint crowded(std::size_t members);
[[nodiscard]] Complaint endless(std::string_view number);
[[nodiscard]] Complaint nested_too_deep();

/// Where the text stops being UTF-8 without NUL; nothing when it does not.
[[nodiscard]] std::optional<Finding> not_utf8(std::string_view file, std::string_view bytes);

} // namespace artifactd::turn
