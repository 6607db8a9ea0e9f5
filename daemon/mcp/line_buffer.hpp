// Splits incoming bytes into lines. A line that is too long is dropped as it arrives, so that it takes no
// memory.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd::mcp {

struct TextLine {
  std::string text = {};
  bool too_long = false; ///< `text` is then empty

  bool operator==(TextLine const&) const = default;
};

class LineBuffer {
public:
  explicit LineBuffer(std::size_t longest) : longest_(longest) {}

  void add(std::string_view bytes);
  /// The end has come: what has no line feed is a line, too.
  void end();
  /// The next complete line that is not blank, without its line feed; std::nullopt: none yet.
  std::optional<TextLine> next();

private:
  void append(std::string_view bytes);
  void finish_line();

  std::size_t longest_;
  TextLine begun_ = {};
  std::deque<TextLine> lines_ = {};
};

} // namespace artifactd::mcp
