// A call of a tool, and how the tool reports to its caller before it has an answer.
#pragma once

#include "state/json/json_text.hpp"

#include <functional>
#include <string_view>

namespace artifactd {

/// Calls act one after the other, in the order in which they were made.
struct ToolCall {
  Json arguments = Json::object();
  std::function<bool()> goes_on = {};              ///< false: nobody waits any longer; reports progress
  std::function<void(std::string_view)> tell = {}; ///< what is happening
  std::function<void()> let_next = {};             ///< from here on the next call may act
};

} // namespace artifactd
