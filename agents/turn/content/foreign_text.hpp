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

inline constexpr std::string_view utf8_mark = "\xEF\xBB\xBF"; ///< may begin a text, and means nothing

[[nodiscard]] Complaint crowded(std::size_t members);
[[nodiscard]] Complaint endless(std::string_view number);
[[nodiscard]] Complaint nested_too_deep();

/// `turn.syntax` about the value at the pointer, with the line and column of its byte.
[[nodiscard]] Finding syntax_finding(std::string_view file, std::string_view bytes, std::size_t byte,
                                     std::string pointer, Complaint complaint);

/// The first place where the text is not UTF-8 or has a NUL; std::nullopt if there is none.
[[nodiscard]] std::optional<Finding> not_utf8(std::string_view file, std::string_view bytes);

} // namespace artifactd::turn
