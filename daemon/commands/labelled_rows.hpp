// Rows for people, with a label before the first line of each, wrapped. Their text has gone through
// printable() or is our own.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

class LabelledRows {
public:
  explicit LabelledRows(std::size_t width) : width_(width) {}

  void add(std::string_view label, std::string const& cells);
  void add_title(std::string const& title) { text_ += title + "\n"; }
  [[nodiscard]] std::string const& text() const noexcept { return text_; }

private:
  std::size_t width_;
  std::string text_;
};

} // namespace artifactd
