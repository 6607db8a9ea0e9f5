// Messages of the Model Context Protocol, which are JSON-RPC 2.0, parsed from lines of outside input. Nothing
// here waits, reads or writes.
#pragma once

#include "state/json/json_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace artifactd::mcp {

inline constexpr std::size_t longest_line = std::size_t{10} << 20; ///< what the common client accepts, too
inline constexpr unsigned deepest_line = 64;                       ///< open brackets
inline constexpr std::size_t longest_id = 1024;                    ///< an id comes back in the answer
inline constexpr std::size_t largest_batch = 64;                   ///< messages

enum class ErrorCode : std::int16_t {
  parse = -32700,
  invalid_request = -32600,
  unknown_method = -32601,
  invalid_params = -32602,
  internal = -32603,
  unknown_resource = -32002,
  busy = -32000,
};

struct Request {
  Json id; ///< a string or an integer
  std::string method;
  Json params; ///< an object
};

struct Notification {
  std::string method;
  Json params; ///< an object
};

/// The answer to a request of ours. We make none, so it is ignored.
struct Reply {};

/// What is answered by an error.
struct Mistake {
  ErrorCode code;
  std::string message;
  Json id = nullptr; ///< null: it could not be read
};

using Message = std::variant<Request, Notification, Reply, Mistake>;

struct Line {
  std::vector<Message> messages; ///< never empty
  bool batch = false;
};

/// Strict JSON in UTF-8, at most `deepest_line` deep.
[[nodiscard]] Line read_line(std::string_view text);

/// A string of bounded length, or an integer: what ids and progress tokens are.
[[nodiscard]] bool is_token(Json const& value);

[[nodiscard]] Json answer(Json const& id, Json result);
[[nodiscard]] Json answer(Mistake const& mistake);
[[nodiscard]] Json notification(std::string_view method, Json params);

} // namespace artifactd::mcp
