// What is spoken over the control socket (docs/control-socket.md): the client sends one line of JSON, the
// daemon answers in lines of JSON, the first of which says whether there is an answer.
#pragma once

#include "state/fd.hpp"
#include "state/json_text.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

inline constexpr int control_version = 1;
inline constexpr std::size_t longest_request = 8192; ///< room for the longest path there is, escaped

struct ControlRequest {
  std::string ask = {};     ///< a word: watch, log, status, …
  std::string session = {}; ///< only about this one, by its full path; empty: about all
  std::string signal = {};  ///< its file name; of `cancel` only
  Json more = nullptr;      ///< an object: further members, of asks that have some
  /// What came with the request: a descriptor of the session's directory. Only who may read it can have one.
  std::shared_ptr<UniqueFd const> directory = {};
};

/// Without a newline, as everything here.
[[nodiscard]] std::string line_of(Json const& json);

[[nodiscard]] std::string request_line(ControlRequest const& request);

/// Fault::invalid says what is wrong with it. Members it does not know are left to later versions.
Result<ControlRequest> parse_request(std::string_view line);

/// The first line of an answer.
[[nodiscard]] std::string greeting_line(std::string_view ask);
[[nodiscard]] std::string refusal_line(std::string_view reason);

/// What the first line said: Fault::denied with the daemon's reason when it refused, Fault::invalid when it
/// is no such line.
Result<void> judge_greeting(std::string_view line);

/// Bytes in, lines out. Text after the last newline waits for the rest of its line.
class LineBuffer {
public:
  explicit LineBuffer(std::size_t longest) : longest_(longest) {}

  void add(std::string_view bytes) { bytes_ += bytes; }
  [[nodiscard]] std::optional<std::string> take();
  /// A line is longer than may be.
  [[nodiscard]] bool overlong() const noexcept {
    return std::min(bytes_.find('\n'), bytes_.size()) > longest_;
  }

private:
  std::size_t longest_;
  std::string bytes_;
};

} // namespace artifactd
