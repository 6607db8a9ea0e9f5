// The results of tools and resources, cut to fit: an answer has at most a mebibyte, and says what was cut.
#pragma once

#include "daemon/mcp/revision.hpp"
#include "state/json/json_text.hpp"

#include <string>
#include <vector>

namespace artifactd::mcp {

/// Of a whole answer; what is around a result takes the rest.
inline constexpr std::size_t longest_answer = std::size_t{1} << 20;
inline constexpr std::size_t longest_result = longest_answer - (std::size_t{16} << 10);

struct ToolResult {
  std::string text;          ///< for the model
  Json structured = nullptr; ///< the same for programs, an object
  bool is_error = false;
  /// The arrays in `structured` from whose ends elements may be left out, in this order.
  std::vector<Json::json_pointer> lists = {};
};

/// The `result` of tools/call. Where the revision has no structured content, that is a second text.
[[nodiscard]] Json to_json(ToolResult result, Revision revision, std::size_t limit = longest_result);

/// The `result` of resources/read. A text that is cut is text/plain, and a second one says so.
[[nodiscard]] Json resource_result(std::string const& uri, std::string const& mime_type,
                                   std::string const& text, std::size_t limit = longest_result);

} // namespace artifactd::mcp
