// Reads YAML and TOML as JSON values, and finds what JSON cannot hold. Limits are in content_text.hpp.
#pragma once

#include "agents/turn/content/content_finding.hpp"

namespace artifactd::turn {

/// Per object: looking up a member takes time in proportion to them.
inline constexpr std::size_t most_members = 2048;

[[nodiscard]] std::expected<Json, std::vector<Finding>> value_of_yaml(std::string_view file,
                                                                      std::string_view bytes);
[[nodiscard]] std::expected<Json, std::vector<Finding>> value_of_toml(std::string_view file,
                                                                      std::string_view bytes);

[[nodiscard]] Complaint crowded(std::size_t members);
[[nodiscard]] Complaint endless(std::string_view number);
[[nodiscard]] Complaint nested_too_deep();

/// The first place where the text is not UTF-8 or has a NUL; std::nullopt if there is none.
[[nodiscard]] std::optional<Finding> not_utf8(std::string_view file, std::string_view bytes);

} // namespace artifactd::turn
