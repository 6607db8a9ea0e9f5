#include "daemon/mcp/line_buffer.hpp"

#include <utility>

namespace artifactd::mcp {

void LineBuffer::append(std::string_view bytes) {
  if (begun_.too_long) return;
  if (begun_.text.size() + bytes.size() > longest_)
    begun_ = {.text = std::string(), .too_long = true};
  else
    begun_.text.append(bytes);
}

void LineBuffer::finish_line() {
  auto line = std::exchange(begun_, TextLine());
  if (line.too_long || line.text.find_first_not_of(" \t\r") != line.text.npos)
    lines_.push_back(std::move(line));
}

void LineBuffer::add(std::string_view bytes) {
  for (;;) {
    auto const end = bytes.find('\n');
    append(bytes.substr(0, end));
    if (end == bytes.npos) return;
    finish_line();
    bytes.remove_prefix(end + 1);
  }
}

void LineBuffer::end() {
  finish_line();
}

std::optional<TextLine> LineBuffer::next() {
  if (lines_.empty()) return std::nullopt;
  auto line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

} // namespace artifactd::mcp
