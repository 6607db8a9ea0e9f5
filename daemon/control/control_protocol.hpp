// The protocol of the control socket (docs/control-socket.md): the client sends one line of JSON, the daemon
// answers in lines of JSON, the first of which says whether the request was accepted.
#pragma once

#include "state/json/json_text.hpp"
#include "state/platform/fd.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

inline constexpr int control_version = 1;
inline constexpr std::size_t longest_request = 8192; ///< room for the longest possible path, escaped

struct ControlRequest {
  std::string ask = {};     ///< a word: watch, log, status, …
  std::string session = {}; ///< only about this one, by its full path; empty: all
  std::string signal = {};  ///< its file name; for `cancel` only
  Json more = nullptr;      ///< an object: further members that some requests have
  /// A descriptor of the session's directory, sent with the request. Only a user who may read it can have
  /// one.
  std::shared_ptr<UniqueFd const> directory = {};
};

/// Without a newline, like every line here.
[[nodiscard]] std::string line_of(Json const& json);

/// The object in a line; null if the line is not an object, or nested more deeply than this protocol needs.
[[nodiscard]] Json object_in(std::string_view line);

[[nodiscard]] std::string request_line(ControlRequest const& request);

/// Fault::invalid says what is wrong. Unknown members are ignored: later versions may define them.
Result<ControlRequest> parse_request(std::string_view line);

/// The first line of an answer.
[[nodiscard]] std::string greeting_line(std::string_view ask);
[[nodiscard]] std::string refusal_line(std::string_view reason);

/// Judges the first line: Fault::denied with the daemon's reason if it refused, Fault::invalid if the line is
/// not a greeting.
Result<void> judge_greeting(std::string_view line);

/// Bytes in, lines out. Text after the last newline is kept until its line is complete.
class LineBuffer {
public:
  explicit LineBuffer(std::size_t longest) : longest_(longest) {}

  void add(std::string_view bytes) { bytes_ += bytes; }
  [[nodiscard]] std::optional<std::string> take();
  /// A line is longer than allowed.
  [[nodiscard]] bool overlong() const noexcept {
    return std::min(bytes_.find('\n'), bytes_.size()) > longest_;
  }

private:
  std::size_t longest_;
  std::string bytes_;
};

} // namespace artifactd
